package rules

import (
	_ "embed"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed coverage.md
var coveragePage string

var coverage = &gatekeeper.Rule{
	ID:              "evidence.coverage",
	Description:     "an output should make claims, and missing_info should cite calls that are there",
	Doc:             coveragePage,
	DefaultSeverity: superbiz.SeverityLowConfid,
	Reads:           gatekeeper.Claims | gatekeeper.MissingInfo,
	Run:             runCoverage,
}

func runCoverage(p *gatekeeper.Pass) error {
	if makesNoClaim(p.Parsed.Document) {
		p.Report(superbiz.Finding{Target: "claims", Message: "is empty: nothing was claimed, only what is missing is known"})
	}
	for _, m := range p.Output.MissingInfo {
		for i, id := range m.SourceInvocationIDs {
			if s := p.Ledger.Lookup(id); s == nil || s.Foreign() {
				p.Report(superbiz.Finding{
					Target:  fmt.Sprintf("%s.source_invocation_ids[%d]", m.Target, i),
					Message: evidence.Quote(id) + " is not found in current session",
				})
			}
		}
	}
	return nil
}

// makesNoClaim tells an output without claims from one whose claims are malformed.
func makesNoClaim(doc *evidence.Document) bool {
	if doc == nil {
		return false
	}
	claims := doc.Root().Member("claims")
	return claims.Kind() == evidence.KindArray && claims.Len() == 0
}
