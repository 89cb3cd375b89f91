package eval

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
)

// ReportVersion is the only value of Report.Version.
const ReportVersion = "eval_report_v1"

// Report says what came of each case. The same files give the same report: nothing
// in it tells when, where or how fast it was made.
type Report struct {
	Version        string   `json:"report_version"`
	RuleSetVersion string   `json:"rule_set_version"`
	RuleSetDigest  string   `json:"rule_set_digest"`
	Total          Tally    `json:"total"`
	Suites         []Suite  `json:"suites"`
	ElapsedMillis  *int64   `json:"elapsed_millis,omitempty"` // only for who asks for it
	Cases          []Result `json:"cases"`
}

// Suite is a row of the matrix.
type Suite struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Signal string `json:"signal,omitempty"` // what the row is there to show
	Tally         // of its cases
}

// Tally counts cases by what came of them.
type Tally struct {
	Cases        int `json:"cases"`
	Pass         int `json:"pass"`
	Fail         int `json:"fail"`
	Invalid      int `json:"invalid"`
	NotEvaluated int `json:"not_evaluated"`
	Drifted      int `json:"drifted"`
	Checks       int `json:"checks"`
}

func newReport(e *Evaluator, results []Result) *Report {
	r := &Report{
		Version: ReportVersion, RuleSetVersion: e.RuleSetVersion, RuleSetDigest: e.RuleSetDigest,
		Suites: []Suite{}, Cases: results,
	}
	rows := make(map[string]*row)
	for i := range results {
		c := results[i].of
		if rows[c.Suite] == nil {
			rows[c.Suite] = &row{order: c.row.Order, Suite: Suite{Name: c.Suite, Title: c.row.title(c.Suite), Signal: c.row.Signal}}
		}
		rows[c.Suite].Suite.add(&results[i])
		r.Total.add(&results[i])
	}
	for _, s := range slices.SortedFunc(maps.Values(rows), byOrder) {
		r.Suites = append(r.Suites, s.Suite)
	}
	return r
}

// row is a suite in the making.
type row struct {
	Suite
	order int
}

func byOrder(a, b *row) int {
	return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.Name, b.Name))
}

func (t *Tally) add(r *Result) {
	t.Cases++
	t.Checks += len(r.Checks)
	if len(r.Drift) > 0 {
		t.Drifted++
	}
	switch r.Status {
	case StatusPass:
		t.Pass++
	case StatusFail:
		t.Fail++
	case StatusNotEvaluated:
		t.NotEvaluated++
	default:
		t.Invalid++
	}
}

// Judged reports whether every case was evaluated, and there was one.
func (t Tally) Judged() bool { return t.Cases > 0 && t.Pass+t.Fail == t.Cases }

// String counts in words.
func (t Tally) String() string {
	out := fmt.Sprintf("%s, %s: %d passed, %d failed", counted(t.Cases, "case"), counted(t.Checks, "check"), t.Pass, t.Fail)
	if t.Invalid > 0 {
		out += fmt.Sprintf(", %d invalid", t.Invalid)
	}
	if t.NotEvaluated > 0 {
		out += fmt.Sprintf(", %d not evaluated", t.NotEvaluated)
	}
	if t.Drifted > 0 {
		out += fmt.Sprintf("; drifted: %d", t.Drifted)
	}
	return out
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// WriteJSON writes the report with a member a line. Case by case, so that a large one
// needs no second copy in memory.
func (r *Report) WriteJSON(w io.Writer) error {
	head := *r
	head.Cases = nil
	text, err := json.MarshalIndent(head, "", "  ")
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	const tail = "null\n}"
	if _, err := io.WriteString(w, string(text[:len(text)-len(tail)])+"["); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	for i := range r.Cases {
		if err := writeCase(w, &r.Cases[i], i); err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
	}
	end := "]\n}\n"
	if len(r.Cases) > 0 {
		end = "\n  " + end
	}
	_, err = io.WriteString(w, end)
	return err
}

func writeCase(w io.Writer, r *Result, i int) error {
	text, err := json.MarshalIndent(r, "    ", "  ")
	if err != nil {
		return err
	}
	separator := ",\n    "
	if i == 0 {
		separator = "\n    "
	}
	if _, err := io.WriteString(w, separator); err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}
