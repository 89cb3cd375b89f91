package superbiz

import "encoding/json"

// Severity is what a rule's findings do. The zero value rejects.
type Severity string

// The severities of the contract, in falling order. SeverityNone is only a
// result's: nothing was found.
const (
	SeverityReject    Severity = "reject"     // to errors; fails the gate
	SeverityLowConfid Severity = "low_confid" // to warnings; the verdict is at most LOW_CONFID
	SeverityWarn      Severity = "warn"       // to warnings
	SeverityNone      Severity = "none"
)

// GateStatus is the outcome of a whole gate run. The zero value is not a pass.
type GateStatus string

// The gate statuses of the contract.
const (
	GatePass GateStatus = "pass"
	GateWarn GateStatus = "warn"
	GateFail GateStatus = "fail"
)

// RuleOutcome is the outcome of one rule in one gate run.
type RuleOutcome string

// The rule outcomes of the contract.
const (
	OutcomePass   RuleOutcome = "pass"
	OutcomeFail   RuleOutcome = "fail"
	OutcomeWarn   RuleOutcome = "warn"
	OutcomeNotRun RuleOutcome = "not_run" // disabled, or nothing was left to read
	OutcomeError  RuleOutcome = "error"
)

// GatekeeperResult is what the Gatekeeper found in one executor output. The same
// input gives the same bytes.
type GatekeeperResult struct {
	Status          GateStatus   `json:"status"`
	Severity        Severity     `json:"severity"` // the highest found, else none
	CheckedBindings int          `json:"checked_bindings"`
	FailedRules     []string     `json:"failed_rules"`
	Warnings        []Finding    `json:"warnings"`
	Errors          []Finding    `json:"errors"`
	RuleSetVersion  string       `json:"rule_set_version"`
	Rules           []RuleResult `json:"rules"`
}

// Finding is one thing that a rule found wrong.
type Finding struct {
	RuleID       string   `json:"rule_id"`
	Severity     Severity `json:"severity"`
	ClaimID      string   `json:"claim_id,omitempty"`
	HypothesisID string   `json:"hypothesis_id,omitempty"`
	ActionID     string   `json:"action_id,omitempty"`
	Target       string   `json:"target"` // path in the executor output without "$."; "" is all of it
	Message      string   `json:"message"`
}

// RuleResult is one catalogue entry as one gate run saw it.
type RuleResult struct {
	ID              string          `json:"id"`
	Description     string          `json:"description"`
	DefaultSeverity Severity        `json:"default_severity"`
	Severity        Severity        `json:"severity"`
	Enabled         bool            `json:"enabled"`
	Params          json.RawMessage `json:"params"` // a JSON object, never null
	Outcome         RuleOutcome     `json:"outcome"`
}
