package reading

import (
	"iter"
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/canon"
)

// findName returns where a name stands in the page of a view: as spelt, or in a
// spelling that means the same. The offset is -1 when it stands nowhere.
func (v *view) findName(name string) int {
	name = strings.TrimRight(canon.String(name, canon.Value), "-.:,")
	if name == "" {
		return -1
	}
	if at := v.findSpelt(name); at >= 0 {
		return at
	}
	if isSelector(name) {
		return v.findParts(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("{}=,~! ", r) }))
	}
	shape := shapeOf(name)
	if shape != shapePath && strings.Contains(name, "/") {
		return v.findParts(strings.Split(name, "/"))
	}
	switch shape {
	case shapePath:
		return v.findPath(name)
	case shapeColon:
		parts := strings.FieldsFunc(name, func(r rune) bool { return r == ':' })
		if strings.Contains(name, "::") {
			return v.findParts(parts)
		}
		if at := v.findTogether(parts); at >= 0 {
			return at
		}
		return v.findEndpoint(name)
	case shapeDotted, shapeSnake, shapeCamel:
		if at := v.findWords(name); at >= 0 {
			return at
		}
		if at := v.findPiece(name); shape == shapeCamel && at >= 0 {
			return at
		}
		if i := strings.LastIndexByte(name, '.'); i > 0 && !v.isOfOthers(name[i+1:], name[:i]) {
			return v.findName(name[i+1:])
		}
	case shapePlain:
		return v.findWords(name)
	case shapeMixed:
		if at := v.findSuffix(name); at >= 0 {
			return at
		}
		if at := v.findPiece(name); at >= 0 {
			return at
		}
		return v.findAbbreviated(name)
	}
	return -1
}

// isOfOthers reports whether the last step of a dotted name stands behind the dots of
// other names only, and what the name has before it nowhere: orders.PRIMARY, where the
// output has carts.PRIMARY.
func (v *view) isOfOthers(step, before string) bool {
	found := false
	for at := range v.spelt(step) {
		if found = true; byteAt(v.shown().text, at-1) != '.' {
			return false
		}
	}
	return found && v.findName(before) < 0
}

// findSpelt finds a name as it is spelt, in any case, standing alone or as the
// workload in a pod's name.
func (v *view) findSpelt(name string) int {
	for at := range v.spelt(name) {
		return at
	}
	return -1
}

// spelt yields where a name stands as it is spelt.
func (v *view) spelt(name string) iter.Seq[int] {
	return func(yield func(int) bool) {
		text, anchor := v.shown().text, v.index().rarest(name)
		for place := range v.index().places(name[anchor.start:anchor.end]) {
			start := place.start - anchor.start
			end := start + len(name)
			if start >= 0 && end <= len(text) && equalFold(text[start:end], name) && standsAlone(text, start, end) && !yield(start) {
				return
			}
		}
	}
}

// names reports whether a word stands as a name does: as a whole value, cell or
// step of a path, after a kind, or with what controllers put behind it.
func (v *view) names(name string) bool {
	text := v.shown().text
	for start := range v.spelt(name) {
		end := start + len(name)
		if end < len(text) && text[end] == '-' {
			return true
		}
		before := strings.TrimRight(text[:start], " ")
		if isNameEdge(lastByte(before)) && isNameEdge(firstByte(strings.TrimLeft(text[end:], " "))) {
			return true
		}
		if kindNouns.hasNoun(strings.ToLower(before[lastWordStart(before):])) {
			return true
		}
	}
	return false
}

// joins reports whether a word stands with a slash and a name behind it, as a
// namespace does: argocd/parcel-web.
func (v *view) joins(word string) bool {
	text := v.shown().text
	for start := range v.spelt(word) {
		if end := start + len(word); byteAt(text, end) == '/' && isAlnum(byteAt(text, end+1)) && byteAt(text, start-1) != '/' {
			return true
		}
	}
	return false
}

func isNameEdge(c byte) bool { return isEdge(c) || c == '/' }

func lastWordStart(s string) int {
	i := len(s)
	for i > 0 && isAlnum(s[i-1]) {
		i--
	}
	return i
}

// rarest returns the word of a name by which it is looked for: the one that is rare
// more often than not, and where that stands in many places one that does not.
func (x *wordIndex) rarest(name string) word {
	best := rarestRun(name)
	if best.end-best.start == len(name) {
		return best
	}
	for limit := fewPlaces; !x.isRare(name[best.start:best.end], limit); limit *= 4 {
		for w := range wordsOf(name) {
			if x.isRare(name[w.start:w.end], limit) {
				return w
			}
		}
	}
	return best
}

// fewPlaces are so few that no rarer word need be looked for.
const fewPlaces = 16

// isRare reports whether a word stands in fewer places than a limit.
func (x *wordIndex) isRare(w string, limit int) bool {
	n := 0
	for i := x.heads[x.slot(w)]; i != 0 && n < limit; i = x.next[i-1] {
		n++
	}
	x.effort.spend(n * stepsOfPlace)
	return n < limit
}

// rarestRun returns the run of letters and digits of a name that stands in the
// fewest places, more often than not: the longest of those with a digit, or of all.
func rarestRun(s string) word {
	var best word
	weight := 0
	for w := range wordsOf(s) {
		n := w.end - w.start
		if n > 2 && hasDigit(s[w.start:w.end]) {
			n += len(s)
		}
		if n > weight {
			best, weight = w, n
		}
	}
	return best
}

