package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/canon"
)

// clause is the part of a claim's text that one statement of it takes.
type clause struct {
	text       string
	start, end int
}

// clauseMarks end a statement, so that what follows may be about another object.
var clauseMarks = []string{
	"; ", ". ", " while ", " whereas ", " meanwhile ", " but ", " although ", " — ", ", and ", ", with ", ", which ",
	"。", "；", "，",
}

// clauseAt returns the clause of a text that an offset is in: from behind the last
// mark before it to the first one after it. Two marks may share a blank.
func clauseAt(text string, at int) clause {
	c := clause{end: len(text)}
	for i := range len(text) {
		n := markAt(text[i:])
		switch {
		case n > 0 && i+n <= at:
			c.start = max(c.start, i+n)
		case n > 0 && i >= at:
			c.end = i
			c.text = text[c.start:c.end]
			return c
		}
	}
	c.text = text[c.start:c.end]
	return c
}

// markAt returns the length of the mark that a text begins with, or 0.
func markAt(text string) int {
	switch c := text[0]; {
	case c > ';' && c < firstHan, c < ' ', isDigit(c):
		return 0
	case c == ' ' && (len(text) < 2 || strings.IndexByte("wmba—", text[1]) < 0): // most blanks
		return 0
	}
	for _, mark := range clauseMarks {
		if text[0] == mark[0] && strings.HasPrefix(text, mark) {
			return len(mark)
		}
	}
	return 0
}

// subjectsOf returns the names that a value may be of: the one that it stands
// behind, else those of its clause, else all that the claim has. Where those of its
// clause have values of their own there is none.
func (c *Claim) subjectsOf(s *stated) []string {
	owner := canon.String(s.owner, canon.Value)
	if owner != "" && slices.ContainsFunc(c.bound, func(v *view) bool { return v.findSpelt(owner) >= 0 }) {
		return []string{owner}
	}
	names := c.namesIn(s.clause)
	switch {
	case len(names) == 0:
		return c.standingNames()
	case c.allTaken(s):
		return nil
	}
	return names
}

// namesIn returns the names in a clause of the claim's text, whether they stand or
// not, and none for a clause of another text.
func (c *Claim) namesIn(in clause) []string {
	if !c.has(in) {
		return nil
	}
	var out []string
	for _, m := range c.Mentions() {
		if m.Kind == KindName && m.Start >= in.start && m.End <= in.end {
			out = append(out, canon.String(m.Text, canon.Value))
		}
	}
	return out
}

// has tells a clause of the claim's text from one of another text.
func (c *Claim) has(in clause) bool {
	return in.end <= len(c.claim.Text) && len(clauseAt(c.claim.Text, in.start).text) == len(in.text)
}

// wordsBetweenValues returns the words of a clause that say what its values are of: in
// 10 min and 384Mi there are none.
func (c *Claim) wordsBetweenValues(in clause) []string {
	if !c.has(in) {
		return wordsIn(in.text)
	}
	var out []string
	from := 0
	for _, m := range c.Mentions() {
		if start, end := m.Start-in.start, m.End-in.start; m.Kind == KindValue && start >= from && end <= len(in.text) {
			out = append(out, wordsIn(in.text[from:start])...)
			from = end
		}
	}
	return append(out, wordsIn(in.text[from:])...)
}

// contrasts are the words by which a claim speaks of more objects than it names, or
// of all of them at once.
var contrasts = setOf(`
	other others rest remaining else another both all each every respectively average avg mean median total sum overall combined together
	aggregate maximum max minimum min highest lowest peak top versus vs than compared baseline normal sibling siblings neighbour neighbor
	neighbours neighbors neighbouring peers
	next besides apart except unlike instead one ones several some first second third last
	pods nodes hosts instances services deployments brokers groups
`)

// hanContrasts are those of Chinese.
var hanContrasts = []string{"其他", "其余", "其它", "平均", "总", "合计", "分别", "所有", "全部", "均"}

// hasContrast reports whether one of some words speaks of further objects.
func hasContrast(words []string) bool {
	for i, w := range words {
		w = strings.ToLower(w)
		if contrasts.has(w) && !(w == "last" && i+1 < len(words) && strings.HasSuffix(words[i+1], "ed")) { // last exited
			return true
		}
		if mayHaveHan(w) && slices.ContainsFunc(hanContrasts, func(han string) bool { return strings.Contains(w, han) }) {
			return true
		}
	}
	return false
}
