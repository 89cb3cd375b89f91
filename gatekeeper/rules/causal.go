package rules

import (
	_ "embed"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/cause"
	"github.com/superbizagent/superbizagent/evidence/wording"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed causal.md
var causalPage string

var causal = &gatekeeper.Rule{
	ID:              "evidence.causal",
	Description:     "a cause must rest on two pieces of evidence, come before its effect, and not be stated as an observation",
	Doc:             causalPage,
	DefaultSeverity: superbiz.SeverityLowConfid,
	Reads:           gatekeeper.Claims,
	Run:             runCausal,
}

func runCausal(p *gatekeeper.Pass) error {
	outputs := wording.NewOutputs(cause.List())
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		sources, ok := p.Ledger.Bound(&c.Claim)
		if !ok {
			continue // refused already
		}
		switch c.ClaimType {
		case superbiz.ClaimCausal:
			checkCause(p, c)
		case superbiz.ClaimObservation:
			checkCausalWords(p, c, sources, outputs)
		}
	}
	return nil
}

// checkCause looks at what a causal claim cites, and at the order of its times.
func checkCause(p *gatekeeper.Pass, c *evidence.Claim) {
	if len(citations(p, c)) < 2 {
		p.Claimf(c, "", "is a causal claim that cites one thing only: cite what shows the cause, and what shows the effect")
	}
	if first, second, ok := cause.Backwards(c.Text); ok {
		p.Claimf(c, "text", "the times run backwards: the cause, at %s, is after its effect, at %s",
			evidence.Quote(first), evidence.Quote(second))
	}
}

// checkCausalWords reports a causal word that no bound output has.
func checkCausalWords(p *gatekeeper.Pass, c *evidence.Claim, sources []*evidence.Source, outputs *wording.Outputs) {
	for _, m := range cause.Words(c.Text) {
		if !outputs.Have(sources, m.Phrase) {
			p.Claimf(c, "text", "states a cause (%s) as an observation: state what was seen, and put the cause into a hypothesis",
				evidence.Quote(m.Phrase))
			return
		}
	}
}

// citations returns the distinct things that a claim cites: places in the output of
// a call, or the call where no place is named.
func citations(p *gatekeeper.Pass, c *evidence.Claim) map[string]bool {
	cited := make(map[string]bool)
	add := func(id, rawPath string) {
		if path, err := evidence.ParsePath(rawPath); err == nil {
			rawPath = path.String() // $.a and $['a'] are one
		}
		cited[id+" "+rawPath] = true
	}
	for i := range c.EvidenceBindings {
		b := &c.EvidenceBindings[i]
		for _, id := range b.SourceInvocationIDs {
			for _, rawPath := range placesOf(p, b) {
				add(id, rawPath)
			}
		}
	}
	for _, d := range c.Derivations {
		for _, operand := range d.Operands {
			add(operand.InvocationID, operand.RawPath)
		}
	}
	return cited
}

// placesOf returns the paths that a binding cites; that of the value with the excerpt
// where it has no raw_path, and "" where it names no place.
func placesOf(p *gatekeeper.Pass, b *superbiz.EvidenceBinding) []string {
	var out []string
	if b.RawPath != "" {
		out = append(out, b.RawPath)
	} else if place, ok := p.Reading.Excerpt(b); ok {
		out = append(out, place.Path.String())
	}
	for _, a := range b.Assertions {
		out = append(out, a.RawPath)
	}
	if len(out) == 0 {
		out = append(out, "")
	}
	return out
}
