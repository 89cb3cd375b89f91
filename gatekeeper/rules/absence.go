package rules

import (
	_ "embed"

	superbiz "github.com/superbizagent/superbizagent"
	proof "github.com/superbizagent/superbizagent/evidence/absence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed absence.md
var absencePage string

var absence = &gatekeeper.Rule{
	ID:              "evidence.absence",
	Description:     "that something is not there must be shown by a complete search for it, and say no more",
	Doc:             absencePage,
	DefaultSeverity: superbiz.SeverityReject,
	Reads:           gatekeeper.Claims,
	Run:             runAbsence,
}

func runAbsence(p *gatekeeper.Pass) error {
	prover := proof.NewProver(p.Ledger, p.Reading)
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		for _, fault := range prover.Faults(c) {
			p.Claimf(c, fault.Below, "%s", fault.Message)
		}
	}
	return nil
}
