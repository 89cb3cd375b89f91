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
	return c.elementsIn(s, want) || slices.ContainsFunc(c.bound, func(v *view) bool {
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
		if i > 0 && len(w) > 3 && s.isPart && isCapitalised(w) { // a state
			out = append(out, []string{w})
		}
	}
	return append(out, c.codesBeside(s)...)
}

// codesBeside returns the status codes in the clause of a number: 2 requests got 502.
func (c *Claim) codesBeside(s *stated) [][]string {
	var out [][]string
	for _, m := range c.Mentions() {
		if m.Kind == KindValue && m.value != s && m.Start >= s.clause.start && m.End <= s.clause.end && isStatusCode(m.Text) {
			out = append(out, []string{m.Text})
		}
	}
	return out
}

// isStatusCode tells three digits that HTTP answers with.
func isStatusCode(text string) bool {
	return len(text) == 3 && text[0] >= '1' && text[0] <= '5' && strings.Trim(text, "0123456789") == ""
}

// elementsIn reports whether as many rows of a table, or elements of a list, have a word
// behind the number for a cell or value: 3 of them active.
func (c *Claim) elementsIn(s *stated, want int64) bool {
	if !c.has(s.clause) || s.token.End() > s.clause.end {
		return false
	}
	for _, w := range wordsIn(c.claim.Text[s.token.End():s.clause.end]) {
		folded := strings.ToLower(w)
		if len(w) < minPlain || stopWords.hasNoun(folded) || countedStems.has(stem(folded)) {
			continue
		}
		for _, v := range c.bound {
			if v.hasWhole(folded) && v.elementsWith(folded, want) {
				return true
			}
		}
	}
	return false
}

// elementsWith reports whether a word stands in so many rows or elements of one list.
func (v *view) elementsWith(w string, want int64) bool {
	seen, counts := make(map[level]bool), make(map[int]int64)
	tried := 0
	for at := range v.spelt(w) {
		if tried++; tried > maxSaid {
			return false
		}
		for _, l := range v.levels(v.shown().lineAt(at)) {
			if !seen[l] {
				seen[l] = true
				counts[l.list]++
			}
		}
	}
	for _, n := range counts {
		if n == want {
			return true
		}
	}
	return false
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
		if w != "" && !holdsWord(text, w) {
			return false
		}
	}
	return true
}
