package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/canon"
)

// rowsIn reports whether as many lines as a claim counts things hold what it says of
// them: a state, a reason, quoted words, a pair, or their own name. 2 pods are in
// CrashLoopBackOff, 3 warnings, 10 are `1/1 Running`.
func (c *Claim) rowsIn(s *stated) bool {
	n := s.token.Rat()
	if !s.countsBehind && !s.isPart || n == nil || !n.IsInt() || !n.Num().IsInt64() {
		return false
	}
	want := n.Num().Int64()
	for _, said := range c.said(s) {
		for _, v := range c.bound {
			if v.linesWith(said) == want && v.hasRows(s.whole) {
				return true
			}
		}
	}
	return slices.ContainsFunc(c.bound, func(v *view) bool {
		return slices.ContainsFunc(s.keys, func(key []string) bool { return len(key) == 1 && v.linesOf(key[0]) == want })
	})
}

// hasRows reports whether a table has as many rows as there are things, when it is a
// table that has them.
func (v *view) hasRows(things int) bool {
	most, rows := 0, make(map[int32]int)
	for _, h := range v.headers() {
		if h >= 0 {
			rows[h]++
			most = max(most, rows[h])
		}
	}
	return most == 0 || most >= things
}

// said returns what a claim says of the things that it counts, each as the words
// that a line of one of them holds.
func (c *Claim) said(s *stated) [][]string {
	var out [][]string
	for _, m := range c.Mentions() {
		switch {
		case m.Kind == KindPair:
			out = append(out, []string{m.key, m.word})
		case m.Kind == KindQuote:
			out = append(out, strings.Fields(m.Text))
		case m.Kind == KindName && (shapeOf(m.Text) == shapeCamel || shapeOf(m.Text) == shapePlain):
			out = append(out, []string{m.Text})
		}
	}
	for i, w := range wordsIn(s.clause.text) {
		if s.isPart && i > 0 && len(w) > 3 && isCapitalised(w) { // a state
			out = append(out, []string{w})
		}
	}
	return out
}

// linesOf returns in how many lines a noun stands as a level or a type does, with a
// capital and not as a key: Warning, ERROR.
func (v *view) linesOf(stem string) int64 {
	text, seen := v.shown().text, make(map[int]bool)
	for place := range v.placesOfStem(stem) {
		if isUpper(text[place.start]) && byteAt(text, place.end) != ':' {
			v.effort.spend(stepsOfLine)
			if i := v.shown().lineAt(place.start); !slices.Contains(v.headers(), int32(i)) {
				seen[i] = true
			}
		}
	}
	return int64(len(seen))
}

// maxSaid bounds how many lines with one word are looked at.
const maxSaid = 2000

// linesWith returns in how many lines all of some words stand, in any form.
func (v *view) linesWith(words []string) int64 {
	longest := ""
	for i, w := range words {
		words[i] = strings.ToLower(canon.String(w, canon.Value))
		for run := range wordsOf(words[i]) {
			if run.end-run.start > len(longest) {
				longest = words[i][run.start:run.end]
			}
		}
	}
	if longest == "" {
		return -1
	}
	seen, tried := make(map[int]bool), 0
	for place := range v.placesOfStem(longest) {
		if tried++; tried > maxSaid {
			return -1
		}
		i := v.shown().lineAt(place.start)
		v.effort.spend(stepsOfLine)
		if !seen[i] && v.lineHolds(i, words, longest) {
			seen[i] = true
		}
	}
	return int64(len(seen))
}

// lineHolds reports whether the words other than one that is known to do so stand in
// a line.
func (v *view) lineHolds(i int, words []string, known string) bool {
	if len(words) == 1 && words[0] == known {
		return true
	}
	start, end := v.shown().lineSpan(i)
	text := strings.ToLower(v.shown().text[start:min(end, start+maxRow)])
	v.effort.spend(len(words) * len(text))
	for _, w := range words {
		if !holdsWord(text, w) {
			return false
		}
	}
	return true
}
