package reading

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// word is a run of letters and digits, or one hump of it (restartCount has the
// words restartCount, restart and Count), or one Han character.
type word struct{ start, end int }

// wordsOf yields the words of a text in order; a run before its humps.
func wordsOf(text string) iter.Seq[word] {
	return func(yield func(word) bool) {
		for i := 0; i < len(text); {
			run := word{i, runEnd(text, i)}
			if run.end == i {
				i += runeLen(text, i)
				continue
			}
			if !yield(run) || !yieldHumps(text, run, yield) {
				return
			}
			i = run.end
		}
	}
}

func yieldHumps(text string, run word, yield func(word) bool) bool {
	start := run.start
	for i := start + 1; i < run.end; i++ {
		if isHump(text, run, i) {
			if !yield(word{start, i}) {
				return false
			}
			start = i
		}
	}
	return start == run.start || yield(word{start, run.end})
}

// isHump reports whether a new hump begins at i: Count in restartCount, Killed in
// OOMKilled. A plural s after capitals (PVCs) is none.
func isHump(text string, run word, i int) bool {
	if !isUpper(text[i]) {
		return false
	}
	if isLower(text[i-1]) {
		return true
	}
	if i+1 >= run.end || !isUpper(text[i-1]) || !isLower(text[i+1]) {
		return false
	}
	return !(text[i+1] == 's' && (i+2 == run.end || !isLower(text[i+2])))
}

// runEnd returns where the run of letters and digits that begins at i ends, which
// is i when none does. Each Han character is a run, since Chinese puts no blank
// between words.
func runEnd(text string, i int) int {
	start := i
	for i < len(text) {
		if text[i] < utf8.RuneSelf {
			if !isAlnum(text[i]) {
				break
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if isHan(r) && i == start {
			return i + n
		}
		if isHan(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		i += n
	}
	return i
}

func runeLen(text string, i int) int {
	if text[i] < utf8.RuneSelf {
		return 1
	}
	_, n := utf8.DecodeRuneInString(text[i:])
	return n
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// isAlnum tells ASCII letters and digits.
func isAlnum(c byte) bool { return isLower(c) || isUpper(c) || isDigit(c) }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func lower(c byte) byte {
	if isUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}

// equalFold compares without regard to the case of ASCII letters; the rest is in
// lower case already.
func equalFold(a, b string) bool {
	if a == b || len(a) != len(b) {
		return a == b
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

// wordIndex finds the places of a word in a text. It holds a chain of places for
// each hash: two words per word of text and no strings.
type wordIndex struct {
	text   string
	effort *effort
	heads  []int32 // place+1 of the last word with a hash, 0 for none
	next   []int32 // place+1 of the word before it in the chain
	spans  []span32
}

type span32 struct{ start, end int32 }

func newWordIndex(text string, effort *effort) *wordIndex {
	x := &wordIndex{text: text, effort: effort, spans: make([]span32, 0, len(text)/5+8)}
	for w := range wordsOf(text) {
		x.spans = append(x.spans, span32{int32(w.start), int32(w.end)})
	}
	size := 64
	for size < len(x.spans) {
		size *= 2
	}
	x.heads, x.next = make([]int32, size), make([]int32, len(x.spans))
	// Backwards, so that chains run in text order.
	for i := len(x.spans) - 1; i >= 0; i-- {
		h := x.slot(text[x.spans[i].start:x.spans[i].end])
		x.next[i], x.heads[h] = x.heads[h], int32(i+1)
	}
	return x
}

// slot hashes a word without regard to case (FNV-1a).
func (x *wordIndex) slot(w string) uint32 {
	h := uint32(2166136261)
	for i := range len(w) {
		h = (h ^ uint32(lower(w[i]))) * 16777619
	}
	return (h ^ h>>15) & uint32(len(x.heads)-1)
}

// places yields where a word stands, in text order.
func (x *wordIndex) places(w string) iter.Seq[word] {
	return func(yield func(word) bool) {
		if !x.effort.spend(stepsOfLookup) {
			return
		}
		steps := 0
		for i := x.heads[x.slot(w)]; i != 0; i = x.next[i-1] {
			steps += stepsOfPlace
			s := x.spans[i-1]
			if equalFold(x.text[s.start:s.end], w) && !yield(word{int(s.start), int(s.end)}) {
				break
			}
		}
		x.effort.spend(steps)
	}
}

// placesOfStem yields where the forms of a word stand: a form at a time.
func (v *view) placesOfStem(stem string) iter.Seq[word] {
	return func(yield func(word) bool) {
		for _, form := range formsOf(stem) {
			for place := range v.index().places(form) {
				if !yield(place) {
					return
				}
			}
		}
	}
}

// hasStem reports whether a form of a word stands in the page.
func (v *view) hasStem(stem string) bool {
	for range v.placesOfStem(stem) {
		return true
	}
	return false
}
