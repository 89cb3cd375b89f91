package rules

import (
	_ "embed"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence/reading"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed entities.md
var entitiesPage string

var entities = &gatekeeper.Rule{
	ID:              "evidence.entities",
	Description:     "a named object in a claim must stand in the bound output",
	Doc:             entitiesPage,
	DefaultSeverity: superbiz.SeverityReject,
	Reads:           gatekeeper.Claims,
	Run:             runEntities,
}

func runEntities(p *gatekeeper.Pass) error {
	for i := range p.Output.Claims {
		reportMentions(p, &p.Output.Claims[i], func(k reading.Kind) bool { return k == reading.KindName })
	}
	return nil
}
