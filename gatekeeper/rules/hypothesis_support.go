package rules

import (
	_ "embed"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/reading"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed hypothesis_support.md
var hypothesisSupportPage string

var hypothesisSupport = &gatekeeper.Rule{
	ID:              "hypothesis.support",
	Description:     "a supported hypothesis must rest on claims, and state no value and no name that they do not have",
	Doc:             hypothesisSupportPage,
	DefaultSeverity: superbiz.SeverityLowConfid,
	Reads:           gatekeeper.Hypotheses,
	Run:             runHypothesisSupport,
}

func runHypothesisSupport(p *gatekeeper.Pass) error {
	byID := make(map[string]*evidence.Claim, len(p.Output.Claims))
	for i := range p.Output.Claims {
		byID[p.Output.Claims[i].ClaimID] = &p.Output.Claims[i]
	}
	support := p.Reading.NewSupport()
	for i := range p.Output.Hypotheses {
		h := &p.Output.Hypotheses[i]
		switch {
		case h.Status != superbiz.HypothesisSupported:
		case len(h.SupportedBy) == 0:
			p.Hypothesisf(h, "", "is supported, but supported_by names no claim: name the claims that show it, or call it open")
		default:
			if claims, ok := soundClaims(p, h, byID); ok {
				checkHypothesis(p, h, claims, support)
			}
		}
	}
	return nil
}

// soundClaims returns the supporting claims; false when one of them is malformed or
// refused for its references, since what the others leave out may stand there.
func soundClaims(p *gatekeeper.Pass, h *evidence.Hypothesis, byID map[string]*evidence.Claim) ([]*evidence.Claim, bool) {
	var claims []*evidence.Claim
	for _, id := range distinct(h.SupportedBy) {
		c := byID[id]
		if c == nil {
			return nil, false
		}
		if _, ok := p.Ledger.Bound(&c.Claim); !ok {
			return nil, false
		}
		claims = append(claims, c)
	}
	return claims, true
}

// checkHypothesis looks up what the text states, and the name of the cause's object.
func checkHypothesis(p *gatekeeper.Pass, h *evidence.Hypothesis, claims []*evidence.Claim, support *reading.Support) {
	const nowhere = "stands in none of the claims that support it, nor in their bound output"
	missing, ok := support.Missing(h.Text, claims)
	for _, m := range missing {
		p.Hypothesisf(h, "text", "%s %s %s", m.Kind, evidence.Quote(m.Text), nowhere)
	}
	if h.Cause != nil {
		name := h.Cause.Object[strings.LastIndexByte(h.Cause.Object, '/')+1:]
		missingName, okName := support.MissingName(name, claims)
		if missingName {
			p.Hypothesisf(h, "cause.object", "name %s %s", evidence.Quote(name), nowhere)
		}
		ok = ok && okName
	}
	if !ok {
		p.Hypothesisf(h, "", "states more than is looked up for one output: state less, or fewer hypotheses")
	}
}
