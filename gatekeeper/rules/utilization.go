package rules

import (
	_ "embed"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed utilization.md
var utilizationPage string

// minShare is the parameter of the share of calls that must be cited.
const minShare = "min_share"

var utilization = &gatekeeper.Rule{
	ID:              "evidence.utilization",
	Description:     "claims should cite a fair share of the calls that returned data",
	Doc:             utilizationPage,
	DefaultSeverity: superbiz.SeverityWarn,
	Reads:           gatekeeper.Claims,
	Params: []gatekeeper.Param{{
		Name: minShare, Doc: "the least share of the calls with data that some claim must cite",
		Default: 0.2, Min: 0, Max: 1,
	}},
	Run: runUtilization,
}

func runUtilization(p *gatekeeper.Pass) error {
	cited := citedIDs(p.Output.Claims)
	used, total := 0, 0
	for _, s := range p.Ledger.Sources() {
		if s.Foreign() || !s.Usable() || s.Empty() {
			continue
		}
		total++
		if cited[s.Invocation.InvocationID] {
			used++
		}
	}
	if total > 0 && float64(used)/float64(total) < p.Param(minShare) {
		p.Report(superbiz.Finding{Message: fmt.Sprintf(
			"%d of the %d calls that returned data are cited by a claim: say what the others showed, or make fewer", used, total)})
	}
	return nil
}

func citedIDs(claims []evidence.Claim) map[string]bool {
	cited := map[string]bool{}
	for _, c := range claims {
		for _, b := range c.EvidenceBindings {
			for _, id := range b.SourceInvocationIDs {
				cited[id] = true
			}
		}
	}
	return cited
}
