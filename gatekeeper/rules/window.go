package rules

import (
	_ "embed"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/reading"
	"github.com/superbizagent/superbizagent/evidence/searched"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed window.md
var windowPage string

var window = &gatekeeper.Rule{
	ID:              "evidence.window",
	Description:     "a time in a claim should be inside the windows that its calls searched",
	Doc:             windowPage,
	DefaultSeverity: superbiz.SeverityLowConfid,
	Reads:           gatekeeper.Claims,
	Run:             runWindow,
}

func runWindow(p *gatekeeper.Pass) error {
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		sources, ok := p.Ledger.Bound(&c.Claim)
		if !ok || !statesTime(p, c) {
			continue // refused already, or nothing to check
		}
		if windows := searched.Windows(sources); len(windows) > 0 {
			checkWindows(p, c, windows)
		}
	}
	return nil
}

// statesTime reports whether a claim states a time.
func statesTime(p *gatekeeper.Pass, c *evidence.Claim) bool {
	read, ok := p.Reading.Claim(c)
	return ok && slices.ContainsFunc(read.Mentions(), func(m reading.Mention) bool { _, isTime := m.Time(); return isTime })
}

// checkWindows reports the times of a claim that are in none of the windows, each
// once, unless the calls returned them.
func checkWindows(p *gatekeeper.Pass, c *evidence.Claim, windows []superbiz.Window) {
	read, ok := p.Reading.Claim(c)
	if !ok {
		return
	}
	reported := make(map[string]bool)
	for _, m := range read.Mentions() {
		t, isTime := m.Time()
		if !isTime || reported[m.Text] || !searched.OutsideAll(t, windows) || read.StandsInOutput(m) {
			continue
		}
		reported[m.Text] = true
		p.Claimf(c, "text", "the time %s is outside what was searched, %s: cite a call that looked there",
			evidence.Quote(m.Text), searched.Describe(windows))
	}
}
