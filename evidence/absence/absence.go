// Package absence decides whether the proof of an absence claim holds: that something
// was looked for where the claim says, to the end, and was not there; and that the
// claim says no more than that.
package absence

import (
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/reading"
	"github.com/superbizagent/superbizagent/evidence/wording"
)

// Prover looks at the claims of one output. What it learns of an output it learns
// once. It is not for concurrent use.
type Prover struct {
	ledger   *evidence.Ledger
	reader   *reading.Reader
	words    *wording.Outputs
	asked    map[*evidence.Source]map[string]bool // the listed words in a call's arguments
	subjects *subjects
	budget   int // pairs of an assertion and a call that may still be looked at
}

// maxPairs bounds the pairs of an assertion and a call that are looked at in one
// output: both can be many, and of each there may be as many as there are of the other.
const maxPairs = 1 << 18

// NewProver returns a prover over the rows of a ledger, and what a reader reads there.
func NewProver(ledger *evidence.Ledger, reader *reading.Reader) *Prover {
	return &Prover{
		ledger: ledger, reader: reader,
		words:    wording.NewOutputs(list),
		asked:    make(map[*evidence.Source]map[string]bool),
		subjects: newSubjects(ledger),
		budget:   maxPairs,
	}
}

// Fault is one reason why a claim proves no absence. Below is the part of the claim
// that it is about; empty for the whole.
type Fault struct {
	Below   string
	Message string
}

// Holds reports whether a claim is an absence claim whose proof holds.
func (p *Prover) Holds(c *evidence.Claim) bool {
	_, sound := p.ledger.Bound(&c.Claim)
	return sound && c.ClaimType == superbiz.ClaimAbsence && len(p.Faults(c)) == 0
}

// Faults returns what is wrong with the proof of an absence claim; of another claim
// whose calls all found nothing, whether it says more than that. A claim whose
// references are not sound has no faults here: it is refused for those.
func (p *Prover) Faults(c *evidence.Claim) []Fault {
	sources, sound := p.ledger.Bound(&c.Claim)
	switch {
	case !sound:
		return nil
	case c.ClaimType != superbiz.ClaimAbsence && slices.ContainsFunc(sources, isData):
		return nil
	case c.ClaimType != superbiz.ClaimAbsence:
		return p.overstated(c, sources)
	}
	proof, why := p.prove(c)
	if why != "" {
		return append([]Fault{{"", why}}, p.overstated(c, sources)...)
	}
	var faults []Fault
	faults = append(faults, p.outsideWindow(c, proof.sources)...)
	faults = append(faults, p.outsideSubject(c, proof.sources)...)
	faults = append(faults, p.overstated(c, sources)...)
	if !proof.asserted {
		faults = append(faults, statesPresence(c.Text)...)
	}
	return faults
}

func isData(s *evidence.Source) bool { return !s.Empty() }
