package reading

import (
	"slices"
	"strings"
)

// equalities are the words and signs that stand between a key and its value.
var equalities = []string{" is ", " was ", " at ", " of ", " = ", "=", ": ", " 为 ", "为", " 是 ", "是"}

// isTaken reports whether a name is a key with a value of its own, other than the stated
// one, behind it: the first two words of "pool_wait_ms is 41 and 7 clients wait" say
// nothing of the clients.
func (c *Claim) isTaken(name Mention, s *stated) bool {
	if shape := shapeOf(name.Text); shape != shapeSnake && shape != shapeCamel {
		return false
	}
	rest := c.claim.Text[name.End:]
	for _, equality := range equalities {
		behind, ok := strings.CutPrefix(rest, equality)
		if !ok {
			continue
		}
		at := len(c.claim.Text) - len(behind)
		return at != s.token.Start() && slices.ContainsFunc(c.Mentions(), func(m Mention) bool { return m.Kind == KindValue && m.Start == at })
	}
	return false
}

// allTaken reports whether a clause has names, and all of them have values of their own.
func (c *Claim) allTaken(s *stated) bool {
	if !c.has(s.clause) {
		return false
	}
	taken := false
	for _, m := range c.Mentions() {
		if m.Kind != KindName || m.Start < s.clause.start || m.End > s.clause.end {
			continue
		}
		if !c.isTaken(m, s) {
			return false
		}
		taken = true
	}
	return taken
}
