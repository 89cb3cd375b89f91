package absence

import (
	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// proof is what shows that something was not there.
type proof struct {
	sources  []*evidence.Source // the calls that show it
	asserted bool               // by an assertion on a result, not by an empty one alone
}

// prove collects the calls that found nothing to the end, and those in whose whole
// result an assertion holds that something is not there; or says why there are none.
func (p *Prover) prove(c *evidence.Claim) (proof, string) {
	var out proof
	var cut *evidence.Source
	for i := range c.EvidenceBindings {
		b := &c.EvidenceBindings[i]
		sources, _ := p.ledger.BoundBy(b) // the claim's references are sound
		for _, s := range sources {
			asserted := p.asserts(b, s)
			switch {
			case !asserted && !s.Empty():
			case s.Cut():
				cut = s
			default:
				out.sources = append(out.sources, s)
				out.asserted = out.asserted || asserted
			}
		}
	}
	switch {
	case len(out.sources) > 0:
		return out, ""
	case cut != nil:
		return out, "is an absence claim, but the result of " + evidence.Quote(cut.Invocation.InvocationID) +
			" was cut short: what it left out may be there"
	default:
		return out, "is an absence claim, but no call that it cites found nothing, and no true assertion " +
			"(absent, not_contains, count_eq 0) says that something is not there"
	}
}

// asserts reports whether an assertion of a binding that something is not there holds
// in the output of one of its
// calls.
func (p *Prover) asserts(b *superbiz.EvidenceBinding, s *evidence.Source) bool {
	one := *b
	one.SourceInvocationIDs = []string{s.Invocation.InvocationID}
	for _, a := range b.Assertions {
		if !deniesPresence(a) || p.budget == 0 {
			continue
		}
		p.budget--
		if p.ledger.CheckAssertion(&one, a).Holds {
			return true
		}
	}
	return false
}

func deniesPresence(a superbiz.Assertion) bool {
	switch a.Op {
	case superbiz.OpAbsent, superbiz.OpNotContains:
		return true
	case superbiz.OpCountEq:
		return evidence.UseOfAssertion(a) == evidence.UseAbsence
	}
	return false
}
