package rules

import (
	_ "embed"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed excerpt.md
var excerptPage string

var excerpt = &gatekeeper.Rule{
	ID:              "evidence.excerpt",
	Description:     "excerpt must stand in the output of its binding, word for word",
	Doc:             excerptPage,
	DefaultSeverity: superbiz.SeverityReject,
	Reads:           gatekeeper.Claims,
	Run:             runExcerpt,
}

func runExcerpt(p *gatekeeper.Pass) error {
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		for j := range c.EvidenceBindings {
			checkExcerpt(p, c, j)
		}
	}
	return nil
}

func checkExcerpt(p *gatekeeper.Pass, c *evidence.Claim, i int) {
	b := &c.EvidenceBindings[i]
	if b.Excerpt == nil {
		return
	}
	if _, ok := p.Ledger.BoundBy(b); !ok {
		return // refused already: there is no output to look in
	}
	if p.Reading.HasExcerpt(b) {
		return
	}
	p.Claimf(c, binding(i), "excerpt %s is not in the output of %s%s",
		evidence.Quote(*b.Excerpt), strings.Join(b.SourceInvocationIDs, ", "), p.Reading.ExplainExcerpt(b))
}
