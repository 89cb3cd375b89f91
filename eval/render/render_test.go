package render_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/superbizagent/superbizagent/eval"
	"github.com/superbizagent/superbizagent/eval/render"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
)

// hostile is text that tries to get out of every format.
const hostile = "</script><script>alert(1)</script> | [x](javascript:1) ]]> \x1b[31m ::error::x ##[error] % \u202e"

const traceText = `{"trace_version": "diagnosis_trace_v1", "session_id": "s-1", "tool_invocations": [],
 "question": {"text": "</script><script>alert(2)</script>"},
 "executor": {"attempts": [{"structured_output": {"answer_version": "executor_evidence_v2", "claims": [], "hypotheses": [],
  "recommended_actions": [], "missing_info": [{"text": "Nothing was recorded.", "reason": "not_queried"}]}}]}}`

// report has a case of every status, and one that drifted.
func report(t *testing.T) *eval.Report {
	t.Helper()
	tree := make(fstest.MapFS)
	add := func(name, text, trace string) {
		tree["row/"+name+"/case.yaml"] = &fstest.MapFile{Data: []byte(text)}
		tree["row/"+name+"/trace.json"] = &fstest.MapFile{Data: []byte(trace)}
	}
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	about := "about: " + string(quoted) + "\ntags: [" + string(quoted) + "]\n"
	add("drifted", "about: x\nexpect: {verdict: LOW_CONFID}\n", strings.Replace(traceText, `"executor":`, `"verifier": {"verdict": "PASS"}, "executor":`, 1))
	add("failed", about+"expect: {verdict: PASS, answer: {contains: ["+string(quoted)+"]}}\n", traceText)
	add("invalid", "about: x\nexpect: {verdcit: PASS}\n", traceText)
	add("passed", "about: x\nexpect: {verdict: LOW_CONFID}\n", traceText)
	add("unseen", "about: x\nexpect: {verdict: LOW_CONFID, answer: {no_withheld_text: true}}\n", traceText)
	cases, err := eval.Find(eval.Tree{FS: tree, Name: "cases"})
	if err != nil {
		t.Fatal(err)
	}
	e, err := eval.New(rules.Catalogue())
	if err != nil {
		t.Fatal(err)
	}
	r := e.Run(cases, 1)
	if r.Total.Pass != 2 || r.Total.Fail != 1 || r.Total.Invalid != 1 || r.Total.NotEvaluated != 1 || r.Total.Drifted != 1 {
		t.Fatalf("the report of this test is not what it should be: %+v", r.Total)
	}
	return r
}

func write(t *testing.T, format string, in render.Input) string {
	t.Helper()
	var out bytes.Buffer
	if err := render.Write(&out, format, in); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestEveryFormatTellsEverything: what does not pass is in each format, with where it
// stands, what was wanted and what was got.
func TestEveryFormatTellsEverything(t *testing.T) {
	t.Parallel()
	r := report(t)
	for _, format := range render.Formats() {
		got := write(t, format, render.Input{Report: r})
		for _, want := range []string{"failed", "invalid", "unseen", "verdict", "LOW_CONFID", "PASS", "verdcit", "nothing was withheld"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s does not tell %q", format, want)
			}
		}
	}
}

func TestHostileText(t *testing.T) {
	t.Parallel()
	r := report(t)
	never := map[string][]string{
		"text":     {"\x1b", "\u202e"},
		"markdown": {"\x1b", "\u202e", "<script", "[x](j"},
		"github":   {"\x1b", "\n::error::x", "##[error]"},
		"html":     {"<script>alert"},
		"junit":    {"<script"},
	}
	for format, words := range never {
		got := write(t, format, render.Input{Report: r})
		for _, word := range words {
			if strings.Contains(got, word) {
				t.Errorf("%s has %q in it", format, word)
			}
		}
	}
}

