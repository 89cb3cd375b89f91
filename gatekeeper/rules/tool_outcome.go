package rules

import (
	_ "embed"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed tool_outcome.md
var toolOutcomePage string

var toolOutcome = &gatekeeper.Rule{
	ID:              "evidence.tool_outcome",
	Description:     "a claim must rest on calls that succeeded, and one that something was seen on a call that found something",
	Doc:             toolOutcomePage,
	DefaultSeverity: superbiz.SeverityReject,
	Locked:          true,
	Reads:           gatekeeper.Claims,
	Run:             runToolOutcome,
}

func runToolOutcome(p *gatekeeper.Pass) error {
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		for j := range c.EvidenceBindings {
			checkOutcomes(p, c, j)
		}
		if c.ClaimType != superbiz.ClaimAbsence && foundNothing(p.Ledger, &c.Claim) {
			p.Claimf(c, "", "is %s claim, but every call that it cites found nothing: state an absence claim, or cite what was seen",
				withArticle(c.ClaimType))
		}
	}
	return nil
}

// checkOutcomes reports the calls of a binding that ended without a result.
// References that are not sound are left to their own rule.
func checkOutcomes(p *gatekeeper.Pass, c *evidence.Claim, i int) {
	b := &c.EvidenceBindings[i]
	for _, id := range distinct(b.SourceInvocationIDs) {
		s := p.Ledger.Cited(id, b.ToolName)
		if s == nil {
			continue
		}
		if why := outcome(s); why != "" {
			p.Claimf(c, binding(i), "%s", why)
		}
	}
}

// outcome says why a call proves nothing, or nothing. Only one status and two
// kinds of result count as success: a word that is not known is none of them.
func outcome(s *evidence.Source) string {
	id := evidence.Quote(s.Invocation.InvocationID)
	switch s.Invocation.Status {
	case superbiz.InvocationSucceeded:
		return result(s)
	case superbiz.InvocationFailed:
		return "the call " + id + " failed: it shows nothing, and belongs in missing_info"
	case superbiz.InvocationTimeout:
		return "the call " + id + " timed out: it shows nothing, and belongs in missing_info"
	case superbiz.InvocationDenied:
		return "the call " + id + " was denied: it shows nothing, and belongs in missing_info"
	case superbiz.InvocationSkipped:
		return "the call " + id + " was skipped: it never ran"
	case superbiz.InvocationRunning:
		return "the call " + id + " is still running: it has no result yet"
	default:
		return "the call " + id + " has status " + evidence.Quote(string(s.Invocation.Status)) + ", which is no success"
	}
}

func result(s *evidence.Source) string {
	id := evidence.Quote(s.Invocation.InvocationID)
	if !s.Usable() {
		return "the call " + id + " has result_kind " + evidence.Quote(string(s.Invocation.ResultKind)) + ": it has no result to cite"
	}
	if _, err := s.Output(); err != nil {
		return "the call " + id + " has an output that cannot be read, so that it shows nothing (" + err.Error() + "): ask the tool for less, and cite that call"
	}
	return ""
}

// foundNothing reports whether all calls of a claim ran, and all found nothing.
func foundNothing(ledger *evidence.Ledger, c *superbiz.Claim) bool {
	sources, ok := ledger.Bound(c)
	for _, s := range sources {
		if !s.Empty() {
			return false
		}
	}
	return ok
}
