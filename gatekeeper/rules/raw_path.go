package rules

import (
	_ "embed"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed raw_path.md
var rawPathPage string

var rawPath = &gatekeeper.Rule{
	ID:              "evidence.raw_path",
	Description:     "raw_path must exist in retrieval_details.evidence_refs",
	Doc:             rawPathPage,
	DefaultSeverity: superbiz.SeverityReject,
	Reads:           gatekeeper.Claims,
	Run:             runRawPath,
}

func runRawPath(p *gatekeeper.Pass) error {
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		for j := range c.EvidenceBindings {
			checkBindingPaths(p, c, j)
		}
		checkOperandPaths(p, c)
	}
	return nil
}

// checkBindingPaths looks at the raw_path of a binding and of its assertions.
func checkBindingPaths(p *gatekeeper.Pass, c *evidence.Claim, i int) {
	b := &c.EvidenceBindings[i]
	sources, ok := p.Ledger.BoundBy(b)
	if !ok {
		return // refused already: there is no output to look in
	}
	report := func(text, why string) {
		if why != "" {
			p.Claimf(c, binding(i), "raw_path %s %s", evidence.Quote(text), why)
		}
	}
	if b.RawPath != "" {
		report(b.RawPath, unresolved(c, sources, b.RawPath, evidence.UseValue))
	}
	for _, a := range b.Assertions {
		report(a.RawPath, unresolved(c, sources, a.RawPath, evidence.UseOfAssertion(a)))
	}
}

// checkOperandPaths looks at the operands of derivations. One of a call that the
// claim does not bind is left to the rule that computes.
func checkOperandPaths(p *gatekeeper.Pass, c *evidence.Claim) {
	bound, ok := p.Ledger.Bound(&c.Claim)
	if !ok {
		return
	}
	for i, d := range c.Derivations {
		for j, operand := range d.Operands {
			for _, s := range bound {
				if s.Invocation.InvocationID != operand.InvocationID {
					continue
				}
				why := unresolved(c, []*evidence.Source{s}, operand.RawPath, evidence.UseOfOperand(d.Op))
				if why != "" {
					below := fmt.Sprintf("derivations[%d].operands[%d]", i, j)
					p.Claimf(c, below, "raw_path %s %s", evidence.Quote(operand.RawPath), why)
				}
			}
		}
	}
}

// unresolved says why a path exists in none of the rows, or nothing. The sentinel
// is looked at in absence claims only; elsewhere it has a rule of its own.
func unresolved(c *evidence.Claim, sources []*evidence.Source, text string, use evidence.Use) string {
	path, err := evidence.ParsePath(text)
	if err != nil {
		return "is no path: " + err.Error()
	}
	if path.IsNoEvidence() && c.ClaimType != superbiz.ClaimAbsence {
		return ""
	}
	for _, s := range sources {
		if s.Cites(path, use) {
			return ""
		}
	}
	why := sources[0].Explain(path)
	if more := len(sources) - 1; more > 0 {
		why += fmt.Sprintf(" (nor in the %d other calls of the binding)", more)
	}
	return why
}