func TestJUnit(t *testing.T) {
	t.Parallel()
	var got struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Suites   []struct {
			Cases []struct {
				Name    string   `xml:"name,attr"`
				File    string   `xml:"file,attr"`
				Failure []string `xml:"failure"`
				Error   []string `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(write(t, "junit", render.Input{Report: report(t)})), &got); err != nil {
		t.Fatal(err)
	}
	if got.Tests != 5 || got.Failures != 1 || got.Errors != 2 {
		t.Errorf("got %d tests, %d failures, %d errors, want 5, 1, 2", got.Tests, got.Failures, got.Errors)
	}
	for _, c := range got.Suites[0].Cases {
		if c.Name != "failed" {
			continue
		}
		if len(c.Failure) != 2 || c.File != "cases/row/failed/case.yaml" {
			t.Fatalf("got %+v, want two failures of its file", c)
		}
		for _, want := range []string{"file: cases/row/failed/case.yaml:3", "expectation: verdict", "wanted: PASS", "got: LOW_CONFID"} {
			if !strings.Contains(c.Failure[0], want) {
				t.Errorf("the failure %q does not tell %q", c.Failure[0], want)
			}
		}
	}
}

func TestSARIFStates(t *testing.T) {
	t.Parallel()
	r := report(t)
	before := eval.Baseline{Cases: []eval.Entry{
		{ID: "row/failed", Status: eval.StatusPass},                              // a new failure, of another input
		{ID: "row/passed", Status: eval.StatusFail},                              // fixed
		{ID: "row/unseen", Status: eval.StatusNotEvaluated},                      // as before
		{ID: "row/gone", Status: eval.StatusPass},                                // removed
		{ID: "row/drifted", Status: eval.StatusPass, Drift: []string{"nothing"}}, // drifts anew
	}}
	c := r.Compare(before)
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID  string
				State   string `json:"baselineState"`
				Message struct{ Text string }
			}
		}
	}
	if err := json.Unmarshal([]byte(write(t, "sarif", render.Input{Report: r, Comparison: &c})), &log); err != nil {
		t.Fatal(err)
	}
	got := make(map[string]bool)
	for _, result := range log.Runs[0].Results {
		id, _, _ := strings.Cut(result.Message.Text, ":")
		got[id+" "+result.RuleID+" "+result.State] = true
	}
	for _, want := range []string{
		"row/failed eval.expectation new", "row/failed eval.changed_input updated", "row/passed eval.expectation absent",
		"row/unseen eval.not_evaluated unchanged", "row/gone eval.removed new", "row/drifted eval.drift new", "row/invalid eval.invalid new",
	} {
		if !got[want] {
			t.Errorf("there is no result %q in %v", want, got)
		}
	}
}

// TestChanges: what changed since a baseline is in each format for people, the cases that
// are gone too.
func TestChanges(t *testing.T) {
	t.Parallel()
	r := report(t)
	c := r.Compare(eval.Baseline{RuleSetVersion: "gatekeeper-rules-v0", Cases: []eval.Entry{
		{ID: "row/failed", Status: eval.StatusPass}, {ID: "row/gone", Status: eval.StatusPass},
	}})
	for _, format := range []string{"text", "markdown", "github", "html"} {
		got := write(t, format, render.Input{Report: r, Comparison: &c})
		for _, want := range []string{"new failure", "removed", "row/gone", "changed input"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s does not tell %q", format, want)
			}
		}
	}
	var alone bytes.Buffer
	if err := render.Changes(&alone, "from a to b", c, true); err != nil {
		t.Fatal(err)
	}
	if got := alone.String(); !strings.HasPrefix(got, "from a to b: ") || !strings.Contains(got, "gatekeeper-rules-v0 became") || !strings.Contains(got, "\x1b[31mremoved") {
		t.Errorf("got %q", got)
	}
}

// TestKnownFailuresAreWarnings: what the baseline knows does not stop anybody.
func TestKnownFailuresAreWarnings(t *testing.T) {
	t.Parallel()
	r := report(t)
	c := r.Compare(eval.Baseline{Cases: []eval.Entry{{ID: "row/failed", Status: eval.StatusFail, Failed: []string{"verdict", "answer.contains[0]"}}}})
	got := write(t, "github", render.Input{Report: r, Comparison: &c})
	if !strings.Contains(got, "::warning file=cases/row/failed/case.yaml") || strings.Contains(got, "::error file=cases/row/failed/case.yaml") {
		t.Errorf("got %s", got)
	}
}

func TestHTMLHoldsTheTraces(t *testing.T) {
	t.Parallel()
	got := write(t, "html", render.Input{Report: report(t)})
	if n := strings.Count(got, `<script type="application/json">{"trace_version"`); n != 4 {
		t.Errorf("%d traces are on the page, want those of the 4 cases that could be read", n)
	}
	for _, outside := range []string{"http://", "https://", "src=", "@import", "<link"} {
		if strings.Contains(got, outside) {
			t.Errorf("the page needs something else: it has %q in it", outside)
		}
	}
}

func TestWriteAllTellsWhatWentWrong(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	_, err := render.WriteAll(render.Input{Report: report(t)}, func(name string) (io.WriteCloser, error) {
		return brokenFile{full}, nil
	})
	if !errors.Is(err, full) || !strings.Contains(err.Error(), "report.txt") {
		t.Errorf("got %v, want an error that names the file", err)
	}
}

type brokenFile struct{ err error }

func (b brokenFile) Write([]byte) (int, error) { return 0, b.err }
func (brokenFile) Close() error                { return nil }

func TestUnknownFormat(t *testing.T) {
	t.Parallel()
	if err := render.Write(io.Discard, "yaml", render.Input{Report: report(t)}); err == nil || !strings.Contains(err.Error(), "text, json") {
		t.Errorf("got %v, want an error that lists the formats", err)
	}
}
