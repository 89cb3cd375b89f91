package superbiz

// Decision is the Verifier's word on a whole output: its verdict, and what may be
// shown of it. The Composer writes from it and from nothing else of the output.
type Decision struct {
	Result      VerifierResult
	Claims      []JudgedClaim
	Hypotheses  []JudgedHypothesis
	Actions     []JudgedAction
	MissingInfo []MissingInfo
}

// JudgedClaim is a well-formed claim with its label. WithheldBy is the rule or the
// label that keeps it from the answer; it is empty when the claim may be shown.
type JudgedClaim struct {
	Claim
	Label      Label
	WithheldBy string
}

// JudgedHypothesis is a well-formed hypothesis. Shown is the status that it may be
// shown with: one whose claims for it, or against it, were all withheld is open.
type JudgedHypothesis struct {
	Hypothesis
	Shown      HypothesisStatus
	WithheldBy string
}

// JudgedAction is a well-formed recommended action.
type JudgedAction struct {
	RecommendedAction
	WithheldBy string
}
