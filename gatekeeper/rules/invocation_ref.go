package rules

import (
	_ "embed"
	"fmt"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed invocation_ref.md
var invocationRefPage string

var invocationRef = &gatekeeper.Rule{
	ID:              "evidence.invocation_ref",
	Description:     "source_invocation_ids must be calls of tool_name in the current session",
	Doc:             invocationRefPage,
	DefaultSeverity: superbiz.SeverityReject,
	Locked:          true,
	LeavesOutputs:   true,
	Reads:           gatekeeper.Claims,
	Run:             runInvocationRef,
}

func runInvocationRef(p *gatekeeper.Pass) error {
	if p.Ledger.OwnRows() == 0 && citesIDs(p.Output.Claims) {
		p.Report(superbiz.Finding{Message: noSession(p.Ledger.SessionID())})
		return nil
	}
	if n := p.Ledger.Unnamed(); n > 0 {
		p.Report(superbiz.Finding{Message: fmt.Sprintf("%d of the tool_invocations have no invocation_id", n)})
	}
	for _, id := range p.Ledger.Duplicates() {
		p.Report(superbiz.Finding{
			Message: evidence.Quote(id) + " is the id of several tool_invocations: what it stands for cannot be told",
		})
	}
	for i := range p.Output.Claims {
		checkReferences(p, &p.Output.Claims[i])
	}
	return nil
}

// noSession says why no id of the output can be looked up.
func noSession(id string) string {
	if id == "" {
		return "there is no session_id, so no source_invocation_ids can be looked up"
	}
	return "no tool_invocation is of session " + evidence.Quote(id) + ", so no source_invocation_ids can be looked up"
}

func citesIDs(claims []evidence.Claim) bool {
	return slices.ContainsFunc(claims, func(c evidence.Claim) bool {
		return len(c.Derivations) > 0 || slices.ContainsFunc(c.EvidenceBindings, func(b superbiz.EvidenceBinding) bool {
			return len(b.SourceInvocationIDs) > 0
		})
	})
}

func checkReferences(p *gatekeeper.Pass, c *evidence.Claim) {
	for i := range c.EvidenceBindings {
		b, below := &c.EvidenceBindings[i], binding(i)
		if len(b.SourceInvocationIDs) == 0 {
			p.Claimf(c, below, "source_invocation_ids must be an array of at least one invocation_id")
		}
		for _, id := range distinct(b.SourceInvocationIDs) {
			if why := reference(p.Ledger, id, b.ToolName); why != "" {
				p.Claimf(c, below, "%s", why)
			}
		}
	}
	for i, d := range c.Derivations {
		for j, operand := range d.Operands {
			if s := p.Ledger.Lookup(operand.InvocationID); s == nil || s.Foreign() {
				p.Claimf(c, fmt.Sprintf("derivations[%d].operands[%d]", i, j), "%s", unknown(operand.InvocationID))
			}
		}
	}
}

// distinct returns each id once, in the order of first mention.
func distinct(ids []string) []string {
	if len(ids) < 2 {
		return ids
	}
	seen := make(map[string]bool, len(ids))
	var out []string
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// reference says what is wrong with one id of a binding, or nothing.
func reference(ledger *evidence.Ledger, id, tool string) string {
	s := ledger.Lookup(id)
	switch {
	case id == "":
		return "source_invocation_ids holds an id that is empty or no string"
	case s == nil || s.Foreign():
		return unknown(id)
	case s.Invocation.ToolName != tool:
		return fmt.Sprintf("tool_name is %s, but %s is a call of %s",
			evidence.Quote(tool), evidence.Quote(id), evidence.Quote(s.Invocation.ToolName))
	}
	return ""
}

// unknown does not tell an id of another session from one that is nowhere: what
// other sessions hold is not told.
func unknown(id string) string {
	return "source_invocation_ids not found in current session: " + evidence.Quote(id)
}

// binding is the place of a binding below its claim.
func binding(i int) string { return fmt.Sprintf("evidence_bindings[%d]", i) }
