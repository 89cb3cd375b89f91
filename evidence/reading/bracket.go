package reading

import (
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// glossed returns the value right before another one of a text, which that one follows
// in brackets.
func glossed(values []quantity.Token, i int, text string) string {
	if i == 0 || text[values[i-1].End():values[i].Start()] != " (" {
		return ""
	}
	return values[i-1].Literal
}

// isOtherBracket reports whether an output puts another value in brackets behind the one
// that a stated value follows in brackets, and nowhere the stated one: 24Gi (80%), where
// the text has 24Gi (40%).
func (v *view) isOtherBracket(s *stated, t quantity.Token) bool {
	if s.glosses == "" {
		return false
	}
	other := false
	p := v.shown()
	for start := range v.spelt(s.glosses) {
		open := start + len(s.glosses)
		if !strings.HasPrefix(p.text[open:], " (") {
			continue
		}
		end := min(len(p.text), open+maxUnit)
		for _, in := range v.tokensIn(open, end) {
			if in.Start() == open+len(" (") && in.Dimension() == t.Dimension() && in.Kind() == t.Kind() {
				if quantity.Equal(s.token, in) {
					return false
				}
				other = true
			}
		}
	}
	return other
}
