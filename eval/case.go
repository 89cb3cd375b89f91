package eval

import (
	"go.yaml.in/yaml/v3"

	superbiz "github.com/superbizagent/superbizagent"
)

// Case is a folder with a case.yaml and a trace. It tells where they lie: they are read
// when the case is evaluated, and let go of after it.
type Case struct {
	ID    string // suite/name; the file may say another
	Suite string // the row of the matrix: the folder above the case
	File  string // the case.yaml, as the user named it

	tree *Tree
	file string // the case file, in tree
	row  *suiteFile
}

// document is a case.yaml.
type document struct {
	ID     string       `yaml:"id"`
	About  string       `yaml:"about"`
	Tags   []string     `yaml:"tags"`
	Trace  string       `yaml:"trace"`
	Replay Conditions   `yaml:"replay"`
	Expect Expectations `yaml:"expect"`

	root *yaml.Node // tells lines
}

// Conditions say how a replay differs from a plain one.
type Conditions struct {
	// Verifier is "down" for a run whose verifying model gave no usable answer.
	// Otherwise labels are the deterministic ones, whatever labelled the run.
	Verifier string `yaml:"verifier"`
}

// Expectations are what a case may ask for. What is not given is not looked at.
type Expectations struct {
	Verdict        Words `yaml:"verdict"`
	GateStatus     Words `yaml:"gate_status"`
	ParseStatus    Words `yaml:"parse_status"`
	VerifierStatus Words `yaml:"verifier_status"`
	ComposerStatus Words `yaml:"composer_status"`

	FailedRules *Set             `yaml:"failed_rules"` // ids of rules with errors
	WarnedRules *Set             `yaml:"warned_rules"` // ids of rules with warnings
	Findings    []FindingPattern `yaml:"findings"`     // each by a finding of its own
	NoFindings  []FindingPattern `yaml:"no_findings"`

	ClaimLabels        map[string]Words `yaml:"claim_labels"` // by claim id
	ShownClaims        *Set             `yaml:"shown_claims"`
	WithheldClaims     *Set             `yaml:"withheld_claims"`
	WithheldHypotheses *Set             `yaml:"withheld_hypotheses"`
	WithheldActions    *Set             `yaml:"withheld_actions"`
	CitedPaths         *Set             `yaml:"cited_paths"`  // raw_paths of the claims shown
	LikelyCause        Words            `yaml:"likely_cause"` // cause code of the hypothesis shown, or none

	Answer AnswerExpectations `yaml:"answer"`

	CheckedBindings *Bounds            `yaml:"checked_bindings"`
	Counts          CountExpectations  `yaml:"counts"`
	Values          []ValueExpectation `yaml:"values"`
	ToolCalls       *CallExpectation   `yaml:"tool_calls"`

	Drift *Set `yaml:"drift"` // which stored results no longer follow

	// Opt in: a fixture that says nothing of rules outlives their changes.
	RuleSetVersion string                     `yaml:"rule_set_version"`
	Rules          map[string]RuleExpectation `yaml:"rules"`
}

// FindingPattern describes a finding of the gate; what is empty is not compared.
type FindingPattern struct {
	Rule       string            `yaml:"rule"`
	Severity   superbiz.Severity `yaml:"severity"`
	Claim      string            `yaml:"claim"`
	Hypothesis string            `yaml:"hypothesis"`
	Action     string            `yaml:"action"`
	Target     string            `yaml:"target"`
	Message    string            `yaml:"message"` // words in it
}

// AnswerExpectations are about the text that a person reads.
type AnswerExpectations struct {
	Contains    []string `yaml:"contains"`     // words, in any case and spacing
	NotContains []string `yaml:"not_contains"` //
	Values      []string `yaml:"values"`       // numbers, quantities, times, in any spelling
	NoValues    []string `yaml:"no_values"`    //

	// NoProtocol: no name of a field, no rule id, no JSON of the executor.
	NoProtocol bool `yaml:"no_protocol"`
	// NoWithheldText: no statement that was withheld, and nothing that the executor
	// wrote when the answer is the fallback.
	NoWithheldText bool `yaml:"no_withheld_text"`
}

// CountExpectations bound how many there are of something.
type CountExpectations struct {
	Attempts       *Bounds `yaml:"attempts"`
	ToolCalls      *Bounds `yaml:"tool_calls"`
	Claims         *Bounds `yaml:"claims"`
	ShownClaims    *Bounds `yaml:"shown_claims"`
	WithheldClaims *Bounds `yaml:"withheld_claims"`
	Hypotheses     *Bounds `yaml:"hypotheses"`
	Actions        *Bounds `yaml:"actions"`
	MissingInfo    *Bounds `yaml:"missing_info"`
	Citations      *Bounds `yaml:"citations"`
	Errors         *Bounds `yaml:"errors"`
	Warnings       *Bounds `yaml:"warnings"`
}

// ValueExpectation is about one place of the replayed run: of an object with
// verdict, parse_status, gatekeeper_result, verifier, composer, output (what the
// executor handed over), tool_invocations and usage. The path $.no_evidence is the
// sentinel: it exists when a claim that is shown cites it.
type ValueExpectation struct {
	Path     string   `yaml:"path"`
	Equals   any      `yaml:"equals"`
	Contains string   `yaml:"contains"`
	Exists   *bool    `yaml:"exists"`
	Min      *float64 `yaml:"min"`
	Max      *float64 `yaml:"max"`
}

// RuleExpectation is about a rule as the replay ran it; what is empty is not
// compared.
type RuleExpectation struct {
	Enabled  *bool                `yaml:"enabled"`
	Severity superbiz.Severity    `yaml:"severity"`
	Outcome  superbiz.RuleOutcome `yaml:"outcome"`
}

// CallExpectation is about the tool calls that were recorded.
type CallExpectation struct {
	Mode  CallMode      `yaml:"mode"`
	Calls []CallPattern `yaml:"calls"`
}

// CallMode says how calls that are expected and calls that were made go together.
type CallMode string

// The modes. In all of them a call is matched at most once.
const (
	CallsExact    CallMode = "exact"     // these, in this order, and no others
	CallsInOrder  CallMode = "in_order"  // these, in this order, with others between
	CallsAnyOrder CallMode = "any_order" // these and no others
	CallsSubset   CallMode = "subset"    // no others than these; some may be missing
	CallsSuperset CallMode = "superset"  // these, and others
)

// CallPattern describes a tool call; what is empty is not compared. Arguments are
// those that must be there; others may be too.
type CallPattern struct {
	Tool       string         `yaml:"tool"`
	Arguments  map[string]any `yaml:"arguments"`
	Status     Words          `yaml:"status"`
	ResultKind Words          `yaml:"result_kind"`
	DataMode   Words          `yaml:"data_mode"`
}
