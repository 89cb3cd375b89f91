package reading

import (
	"slices"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// Time returns the time that a mention states.
func (m Mention) Time() (quantity.Token, bool) {
	if m.Kind != KindValue || m.value.token.Kind() != quantity.Moment {
		return quantity.Token{}, false
	}
	return m.value.token, true
}

// StandsInOutput reports whether a mention stands in what the bound calls returned,
// whatever was asked of them.
func (c *Claim) StandsInOutput(m Mention) bool {
	if m.Kind == KindValue {
		return c.standsValue(m, whole(c.bound))
	}
	return slices.ContainsFunc(c.bound, func(v *view) bool { return v.stands(m) })
}

// StandsIn reports whether a mention stands in the output of one call, in its
// arguments or in its scope.
func (c *Claim) StandsIn(s *evidence.Source, m Mention) bool {
	v := c.reader.view(s)
	views := []*view{v, v.askedView(), v.callView()}
	if m.Kind == KindValue {
		return c.standsValue(m, whole(views))
	}
	return slices.ContainsFunc(views, func(v *view) bool { return v.stands(m) })
}

// Name returns a mention of a name by itself, for what is known to be one.
func Name(name string) Mention { return Mention{Kind: KindName, Text: name, End: len(name)} }
