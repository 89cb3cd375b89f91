package verifier

import (
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/absence"
	"github.com/superbizagent/superbizagent/evidence/reading"
)

// deterministicChecks labels claims by reading them against what they cite.
func deterministicChecks(p Payload, claims []evidence.Claim) []superbiz.ClaimCheck {
	reader := p.Reading
	if reader == nil {
		reader = reading.NewReader(p.Ledger)
	}
	prover := absence.NewProver(p.Ledger, reader)
	checks := make([]superbiz.ClaimCheck, len(claims))
	for i := range claims {
		label, reason := deterministicLabel(prover, reader, &claims[i])
		checks[i] = superbiz.ClaimCheck{
			ClaimID: claims[i].ClaimID, Label: label, Reason: reason, InvocationIDs: boundIDs(&claims[i]),
		}
	}
	return checks
}

// deterministicLabel returns the first label that fits, and why it does. Only
// structure certifies: words that are not looked up never make a claim supported.
func deterministicLabel(prover *absence.Prover, reader *reading.Reader, c *evidence.Claim) (superbiz.Label, string) {
	read, ok := reader.Claim(c)
	if !ok {
		return superbiz.LabelUnsupported, "its references are not sound"
	}
	if why := read.Contradiction(); why != "" {
		return superbiz.LabelContradicted, why
	}
	mentions := read.Mentions()
	missing, bare := firstNot(mentions, read.Stands)
	switch {
	case c.ClaimType == superbiz.ClaimAbsence && !bare && prover.Holds(c):
		return superbiz.LabelSupported, "the search that it cites ran, was complete, and found nothing"
	case len(mentions) == 0:
		return superbiz.LabelNotChecked, "its text states no value, name or quote that could be looked up"
	case bare:
		return superbiz.LabelUnsupported, fmt.Sprintf("%q stands nowhere in the output that it binds", missing.Text)
	case c.ClaimType == superbiz.ClaimCausal:
		return superbiz.LabelPartial, "what it names was seen; that one led to the other is not proved by that"
	}
	if m, far := firstNot(mentions, func(m reading.Mention) bool { return read.StandsInCited(m) || read.Declared(m) }); far {
		return superbiz.LabelPartial, fmt.Sprintf("%q stands in the output that it binds, but not where it points", m.Text)
	}
	if !read.PointsAtOne() {
		return superbiz.LabelPartial, "it points at no single value, line or quote, and asserts nothing"
	}
	return superbiz.LabelSupported, "every value and name stands where it points"
}

func firstNot(mentions []reading.Mention, stands func(reading.Mention) bool) (reading.Mention, bool) {
	for _, m := range mentions {
		if !stands(m) {
			return m, true
		}
	}
	return reading.Mention{}, false
}

func boundIDs(c *evidence.Claim) []string {
	ids := []string{}
	seen := make(map[string]bool)
	for _, b := range c.EvidenceBindings {
		for _, id := range b.SourceInvocationIDs {
			if !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	return ids
}
