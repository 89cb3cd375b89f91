package reading

import (
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// shownIDs is how many ids of other calls a message names.
const shownIDs = 3

// Explain says why a mention does not stand, for a message: where it stands
// instead, or what is nearest to it.
func (c *Claim) Explain(m Mention) string {
	why := "stands nowhere in the bound output"
	if m.space != "" {
		if other := c.otherSpace(m); other != "" {
			return "stands in the bound output in namespace " + evidence.Quote(other) + ", and not in " + evidence.Quote(m.space)
		}
	}
	if m.Kind == KindValue {
		why = c.explainValue(m)
	}
	end, ok := c.reader.effort.explain()
	if !ok {
		return why
	}
	defer end()
	if ids := c.Elsewhere(m); len(ids) > 0 {
		return why + "; misattributed: it stands in " + evidence.List(ids, shownIDs)
	}
	switch m.Kind {
	case KindName:
		if name := c.Nearest(m.Text); name != "" {
			return why + "; nearest is " + evidence.Quote(name)
		}
	case KindQuote:
		if d := nearestAltered(c.bound, m.Text); d != "" {
			return why + "; altered quote: " + d
		}
	}
	return why
}

// ExplainExcerpt says where an excerpt that its binding does not have stands
// instead, or how it was altered; "" when neither is known.
func (r *Reader) ExplainExcerpt(b *superbiz.EvidenceBinding) string {
	sources, _ := r.ledger.BoundBy(b)
	if b.Excerpt == nil {
		return ""
	}
	var bound []*view
	for _, s := range sources {
		bound = append(bound, r.view(s))
	}
	q := newQuote(*b.Excerpt)
	if q.isShort() {
		return "; fewer than 3 characters are a quote only as a whole line, value or cell"
	}
	end, ok := r.effort.explain()
	if !ok {
		return ""
	}
	defer end()
	var ids []string
	for _, v := range r.others(bound) {
		if v.has(q) {
			ids = append(ids, v.source.Invocation.InvocationID)
		}
	}
	if len(ids) > 0 {
		return "; it stands in " + evidence.List(ids, shownIDs)
	}
	if d := nearestAltered(bound, *b.Excerpt); d != "" {
		return "; altered quote: " + d
	}
	return ""
}

// nearestAltered describes how a quote differs from the line that is most like it.
func nearestAltered(views []*view, text string) string {
	best, bestShare := "", 0.0
	for _, v := range views {
		if d, share := v.altered(text); share > bestShare {
			best, bestShare = d, share
		}
	}
	return best
}

// Nearest returns the name in the bound output that is spelt most like another
// one, or "" when none is.
func (c *Claim) Nearest(name string) string {
	best, least := "", len(name)/3+1
	for _, v := range c.bound {
		for _, candidate := range v.namesIn() {
			if n := len(candidate) - len(name); n >= least || -n >= least {
				continue
			}
			v.effort.spend(len(name) * len(candidate))
			if d := distance(strings.ToLower(name), strings.ToLower(candidate), least); d < least {
				best, least = candidate, d
			}
		}
	}
	return best
}
