package rules

import (
	_ "embed"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed no_evidence.md
var noEvidencePage string

var noEvidence = &gatekeeper.Rule{
	ID:              "evidence.no_evidence",
	Description:     "$.no_evidence supports nothing but an absence claim",
	Doc:             noEvidencePage,
	DefaultSeverity: superbiz.SeverityReject,
	Reads:           gatekeeper.Claims,
	Run:             runNoEvidence,
}

func runNoEvidence(p *gatekeeper.Pass) error {
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		if c.ClaimType == superbiz.ClaimAbsence {
			continue
		}
		for j := range c.EvidenceBindings {
			b := &c.EvidenceBindings[j]
			if _, ok := p.Ledger.BoundBy(b); ok && citesSentinel(b) {
				p.Claimf(c, binding(j), "%s stands for a search that found nothing: it can support an absence claim, not %s claim",
					superbiz.NoEvidencePath, withArticle(c.ClaimType))
			}
		}
	}
	return nil
}

func citesSentinel(b *superbiz.EvidenceBinding) bool {
	if isSentinel(b.RawPath) {
		return true
	}
	for _, a := range b.Assertions {
		if isSentinel(a.RawPath) {
			return true
		}
	}
	return false
}

func isSentinel(text string) bool {
	path, err := evidence.ParsePath(text)
	return err == nil && path.IsNoEvidence()
}

// withArticle names a type of claim in a sentence.
func withArticle(t superbiz.ClaimType) string {
	if t == superbiz.ClaimCausal {
		return "a causal"
	}
	return "an " + string(t)
}
