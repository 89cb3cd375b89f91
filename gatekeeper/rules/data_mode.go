package rules

import (
	_ "embed"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed data_mode.md
var dataModePage string

var dataMode = &gatekeeper.Rule{
	ID:              "evidence.data_mode",
	Description:     "in a live run, a claim must not rest on recordings alone",
	Doc:             dataModePage,
	DefaultSeverity: superbiz.SeverityLowConfid,
	Reads:           gatekeeper.Claims,
	Run:             runDataMode,
}

func runDataMode(p *gatekeeper.Pass) error {
	if p.RunMode != superbiz.RunLive {
		return nil
	}
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		sources, ok := p.Ledger.Bound(&c.Claim)
		if !ok || slices.ContainsFunc(sources, isLive) {
			continue
		}
		p.Claimf(c, "", "rests on recordings alone, and the run is live: cite a call that asked the living system")
	}
	return nil
}

// isLive takes a data_mode that is not known for a recording: nobody vouches for it.
func isLive(s *evidence.Source) bool { return s.Invocation.DataMode == superbiz.DataLive }
