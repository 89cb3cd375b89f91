package verifier

import (
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// decision is a Decision in the making, with the claims as the gate read them.
type decision struct {
	superbiz.Decision
	claims []evidence.Claim // beside Decision.Claims
}

// newDecision sorts out what the gate withheld: claims with an error, hypotheses
// and actions with an error or a low_confid warning.
func newDecision(p Payload) *decision {
	d := &decision{claims: p.Output.Claims}
	for _, c := range p.Output.Claims {
		by := withheldBy(p.GatekeeperResult.Errors, func(f superbiz.Finding) bool { return f.ClaimID == c.ClaimID })
		d.Claims = append(d.Claims, superbiz.JudgedClaim{Claim: c.Claim, Label: superbiz.LabelNotChecked, WithheldBy: by})
	}
	serious := append(slices.Clone(p.GatekeeperResult.Errors), lowConfid(p.GatekeeperResult)...)
	for _, h := range p.Output.Hypotheses {
		by := withheldBy(serious, func(f superbiz.Finding) bool { return f.HypothesisID == h.HypothesisID })
		d.Hypotheses = append(d.Hypotheses, superbiz.JudgedHypothesis{Hypothesis: h.Hypothesis, Shown: h.Status, WithheldBy: by})
	}
	for _, a := range p.Output.Actions {
		by := withheldBy(serious, func(f superbiz.Finding) bool { return f.ActionID == a.ActionID })
		d.Actions = append(d.Actions, superbiz.JudgedAction{RecommendedAction: a.RecommendedAction, WithheldBy: by})
	}
	for _, m := range p.Output.MissingInfo {
		d.MissingInfo = append(d.MissingInfo, m.MissingInfo)
	}
	return d
}

func withheldBy(findings []superbiz.Finding, on func(superbiz.Finding) bool) string {
	if i := slices.IndexFunc(findings, on); i >= 0 {
		return findings[i].RuleID
	}
	return ""
}

func lowConfid(r superbiz.GatekeeperResult) []superbiz.Finding {
	var out []superbiz.Finding
	for _, w := range r.Warnings {
		if w.Severity == superbiz.SeverityLowConfid {
			out = append(out, w)
		}
	}
	return out
}

// passed returns the claims that the gate did not withhold.
func (d *decision) passed() []evidence.Claim {
	var out []evidence.Claim
	for i, c := range d.Claims {
		if c.WithheldBy == "" {
			out = append(out, d.claims[i])
		}
	}
	return out
}

// apply takes the checks over and withholds what they contradict or leave bare.
func (d *decision) apply(checks []superbiz.ClaimCheck) {
	byID := make(map[string]superbiz.Label, len(checks))
	for _, c := range checks {
		byID[c.ClaimID] = c.Label
	}
	shown := make(map[string]bool)
	for i := range d.Claims {
		c := &d.Claims[i]
		if label, ok := byID[c.ClaimID]; ok && c.WithheldBy == "" {
			c.Label = label
			if label.Withheld() {
				c.WithheldBy = string(label)
			}
		}
		shown[c.ClaimID] = c.WithheldBy == ""
	}
	for i := range d.Hypotheses {
		h := &d.Hypotheses[i]
		by := h.SupportedBy
		if h.Status == superbiz.HypothesisRefuted {
			by = h.ContradictedBy
		}
		if !slices.ContainsFunc(by, func(id string) bool { return shown[id] }) {
			h.Shown = superbiz.HypothesisOpen
		}
	}
}

// verdict is the policy: reject what is broken or has nothing left, lower what has
// a doubt, pass the rest.
func (d *decision) verdict(p Payload) superbiz.Verdict {
	switch {
	case rejectsWhole(p.GatekeeperResult):
		return superbiz.VerdictReject
	case len(d.Claims) == 0:
		if len(p.Output.MissingInfo) > 0 {
			return superbiz.VerdictLowConfid
		}
		return superbiz.VerdictReject
	case d.shownClaims() == 0:
		return superbiz.VerdictReject
	case d.withheldAny() || d.anyBelowSupported() || len(lowConfid(p.GatekeeperResult)) > 0:
		return superbiz.VerdictLowConfid
	default:
		return superbiz.VerdictPass
	}
}

// rejectsWhole tells errors that no claim carries alone: a broken shape or gate,
// and anything without a claim. A result that is no result rejects too.
func rejectsWhole(r superbiz.GatekeeperResult) bool {
	switch r.Status {
	case superbiz.GatePass, superbiz.GateWarn:
		return len(r.Errors) > 0
	case superbiz.GateFail:
		return len(r.Errors) == 0 || slices.ContainsFunc(r.Errors, func(f superbiz.Finding) bool {
			return f.ClaimID == "" || f.RuleID == "schema.executor_v2" || f.RuleID == "gatekeeper.internal"
		})
	default:
		return true
	}
}

func (d *decision) shownClaims() int {
	n := 0
	for _, c := range d.Claims {
		if c.WithheldBy == "" {
			n++
		}
	}
	return n
}

func (d *decision) withheldAny() bool {
	return d.shownClaims() < len(d.Claims) ||
		slices.ContainsFunc(d.Hypotheses, func(h superbiz.JudgedHypothesis) bool { return h.WithheldBy != "" }) ||
		slices.ContainsFunc(d.Actions, func(a superbiz.JudgedAction) bool { return a.WithheldBy != "" })
}

func (d *decision) anyBelowSupported() bool {
	return slices.ContainsFunc(d.Claims, func(c superbiz.JudgedClaim) bool { return c.Label != superbiz.LabelSupported })
}
