package gatekeeper

import (
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// Pass is one rule's view of one run: the case, the rule's parameters, and where
// findings go. It must not be used after Run returns.
type Pass struct {
	*Case
	entry    entry
	findings []superbiz.Finding
}

// Param returns a parameter of the rule as configured. A name that the rule does
// not declare is a fault of the rule; it panics, and the gate fails closed.
func (p *Pass) Param(name string) float64 {
	v, ok := p.entry.params[name]
	if !ok {
		panic("rule " + p.entry.rule.ID + " reads undeclared parameter " + name)
	}
	return v
}

// Report adds a finding; its rule and severity are filled in here. Findings are
// reported in document order.
func (p *Pass) Report(f superbiz.Finding) {
	f.RuleID, f.Severity = p.entry.rule.ID, p.entry.severity
	p.findings = append(p.findings, f)
}

// Claimf reports a finding on a claim, at its target or at a part below it.
func (p *Pass) Claimf(c *evidence.Claim, below, format string, args ...any) {
	p.Report(superbiz.Finding{ClaimID: c.ClaimID, Target: at(c.Target, below), Message: fmt.Sprintf(format, args...)})
}

// Hypothesisf reports a finding on a hypothesis.
func (p *Pass) Hypothesisf(h *evidence.Hypothesis, below, format string, args ...any) {
	p.Report(superbiz.Finding{HypothesisID: h.HypothesisID, Target: at(h.Target, below), Message: fmt.Sprintf(format, args...)})
}

// Actionf reports a finding on a recommended action.
func (p *Pass) Actionf(a *evidence.Action, below, format string, args ...any) {
	p.Report(superbiz.Finding{ActionID: a.ActionID, Target: at(a.Target, below), Message: fmt.Sprintf(format, args...)})
}

func at(target, below string) string {
	if below == "" {
		return target
	}
	return target + "." + below
}
