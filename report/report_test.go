package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/report"
)

var update = flag.Bool("update", false, "write the golden files")

// page is a rule's page with the parts that are read.
const page = `# RULE

## What it wants

Every quote stands in the output that it is said to come from.

## Flagged

- a changed digit

## How to fix

Copy the words from the tool result, character by character. Where only a part is needed, join the
parts with an ellipsis.

- Leave the excerpt out when a path says it all.

## Limits

None.
`

func rule(id string, severity superbiz.Severity) *gatekeeper.Rule {
	return &gatekeeper.Rule{
		ID: id, Description: "what " + id + " finds", Doc: page, DefaultSeverity: severity,
		Reads: gatekeeper.Claims, Run: func(*gatekeeper.Pass) error { return nil },
	}
}

func options() report.Options {
	return report.Options{ToolVersion: "v1.2.3", Rules: []*gatekeeper.Rule{
		rule("evidence.excerpt", superbiz.SeverityReject),
		rule("evidence.window", superbiz.SeverityLowConfid),
		rule("language.certainty", superbiz.SeverityWarn),
	}}
}

// result is one with a finding of each kind, and with the outcomes of the rules
// that those findings make.
func result(findings ...superbiz.Finding) superbiz.GatekeeperResult {
	r := superbiz.GatekeeperResult{
		Status: superbiz.GatePass, Severity: superbiz.SeverityNone, CheckedBindings: 2, FailedRules: []string{},
		Errors: []superbiz.Finding{}, Warnings: []superbiz.Finding{}, RuleSetVersion: "rules-v1",
		Rules: []superbiz.RuleResult{
			{ID: "evidence.excerpt", Params: json.RawMessage("{}"), Outcome: superbiz.OutcomePass},
			{ID: "evidence.window", Params: json.RawMessage("{}"), Outcome: superbiz.OutcomePass},
			{ID: "language.certainty", Params: json.RawMessage("{}"), Outcome: superbiz.OutcomeNotRun},
		},
	}
	for _, f := range findings {
		outcome := superbiz.OutcomeWarn
		if f.Severity == superbiz.SeverityReject {
			outcome = superbiz.OutcomeFail
			r.Status, r.Severity = superbiz.GateFail, superbiz.SeverityReject
			r.Errors = append(r.Errors, f)
		} else {
			r.Warnings = append(r.Warnings, f)
		}
		for i := range r.Rules {
			if r.Rules[i].ID == f.RuleID {
				r.Rules[i].Outcome = outcome
			}
		}
	}
	if r.Status == superbiz.GatePass && len(r.Warnings) > 0 {
		r.Status, r.Severity = superbiz.GateWarn, superbiz.SeverityLowConfid
	}
	return r
}

// judgements are a pass, a failure full of what a stranger may write, a gate that
// broke, and a trace that could not be judged.
func judgements(t *testing.T) []report.Judgement {
	t.Helper()
	output, err := evidence.Decode([]byte(`{"claims":[{"claim_id":"c1","text":"Pod x\nrestarted \u001b[31m14\u001b[0m times."},{"claim_id":"c2","text":"##[add-mask]\u202e<b>"}],
"hypotheses":[{"text":"A leak."}]}`), 64)
	if err != nil {
		t.Fatal(err)
	}
	return []report.Judgement{
		{File: "good.json", Result: result()},
		{File: "dir,a/bad 100%:1.json", Output: output, Line: func(target string) int { return len(target) }, Result: result(
			superbiz.Finding{RuleID: "evidence.excerpt", Severity: superbiz.SeverityReject, ClaimID: "c1", Target: "claims[0].evidence_bindings[0]", Message: "\"14 times\" is not there; nearest is \"13 times\""},
			superbiz.Finding{RuleID: "evidence.excerpt", Severity: superbiz.SeverityReject, ClaimID: "c2", Target: "claims[1]", Message: "100% wrong\n::error::##[add-mask]x \x1b[2J [click](https://example.org)"},
			superbiz.Finding{RuleID: "evidence.window", Severity: superbiz.SeverityLowConfid, HypothesisID: "h1", Target: "hypotheses[0].text", Message: "outside"},
			superbiz.Finding{RuleID: "language.certainty", Severity: superbiz.SeverityWarn, ActionID: "a1", Target: "recommended_actions[0]", Message: "says \"obviously\""},
		)},
		{File: "/abs/warn.json", Result: result(
			superbiz.Finding{RuleID: "evidence.window", Severity: superbiz.SeverityLowConfid, Message: "no window"},
		)},
		{File: "-", Result: superbiz.GatekeeperResult{
			Status: superbiz.GateFail, Severity: superbiz.SeverityReject, FailedRules: []string{"gatekeeper.internal"},
			Warnings: []superbiz.Finding{}, RuleSetVersion: "rules-v1", Rules: []superbiz.RuleResult{},
			Errors: []superbiz.Finding{{RuleID: "gatekeeper.internal", Severity: superbiz.SeverityReject, Message: "rows cannot be read"}},
		}},
		{File: "cut.json", Err: errors.New("not JSON: it ends at byte 7")},
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, format := range report.Formats() {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			all := judgements(t)
			if format == "json" {
				all = all[1:2]
			}
			got := render(t, format, options(), all...)
			golden(t, format, got)
			if again := render(t, format, options(), all...); !bytes.Equal(got, again) {
				t.Error("the same judgements gave other bytes")
			}
		})
	}
	t.Run("text in colour", func(t *testing.T) {
		t.Parallel()
		o := options()
		o.Colour = true
		golden(t, "text-colour", render(t, "text", o, judgements(t)...))
	})
	t.Run("jsonl without rules", func(t *testing.T) {
		t.Parallel()
		o := options()
		o.OmitRules = true
		if got := render(t, "jsonl", o, judgements(t)...); bytes.Contains(got, []byte(`"rules"`)) {
			t.Errorf("got %s, want no rules", got)
		}
	})
}

func render(t *testing.T, format string, o report.Options, all ...report.Judgement) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := report.New(format, &b, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range all {
		if err := w.Write(j); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v\nrun: go test ./report -update", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s\nif it is right, run: go test ./report -update", file, diff)
	}
}

func TestNothing(t *testing.T) {
	t.Parallel()
	for _, format := range report.Formats() {
		got := render(t, format, options())
		switch format {
		case "sarif":
			if !json.Valid(got) {
				t.Errorf("sarif of nothing is %q, want JSON", got)
			}
		case "junit":
			if err := xml.Unmarshal(got, new(struct{})); err != nil {
				t.Errorf("junit of nothing is %q: %v", got, err)
			}
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	t.Parallel()
	_, err := report.New("xml", io.Discard, report.Options{})
	if err == nil || !strings.Contains(err.Error(), "text, json, jsonl") {
		t.Errorf("error is %v, want the formats that there are", err)
	}
}

func TestJSONOfTwo(t *testing.T) {
	t.Parallel()
	w, err := report.New("json", io.Discard, report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(report.Judgement{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(report.Judgement{}); err == nil || !strings.Contains(err.Error(), "use jsonl") {
		t.Errorf("error is %v, want advice to use jsonl", err)
	}
}

func TestBrokenPipe(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken pipe")
	for _, format := range report.Formats() {
		w, err := report.New(format, failingWriter{broken}, options())
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Write(judgements(t)[1]), w.Close()); !errors.Is(err, broken) {
			t.Errorf("%s: error is %v, want %v", format, err, broken)
		}
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
