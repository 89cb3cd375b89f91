// Package verifier asks whether the evidence carries each claim that passed the
// gate, and gives the whole output its verdict.
package verifier

import (
	"context"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// Labeller gives claims labels. The labels of a model may lower those of the
// deterministic reading and never raise them.
type Labeller interface {
	// Label returns one check a claim, in the order of the claims. Anything else, and
	// an error, makes the Verifier failed.
	Label(ctx context.Context, payload Payload, claims []evidence.Claim) ([]superbiz.ClaimCheck, error)
}

// Verifier verifies. The zero Verifier is the deterministic one.
type Verifier struct {
	Model Labeller // nil: deterministic
}

// Verify labels every claim that the gate let pass and decides the verdict. It
// does not fail: what could not be verified is labelled so.
func (v Verifier) Verify(ctx context.Context, p Payload) superbiz.Decision {
	d := newDecision(p)
	result := superbiz.VerifierResult{
		Status: superbiz.VerifierCompleted, Mode: superbiz.ModeDeterministic, ClaimChecks: []superbiz.ClaimCheck{},
	}
	passed := d.passed()
	if rejectsWhole(p.GatekeeperResult) || len(passed) == 0 {
		result.Status = superbiz.VerifierNotRun
	} else {
		result.ClaimChecks = deterministicChecks(p, passed)
		if v.Model != nil {
			result.Mode = superbiz.ModeModel
			result.Status, result.ClaimChecks = v.lower(ctx, p, passed, result.ClaimChecks)
		}
	}
	d.apply(result.ClaimChecks)
	result.Verdict = d.verdict(p)
	d.Result = result
	return d.Decision
}

// lower asks the model and keeps the lower of both labels. A model that failed or
// gave another number of labels leaves every label at most not_checked: a check
// that did not run must not look like one that passed.
func (v Verifier) lower(ctx context.Context, p Payload, claims []evidence.Claim, checks []superbiz.ClaimCheck) (superbiz.VerifierStatus, []superbiz.ClaimCheck) {
	labels, err := v.Model.Label(ctx, p, claims)
	if err != nil || !sameClaims(labels, checks) {
		for i := range checks {
			if checks[i].Label.Rank() > superbiz.LabelNotChecked.Rank() {
				checks[i].Label, checks[i].Reason = superbiz.LabelNotChecked, "the verifying model gave no usable label"
			}
		}
		return superbiz.VerifierFailed, checks
	}
	for i, l := range labels {
		if l.Label.Rank() < checks[i].Label.Rank() {
			checks[i].Label, checks[i].Reason = l.Label, l.Reason
		}
	}
	return superbiz.VerifierCompleted, checks
}

func sameClaims(a, b []superbiz.ClaimCheck) bool {
	return slices.EqualFunc(a, b, func(x, y superbiz.ClaimCheck) bool { return x.ClaimID == y.ClaimID && known(x.Label) })
}

func known(l superbiz.Label) bool { return l.Rank() > 0 || l == superbiz.LabelContradicted }
