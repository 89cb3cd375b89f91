package absence

import (
	"fmt"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/coverage"
)

// outsideWindow reports the first time of a claim that none of the calls searched,
// where all of them say which times they did.
func (p *Prover) outsideWindow(c *evidence.Claim, sources []*evidence.Source) []Fault {
	windows := coverage.Windows(sources)
	read, ok := p.reader.Claim(c)
	if len(windows) == 0 || !ok {
		return nil
	}
	for _, m := range read.Mentions() {
		if t, ok := m.Time(); ok && coverage.OutsideAll(t, windows) && !read.StandsInOutput(m) {
			return []Fault{{"text", fmt.Sprintf("says that something was not there at %s, but what was searched is %s",
				evidence.Quote(m.Text), coverage.Describe(windows))}}
		}
	}
	for _, d := range coverage.Backwards(c.Text) {
		if coverage.LongerThanAll(d, windows) {
			return []Fault{{"text", fmt.Sprintf("says that something was not there for %s, but what was searched is %s",
				evidence.Quote(d.Literal), coverage.Describe(windows))}}
		}
	}
	return nil
}