// standsAlone reports whether a span is no part of a longer name, other than the
// name of a pod that a workload of that name owns.
func standsAlone(text string, start, end int) bool {
	if start > 0 && isNameByte(text[start-1]) && isNameByte(text[start]) {
		return false
	}
	if end >= len(text) || !isNameByte(text[end]) || !isNameByte(text[end-1]) {
		return true
	}
	return text[end] == '-' && isPodSuffix(text[end:nameEnd(text, end)])
}

func isNameByte(c byte) bool { return isAlnum(c) || c == '_' || c == '-' }

func nameEnd(text string, i int) int {
	for i < len(text) && isNameByte(text[i]) {
		i++
	}
	return i
}

// isPodSuffix tells what controllers put behind a workload's name: an ordinal, the
// hash of a template, a random part.
func isPodSuffix(suffix string) bool {
	parts := strings.Split(strings.TrimPrefix(suffix, "-"), "-")
	if len(parts) > 2 {
		return false
	}
	for _, part := range parts {
		if part != "" && !isGenerated(part) {
			return false
		}
	}
	return true
}

// safeLetters are those that Kubernetes makes random names of: no vowels, so that
// they spell no words.
const safeLetters = "bcdfghjklmnpqrstvwxz2456789"

func isGenerated(s string) bool {
	switch {
	case strings.Trim(s, "0123456789") == "":
		return len(s) <= 5
	case hasDigit(s):
		return len(s) >= 4 && len(s) <= 10
	}
	return len(s) == 5 && strings.Trim(s, safeLetters) == ""
}

// findPath finds a path without its scheme, and a kind/name or ns/name by parts.
func (v *view) findPath(name string) int {
	if _, rest, ok := strings.Cut(name, "://"); ok {
		return v.findSpelt(strings.TrimRight(rest, "/"))
	}
	if strings.HasPrefix(name, "/") {
		return -1
	}
	parts := strings.Split(name, "/")
	if v.isOneThing(parts) {
		return v.findImage(name)
	}
	return v.findParts(parts)
}

// findTogether finds the parts of a name in one line or object: an image and its
// tag, a host and its port.
func (v *view) findTogether(parts []string) int {
	if len(parts) < 2 {
		return v.findParts(parts)
	}
	tried := 0
	for at := range v.spelt(parts[0]) {
		if tried++; tried > maxNamed {
			break
		}
		if v.allWith(at, parts[1:]) {
			return at
		}
	}
	return -1
}

// allWith reports whether all of some names stand in the line or the object of an
// offset.
func (v *view) allWith(at int, names []string) bool {
	for _, name := range names {
		if !v.standsWith(at, strings.ToLower(name)) {
			return false
		}
	}
	return true
}

// findParts finds each part of a name; kinds among them need not stand anywhere.
func (v *view) findParts(parts []string) int {
	at, found := -1, 0
	for _, part := range parts {
		if part == "" || v.isKindOfGroup(part) {
			continue
		}
		i := v.findName(part)
		if i < 0 {
			return -1
		}
		if at < 0 {
			at = i
		}
		found++
	}
	if found == 0 {
		return -1
	}
	return at
}

// findWords finds the words of a name in a row, however they are joined:
// restart_count, restartCount, "restart count".
func (v *view) findWords(name string) int {
	words := humpsOf(name)
	if len(words) == 0 {
		return -1
	}
	text := v.shown().text
	joined := strings.Join(words, "")
	for place := range v.index().places(joined) {
		if standsApart(text, place.start, place.end) {
			return place.start
		}
	}
	for place := range v.index().places(words[0]) {
		if end := wordsEnd(text, place.start, words); end > 0 && standsApart(text, place.start, end) {
			return place.start
		}
	}
	return -1
}

// humpsOf returns the smallest words of a name in lower case.
func humpsOf(name string) []string { return slices.Collect(humps(name)) }

// humps yields the smallest words of a text in lower case.
func humps(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(text); {
			run := word{i, runEnd(text, i)}
			if run.end == i {
				i += runeLen(text, i)
				continue
			}
			start := run.start
			for j := start + 1; j < run.end; j++ {
				if isHump(text, run, j) {
					if !yield(strings.ToLower(text[start:j])) {
						return
					}
					start = j
				}
			}
			if !yield(strings.ToLower(text[start:run.end])) {
				return
			}
			i = run.end
		}
	}
}

// wordsEnd returns where words that begin at a place end, with at most one
// separator between two of them, or 0.
func wordsEnd(text string, at int, words []string) int {
	for i, w := range words {
		if i > 0 && at < len(text) && strings.IndexByte("_- .", text[at]) >= 0 {
			at++
		}
		if at+len(w) > len(text) || !equalFold(text[at:at+len(w)], w) {
			return 0
		}
		at += len(w)
	}
	return at
}

// standsApart reports whether a span is no part of a longer run of letters, but
// for a plural.
func standsApart(text string, start, end int) bool {
	if start > 0 && (text[start-1] == '_' || isAlnum(text[start-1]) && !isUpper(text[start])) {
		return false
	}
	if end < len(text) && lower(text[end]) == 's' {
		end++
	}
	return end >= len(text) || text[end] != '_' && (!isAlnum(text[end]) || isUpper(text[end]) && isLower(text[end-1]))
}
