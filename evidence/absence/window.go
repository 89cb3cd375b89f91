package absence

import (
	"fmt"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/searched"
)

// outsideWindow reports the first time of a claim that none of the calls searched,
// where all of them say which times they did, and a span of time that is longer.
func (p *Prover) outsideWindow(c *evidence.Claim, sources []*evidence.Source) []Fault {
	windows := searched.Windows(sources)
	read, ok := p.reader.Claim(c)
	if !ok {
		return nil
	}
	for _, m := range read.Mentions() {
		t, ok := m.Time()
		if !ok || len(windows) == 0 || !searched.OutsideAll(t, windows) || read.StandsInOutput(m) || !t.HasZone() && read.StandsInBound(m) {
			continue // without a zone, what was asked for in the same words was searched
		}
		return []Fault{{"text", fmt.Sprintf("says that something was not there at %s, but what was searched is %s",
			evidence.Quote(m.Text), searched.Describe(windows))}}
	}
	spans := searched.Spans(sources)
	for _, d := range searched.Backwards(c.Text) {
		if len(spans) > 0 && searched.LongerThanAll(d, spans) {
			return []Fault{{"text", fmt.Sprintf("says that something was not there for %s, but what was searched is %s",
				evidence.Quote(d.Literal), searched.Describe(spans))}}
		}
	}
	return nil
}
