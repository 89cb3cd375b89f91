package rules

import (
	_ "embed"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/command"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed action_safety.md
var actionSafetyPage string

var actionSafety = &gatekeeper.Rule{
	ID:              "action.safety",
	Description:     "an action must not be more dangerous than it says, and a destructive one needs evidence and approval",
	Doc:             actionSafetyPage,
	DefaultSeverity: superbiz.SeverityLowConfid,
	Reads:           gatekeeper.Actions,
	Run:             runActionSafety,
}

func runActionSafety(p *gatekeeper.Pass) error {
	for i := range p.Output.Actions {
		a := &p.Output.Actions[i]
		checkRisk(p, a)
		for j := range a.EvidenceBindings {
			if why := p.Reading.BindingFault(&a.EvidenceBindings[j]); why != "" {
				p.Actionf(a, binding(j), "%s", why)
			}
		}
	}
	return nil
}

// checkRisk compares the risk that an action states with that of its command and of
// what its text tells to do. A risk that is not known is not doubted.
func checkRisk(p *gatekeeper.Pass, a *evidence.Action) {
	byCommand, byText := command.RiskOf(a.Command), command.RiskOfText(a.Text)
	risk := command.Higher(byCommand, byText)
	if command.Below(a.Risk, risk) {
		what := "its command"
		if command.Below(byCommand, risk) {
			what = "what its text tells to do"
		}
		p.Actionf(a, "", "is called %s, but %s is %s", a.Risk, what, risk)
	}
	if command.Higher(a.Risk, risk) != superbiz.RiskDestructive {
		return
	}
	if len(a.EvidenceBindings) == 0 {
		p.Actionf(a, "", "is destructive, and evidence_bindings says nothing of why it should be done")
	}
	if !a.RequiresApproval {
		p.Actionf(a, "", "is destructive, and requires_approval is not true")
	}
}
