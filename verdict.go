package superbiz

// Verdict is what a person may make of an answer. The zero value rejects; use
// [Verdict.OrReject] where a verdict is read from outside.
type Verdict string

// The verdicts of the contract, from high to low.
const (
	VerdictPass      Verdict = "PASS"
	VerdictLowConfid Verdict = "LOW_CONFID"
	VerdictReject    Verdict = "REJECT"
)

// OrReject returns v when it is a verdict of the contract, and REJECT otherwise.
func (v Verdict) OrReject() Verdict {
	switch v {
	case VerdictPass, VerdictLowConfid:
		return v
	default:
		return VerdictReject
	}
}

// Label says how far the evidence carries a claim.
type Label string

// The labels of the contract, from low to high. The two lowest withhold a claim.
const (
	LabelContradicted Label = "contradicted"
	LabelUnsupported  Label = "unsupported"
	LabelNotChecked   Label = "not_checked"
	LabelPartial      Label = "partial"
	LabelSupported    Label = "supported"
)

// Rank orders labels from 0 (contradicted, and any unknown label) to 4 (supported).
func (l Label) Rank() int {
	switch l {
	case LabelSupported:
		return 4
	case LabelPartial:
		return 3
	case LabelNotChecked:
		return 2
	case LabelUnsupported:
		return 1
	default:
		return 0
	}
}

// Withheld reports whether a claim with this label is kept from the answer.
func (l Label) Withheld() bool { return l.Rank() < LabelNotChecked.Rank() }

// ClaimCheck is the Verifier's word on one claim.
type ClaimCheck struct {
	ClaimID       string   `json:"claim_id"`
	Label         Label    `json:"label"`
	Reason        string   `json:"reason"`
	InvocationIDs []string `json:"invocation_ids"`
}

// VerifierStatus says whether the Verifier did its work.
type VerifierStatus string

// The verifier statuses of the contract.
const (
	VerifierCompleted VerifierStatus = "completed"
	VerifierFailed    VerifierStatus = "failed"
	VerifierNotRun    VerifierStatus = "not_run"
)

// VerifierMode says who gave the labels.
type VerifierMode string

// The verifier modes of the contract.
const (
	ModeDeterministic VerifierMode = "deterministic"
	ModeModel         VerifierMode = "model"
)

// VerifierResult is the Verifier's outcome.
type VerifierResult struct {
	Status      VerifierStatus `json:"status"`
	Mode        VerifierMode   `json:"mode"`
	ClaimChecks []ClaimCheck   `json:"claim_checks"`
	Verdict     Verdict        `json:"verdict,omitempty"` // in a trace; in self_evaluation it stands beside
}
