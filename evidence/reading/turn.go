package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// turnsTo reports whether the text turns from an object to another one before a value, by
// a word that is a part of the other's name: api-gw-0 needs 600Mi and etcd 90Mi, where
// the row of the value has etcd-0.
func (c *Claim) turnsTo(s *stated, v *view, t quantity.Token) bool {
	if !c.has(s.clause) || s.owner != "" {
		return false
	}
	names := strings.ToLower(strings.Join(c.namesIn(s.clause), " "))
	words := slices.DeleteFunc(wordsIn(c.turn(s)), func(w string) bool {
		return len(w) < minPlain || !hasLetter(w) || holdsWord(names, strings.ToLower(w))
	})
	return len(words) > 0 && slices.ContainsFunc(v.naming(t), func(i int) bool {
		v.effort.spend(stepsOfWords * maxNear)
		text := v.shown().beginning(i)
		return slices.ContainsFunc(words, func(w string) bool { return isNamePart(text, w) })
	})
}

// turn returns the words before a value from the last comma, conjunction or value on, if
// the clause has one of those behind a name.
func (c *Claim) turn(s *stated) string {
	before := c.claim.Text[s.clause.start:s.token.Start()]
	from := 0
	for _, mark := range []string{", ", " and ", "，", "、"} {
		from = max(from, strings.LastIndex(before, mark)+1)
	}
	named := false
	for _, m := range c.Mentions() {
		switch end := m.End - s.clause.start; {
		case m.Start < s.clause.start || m.End > s.token.Start():
		case m.Kind == KindName && isThingName(m.Text):
			named = named || end <= from
		case m.value != nil && named:
			from = max(from, end)
		}
	}
	if !named {
		return ""
	}
	return before[from:]
}

// isNamePart reports whether a word is a part of a name that a text has.
func isNamePart(text, w string) bool {
	for _, c := range chunks(text) {
		if len(c.text) > len(w) && isThingName(c.text) && holdsWord(strings.ToLower(c.text), strings.ToLower(w)) {
			return true
		}
	}
	return false
}
