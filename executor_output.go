package superbiz

import "encoding/json"

// AnswerVersion is the only value of ExecutorOutput.AnswerVersion.
const AnswerVersion = "executor_evidence_v2"

// NoEvidencePath is the sentinel path of a call that ran and found nothing. It
// exists exactly where a row's evidence_refs list it.
const NoEvidencePath = "$.no_evidence"

// ExecutorOutput is executor_evidence_v2: what an Executor hands over. It holds
// no prose for people; that is the Composer's work.
type ExecutorOutput struct {
	AnswerVersion      string              `json:"answer_version"`
	Claims             []Claim             `json:"claims"`
	Hypotheses         []Hypothesis        `json:"hypotheses"`
	RecommendedActions []RecommendedAction `json:"recommended_actions"`
	MissingInfo        []MissingInfo       `json:"missing_info"`
}

// ClaimType says what kind of statement a claim makes.
type ClaimType string

// The claim types of the contract.
const (
	ClaimObservation ClaimType = "observation" // something was seen
	ClaimAbsence     ClaimType = "absence"     // something was looked for and not found
	ClaimCausal      ClaimType = "causal"      // one thing led to another
)

// Claim is one checkable statement and the evidence that it rests on.
type Claim struct {
	ClaimID          string            `json:"claim_id"`
	ClaimType        ClaimType         `json:"claim_type"`
	Text             string            `json:"text"`
	EvidenceBindings []EvidenceBinding `json:"evidence_bindings"`
	Derivations      []Derivation      `json:"derivations,omitempty"`
	Confidence       *float64          `json:"confidence,omitempty"`
}

// EvidenceBinding ties a claim or an action to recorded tool calls.
type EvidenceBinding struct {
	SourceInvocationIDs []string    `json:"source_invocation_ids"`
	ToolName            string      `json:"tool_name"`
	RawPath             string      `json:"raw_path,omitempty"`
	Excerpt             *string     `json:"excerpt,omitempty"` // nil: absent; empty: a fault
	Assertions          []Assertion `json:"assertions,omitempty"`
}

// AssertionOp is a comparison between a value in the raw output and a stated one.
type AssertionOp string

// The assertion operators of the contract.
const (
	OpEq          AssertionOp = "eq"
	OpNe          AssertionOp = "ne"
	OpLt          AssertionOp = "lt"
	OpLe          AssertionOp = "le"
	OpGt          AssertionOp = "gt"
	OpGe          AssertionOp = "ge"
	OpContains    AssertionOp = "contains"
	OpNotContains AssertionOp = "not_contains"
	OpCountEq     AssertionOp = "count_eq"
	OpCountGe     AssertionOp = "count_ge"
	OpExists      AssertionOp = "exists" // takes no value
	OpAbsent      AssertionOp = "absent" // takes no value
)

// Assertion is a comparison that the Gatekeeper recomputes. A false one rejects
// the claim; a true one lets a claim be proved without a model.
type Assertion struct {
	RawPath string          `json:"raw_path"`
	Op      AssertionOp     `json:"op"`
	Value   json.RawMessage `json:"value,omitempty"` // any JSON value; nil for exists and absent
	Unit    string          `json:"unit,omitempty"`
}

// DerivationOp is the arithmetic of a derived number.
type DerivationOp string

// The derivation operators of the contract.
const (
	DeriveSum           DerivationOp = "sum"
	DeriveDifference    DerivationOp = "difference"     // a−b
	DeriveProduct       DerivationOp = "product"        //
	DeriveRatio         DerivationOp = "ratio"          // a/b
	DerivePercent       DerivationOp = "percent"        // 100a/b
	DerivePercentChange DerivationOp = "percent_change" // 100(b−a)/a
	DeriveMin           DerivationOp = "min"
	DeriveMax           DerivationOp = "max"
	DeriveMean          DerivationOp = "mean"
	DeriveCount         DerivationOp = "count"    // the length of one array
	DeriveDuration      DerivationOp = "duration" // b−a of two times
)

// Derivation declares a number that stands nowhere but follows from values that
// do. Value is a JSON number, or a string with a number or quantity.
type Derivation struct {
	Value    json.RawMessage `json:"value"`
	Unit     string          `json:"unit,omitempty"`
	Op       DerivationOp    `json:"op"`
	Operands []Operand       `json:"operands"`
}

// Operand points at one value of a derivation.
type Operand struct {
	InvocationID string `json:"invocation_id"`
	RawPath      string `json:"raw_path"`
}

// HypothesisStatus is what the Executor thinks of a hypothesis.
type HypothesisStatus string

// The hypothesis statuses of the contract.
const (
	HypothesisSupported HypothesisStatus = "supported"
	HypothesisRefuted   HypothesisStatus = "refuted"
	HypothesisOpen      HypothesisStatus = "open"
)

// Hypothesis is a possible explanation, resting on claims of the same output.
// Hypotheses come most likely first.
type Hypothesis struct {
	HypothesisID   string           `json:"hypothesis_id"`
	Text           string           `json:"text"`
	Status         HypothesisStatus `json:"status"`
	SupportedBy    []string         `json:"supported_by"`    // claim ids
	ContradictedBy []string         `json:"contradicted_by"` // claim ids
	Cause          *Cause           `json:"cause,omitempty"`
}

// Cause names a cause in machine-readable words.
type Cause struct {
	Code   string `json:"code"`   // snake case, e.g. container_oom_killed
	Object string `json:"object"` // kind/name
}

// Risk says what an action may break.
type Risk string

// The risks of the contract, in rising order.
const (
	RiskReadOnly    Risk = "read_only"
	RiskReversible  Risk = "reversible"
	RiskDestructive Risk = "destructive"
)

// RecommendedAction is something a person may do. SuperBizAgent never runs it.
type RecommendedAction struct {
	ActionID         string            `json:"action_id"`
	Text             string            `json:"text"`
	Command          string            `json:"command,omitempty"`
	Risk             Risk              `json:"risk"`
	RequiresApproval bool              `json:"requires_approval"`
	EvidenceBindings []EvidenceBinding `json:"evidence_bindings,omitempty"`
}

// MissingReason says why something is not known.
type MissingReason string

// The reasons of the contract.
const (
	MissingToolFailed   MissingReason = "tool_failed"
	MissingNotAvailable MissingReason = "not_available"
	MissingNotQueried   MissingReason = "not_queried"
	MissingTruncated    MissingReason = "truncated"
)

// MissingInfo is something that would be needed and is not known.
type MissingInfo struct {
	Text                string        `json:"text"`
	Reason              MissingReason `json:"reason"`
	SourceInvocationIDs []string      `json:"source_invocation_ids,omitempty"`
}

// ParseStatus says how an ExecutorOutput was had from the executor's text.
type ParseStatus string

// The parse statuses of the contract.
const (
	ParseValid     ParseStatus = "valid"     // the text is one JSON object
	ParseExtracted ParseStatus = "extracted" // one JSON object, fenced or with prose around it
	ParseInvalid   ParseStatus = "invalid"   // no single sound JSON object
	ParseEmpty     ParseStatus = "empty"     // nothing but white space
)
