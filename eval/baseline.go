package eval

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// BaselineVersion is the only value of Baseline.Version.
const BaselineVersion = "eval_baseline_v1"

// Baseline is what a report came to when somebody last looked at it.
type Baseline struct {
	Version        string  `json:"baseline_version"`
	RuleSetVersion string  `json:"rule_set_version"`
	Cases          []Entry `json:"cases"` // by id
}

// Entry is one case in a baseline.
type Entry struct {
	ID     string   `json:"id"`
	Status Status   `json:"status"`
	Failed []string `json:"failed,omitempty"` // expectations that did not hold
	Signal Signal   `json:"signal"`
	Drift  []string `json:"drift,omitempty"`
	Inputs Inputs   `json:"inputs"`
}

// ErrUnsound says that a report is no base to compare with.
var ErrUnsound = errors.New("not everything was evaluated")

// Baseline returns what r came to, for later reports to be compared with. A report in
// which anything was invalid or not evaluated is refused: the gap would be carried on.
func (r *Report) Baseline() (Baseline, error) {
	if !r.Total.Judged() {
		return Baseline{}, fmt.Errorf("%w: %s, %d invalid, %d not evaluated",
			ErrUnsound, counted(r.Total.Cases, "case"), r.Total.Invalid, r.Total.NotEvaluated)
	}
	return r.snapshot(), nil
}

func (r *Report) snapshot() Baseline {
	b := Baseline{Version: BaselineVersion, RuleSetVersion: r.RuleSetVersion, Cases: make([]Entry, len(r.Cases))}
	for i := range r.Cases {
		b.Cases[i] = r.Cases[i].entry()
	}
	slices.SortStableFunc(b.Cases, byID)
	return b
}

func byID(a, b Entry) int { return strings.Compare(a.ID, b.ID) }

func (r *Result) entry() Entry {
	e := Entry{ID: r.ID, Status: r.Status, Signal: r.Signal, Inputs: r.Inputs}
	for _, c := range r.Failed() {
		e.Failed = append(e.Failed, c.Expectation)
	}
	for _, d := range r.Drift {
		e.Drift = append(e.Drift, d.Member)
	}
	return e
}

// Write writes the baseline as JSON to be committed: a difference of it is readable.
func (b Baseline) Write(w io.Writer) error {
	text, err := json.Marshal(b, jsontext.WithIndent("  "), jsontext.EscapeForHTML(false))
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("write the baseline: %w", err)
	}
	return nil
}

// ReadBaseline reads a baseline, or takes one from a report. Unlike Report.Baseline it
// takes a report as it is: what was not evaluated in it counts as no success.
func ReadBaseline(data []byte) (Baseline, error) {
	var head struct {
		Report   string `json:"report_version"`
		Baseline string `json:"baseline_version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return Baseline{}, fmt.Errorf("it is no JSON of a baseline or report: %w", err)
	}
	var b Baseline
	switch {
	case head.Baseline == BaselineVersion:
		if err := json.Unmarshal(data, &b); err != nil {
			return Baseline{}, fmt.Errorf("it is no %s: %w", BaselineVersion, err)
		}
	case head.Report == ReportVersion:
		var r Report
		if err := json.Unmarshal(data, &r); err != nil {
			return Baseline{}, fmt.Errorf("it is no %s: %w", ReportVersion, err)
		}
		b = r.snapshot()
	default:
		return Baseline{}, fmt.Errorf("it is neither a %s nor a %s", BaselineVersion, ReportVersion)
	}
	slices.SortStableFunc(b.Cases, byID)
	return b, b.check()
}

func (b Baseline) check() error {
	if len(b.Cases) == 0 {
		return errors.New("it has no case: nothing can be compared with it")
	}
	for i := 1; i < len(b.Cases); i++ {
		if b.Cases[i].ID == b.Cases[i-1].ID {
			return fmt.Errorf("it has the case %q twice", b.Cases[i].ID)
		}
	}
	return nil
}
