package reading

import (
	"slices"
	"sync"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// Claim is what one claim states, and the outputs that it binds.
type Claim struct {
	reader *Reader
	claim  *evidence.Claim
	bound  []*view

	once     sync.Once
	mentions []Mention
}

// Mentions returns what the claim's text states, in text order.
func (c *Claim) Mentions() []Mention {
	c.once.Do(func() {
		c.mentions = slices.DeleteFunc(Mentions(c.claim.Text), func(m Mention) bool {
			return m.weak && !c.known(m)
		})
	})
	return c.mentions
}

// known reports whether a hyphenated word is a name: the run has it, and outside
// the bound output in a place where names stand.
func (c *Claim) known(m Mention) bool {
	return c.StandsInBound(m) || slices.ContainsFunc(c.reader.others(c.bound), func(v *view) bool { return v.names(m.Text) })
}

// StandsInBound reports whether a mention stands in the bound output of the claim.
func (c *Claim) StandsInBound(m Mention) bool {
	if m.Kind == KindValue {
		return c.standsValue(m.value, whole(c.bound)) || c.claim.ClaimType == superbiz.ClaimAbsence && c.standsValue(m.value, whole(c.calls()))
	}
	return slices.ContainsFunc(c.bound, func(v *view) bool {
		return v.stands(m) || c.readsArguments(m) && v.callView().stands(m)
	})
}

// calls returns the arguments and scopes of the bound calls.
func (c *Claim) calls() []*view {
	var out []*view
	for _, v := range c.bound {
		out = append(out, v.callView())
	}
	return out
}

// readsArguments tells what a model's own arguments may show: names, and in an
// absence claim what was looked for.
func (c *Claim) readsArguments(m Mention) bool {
	return m.Kind == KindName || c.claim.ClaimType == superbiz.ClaimAbsence
}

// Elsewhere returns the ids of other calls of the session in whose output a
// mention stands: the claim may have cited the wrong one.
func (c *Claim) Elsewhere(m Mention) []string {
	var ids []string
	for _, v := range c.reader.others(c.bound) {
		if v.stands(m) || m.Kind == KindValue && v.holdsValue(m.value) {
			ids = append(ids, v.source.Invocation.InvocationID)
		}
	}
	return ids
}

// Stands reports whether a mention need not be doubted by the Gatekeeper: it stands
// in the bound output or is declared.
func (c *Claim) Stands(m Mention) bool { return c.StandsInBound(m) || c.Declared(m) }

// Declared reports whether a true assertion or derivation of the claim states a
// mention.
func (c *Claim) Declared(m Mention) bool { return false }
