package eval

// Status is what came of a case or of one expectation. The zero value is no success.
type Status string

// The statuses. Only PASS is a success.
const (
	StatusPass Status = "PASS" // everything that was expected was looked at, and holds
	StatusFail Status = "FAIL" // something does not hold
	// StatusInvalid is a case that is wrong itself: unreadable, misspelt, a duplicate,
	// or asking for nothing.
	StatusInvalid Status = "INVALID"
	// StatusNotEvaluated is an expectation that had nothing to look at, and a case with
	// one and no failure.
	StatusNotEvaluated Status = "NOT_EVALUATED"
)

// Check is what came of one expectation.
type Check struct {
	Expectation string `json:"expectation"` // as in the file: "answer.contains[0]"
	Status      Status `json:"status"`
	// What follows is told of what did not pass.
	Want string `json:"want,omitempty"`
	Got  string `json:"got,omitempty"`
	Line int    `json:"line,omitempty"` // in the case file
}

// Result is what came of one case.
type Result struct {
	ID     string   `json:"id"`
	Suite  string   `json:"suite"`
	About  string   `json:"about"`
	Tags   []string `json:"tags,omitempty"`
	File   string   `json:"file"`
	Trace  string   `json:"trace"`
	Status Status   `json:"status"`
	Reason string   `json:"reason,omitempty"` // of INVALID and NOT_EVALUATED
	Line   int      `json:"line,omitempty"`   // in the case file, of the reason; 0 is all of it

	Signal   Signal  `json:"signal"`
	Drift    []Drift `json:"drift,omitempty"`
	Held     int     `json:"held"`               // expectations that hold
	Problems []Check `json:"problems,omitempty"` // those that do not
	Checks   []Check `json:"-"`                  // all, in their order
	Inputs   Inputs  `json:"inputs"`
	Answer   string  `json:"-"` // as it is composed now

	of    *Case
	trace string // in the tree of the case
}

// Signal is what a replay came to, in the words that a matrix is read by.
type Signal struct {
	Verdict        string   `json:"verdict,omitempty"`
	GateStatus     string   `json:"gate_status,omitempty"`
	FailedRules    []string `json:"failed_rules,omitempty"`
	WarnedRules    []string `json:"warned_rules,omitempty"`
	ComposerStatus string   `json:"composer_status,omitempty"`
}

// Inputs are digests of what a result rests on. When one changes, the result is
// about something else and needs a new look.
type Inputs struct {
	Case    string `json:"case"`
	Fixture string `json:"fixture"`
	RuleSet string `json:"rule_set"`
}

// Failed returns the checks that did not hold, without those that had nothing to look at.
func (r *Result) Failed() []Check {
	var out []Check
	for _, c := range r.Problems {
		if c.Status == StatusFail {
			out = append(out, c)
		}
	}
	return out
}
