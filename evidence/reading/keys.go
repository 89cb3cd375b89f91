package reading

import (
	"iter"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/canon"
)

// maxKeyPlaces bounds how many places of one key are looked at. A key that stands
// more often is in every line, and the first ones tell as much as the others.
const maxKeyPlaces = 2000

// placesOfKey yields where a key stands, in any of its spellings; of a dotted key
// the last step.
func (v *view) placesOfKey(key string) iter.Seq[int] {
	return func(yield func(int) bool) {
		words := humpsOf(keyStep(key))
		if len(words) == 0 {
			return
		}
		text, n := v.shown().text, 0
		for place := range v.index().places(words[0]) {
			end := wordsEnd(text, place.start, words)
			if end == 0 || !standsApart(text, place.start, end) {
				continue
			}
			if n++; n > maxKeyPlaces || !yield(end) {
				return
			}
		}
	}
}

// keyStep returns the last step of a dotted key. A number is none: it says nothing
// without what is before it.
func keyStep(key string) string {
	if last := key[strings.LastIndexByte(key, '.')+1:]; strings.Trim(last, "0123456789") != "" {
		return last
	}
	return key
}

// besideKey reports whether a text (in excerpt form) stands beside a key that ends
// at an offset: in its line, its column or its object.
func (v *view) besideKey(at int, tight string) bool {
	p := v.shown()
	i := p.lineAt(at)
	start, end := p.near(i, at, at)
	if !v.effort.spend(stepsAround) {
		return false
	}
	if holdsWord(canon.String(p.text[start:end], canon.Excerpt), tight) {
		return true
	}
	for _, j := range p.siblings(i) {
		v.effort.spend(stepsOfWords * maxNear)
		if holdsWord(canon.String(p.beginning(j), canon.Excerpt), tight) {
			return true
		}
	}
	return false
}

// holdsWord reports whether a text holds another one that is no part of a word.
func holdsWord(text, part string) bool {
	if part == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(part)
		if (start == 0 || !isAlnum(text[start-1]) || !isAlnum(text[start])) && (end == len(text) || !isAlnum(text[end]) || !isAlnum(text[end-1])) {
			return true
		}
		from = start + 1
	}
}
