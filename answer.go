package superbiz

// ComposerStatus says whether an answer was made from evidence.
type ComposerStatus string

// The composer statuses of the contract. The zero value is not an answer.
const (
	ComposerValid    ComposerStatus = "valid"
	ComposerFallback ComposerStatus = "fallback" // a fixed, safe text
)

// ComposerResult is the answer that a person reads.
type ComposerResult struct {
	Status         ComposerStatus `json:"status"`
	Answer         string         `json:"answer"` // plain text with citation marks
	Citations      []Citation     `json:"citations"`
	WithheldClaims int            `json:"withheld_claims"`
}

// Citation says what a mark in the answer stands for.
type Citation struct {
	Mark          string   `json:"mark"` // "[1]"
	ClaimID       string   `json:"claim_id"`
	InvocationIDs []string `json:"invocation_ids"`
	RawPaths      []string `json:"raw_paths"`
}

// SelfEvaluation is stored with every assistant message, in one transaction.
type SelfEvaluation struct {
	Verdict          Verdict          `json:"verdict"`
	ParseStatus      ParseStatus      `json:"parse_status"`
	Attempts         int              `json:"attempts"`
	GatekeeperResult GatekeeperResult `json:"gatekeeper_result"` // of the last attempt
	Verifier         VerifierResult   `json:"verifier"`
	Composer         ComposerSummary  `json:"composer"`
	Redacted         bool             `json:"redacted,omitempty"`
}

// ComposerSummary is a ComposerResult without its text.
type ComposerSummary struct {
	Status         ComposerStatus `json:"status"`
	WithheldClaims int            `json:"withheld_claims"`
}
