package rules

import (
	_ "embed"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/reading"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed values.md
var valuesPage string

var values = &gatekeeper.Rule{
	ID:              "evidence.values",
	Description:     "a value in a claim must stand in the bound output, or follow from it",
	Doc:             valuesPage,
	DefaultSeverity: superbiz.SeverityReject,
	Reads:           gatekeeper.Claims,
	Run:             runValues,
}

func runValues(p *gatekeeper.Pass) error {
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		if len(c.Text) > reading.MaxText {
			p.Claimf(c, "text", "text has %d bytes, more than %d: state one checkable thing in a claim", len(c.Text), reading.MaxText)
			continue
		}
		reportMentions(p, c, func(k reading.Kind) bool { return k != reading.KindName })
	}
	return nil
}

// reportMentions reports what a claim states and its bound output does not have,
// of some kinds, each once.
func reportMentions(p *gatekeeper.Pass, c *evidence.Claim, reads func(reading.Kind) bool) {
	read, ok := p.Reading.Claim(c)
	if !ok {
		return // refused already: there is no output to look in
	}
	reported := make(map[string]bool)
	for _, m := range read.Mentions() {
		if reads(m.Kind) && !reported[m.Text] && !read.Stands(m) {
			reported[m.Text] = true
			p.Claimf(c, "text", "%s %s %s", m.Kind, evidence.Quote(m.Text), read.Explain(m))
		}
	}
}
