package eval_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/superbizagent/superbizagent/eval"
)

func entry(id string, change func(*eval.Entry)) eval.Entry {
	e := eval.Entry{
		ID: id, Status: eval.StatusPass, Signal: eval.Signal{Verdict: "PASS", GateStatus: "pass", ComposerStatus: "valid"},
		Inputs: eval.Inputs{Case: "1", Fixture: "2", RuleSet: "3"},
	}
	if change != nil {
		change(&e)
	}
	return e
}

func TestCompare(t *testing.T) {
	t.Parallel()
	fails := func(names ...string) func(*eval.Entry) {
		return func(e *eval.Entry) { e.Status, e.Failed = eval.StatusFail, names }
	}
	tests := []struct {
		name          string
		before, after []eval.Entry
		want          []eval.ChangeKind
		regressed     bool
	}{
		{"the same", []eval.Entry{entry("a", nil)}, []eval.Entry{entry("a", nil)}, nil, false},
		{"a new failure", []eval.Entry{entry("a", nil)}, []eval.Entry{entry("a", fails("verdict"))}, []eval.ChangeKind{eval.NewFailure}, true},
		{"a known failure", []eval.Entry{entry("a", fails("verdict"))}, []eval.Entry{entry("a", fails("verdict"))}, []eval.ChangeKind{eval.StillFailing}, false},
		{"a known failure of another kind", []eval.Entry{entry("a", fails("verdict"))}, []eval.Entry{entry("a", fails("gate_status"))}, []eval.ChangeKind{eval.NewFailure}, true},
		{"fewer failures", []eval.Entry{entry("a", fails("verdict", "drift"))}, []eval.Entry{entry("a", fails("drift"))}, []eval.ChangeKind{eval.StillFailing}, false},
		{"fixed", []eval.Entry{entry("a", fails("verdict"))}, []eval.Entry{entry("a", nil)}, []eval.ChangeKind{eval.Fixed}, false},
		{"added", nil, []eval.Entry{entry("a", nil)}, []eval.ChangeKind{eval.Added}, false},
		{"added and failing", nil, []eval.Entry{entry("a", fails("verdict"))}, []eval.ChangeKind{eval.NewFailure}, true},
		{"removed", []eval.Entry{entry("a", nil)}, nil, []eval.ChangeKind{eval.Removed}, true},
		{"another case file", []eval.Entry{entry("a", nil)}, []eval.Entry{entry("a", func(e *eval.Entry) { e.Inputs.Case = "9" })}, []eval.ChangeKind{eval.ChangedInput}, true},
		{"another fixture", []eval.Entry{entry("a", nil)}, []eval.Entry{entry("a", func(e *eval.Entry) { e.Inputs.Fixture = "9" })}, []eval.ChangeKind{eval.ChangedInput}, true},
		{"another rule set", []eval.Entry{entry("a", nil)}, []eval.Entry{entry("a", func(e *eval.Entry) { e.Inputs.RuleSet = "9" })}, []eval.ChangeKind{eval.ChangedInput}, true},
		{
			"another input and a failure",
			[]eval.Entry{entry("a", nil)},
			[]eval.Entry{entry("a", func(e *eval.Entry) { e.Inputs.Case = "9"; e.Status = eval.StatusFail })},
			[]eval.ChangeKind{eval.NewFailure, eval.ChangedInput},
			true,
		},
		{"new drift", []eval.Entry{entry("a", nil)}, []eval.Entry{entry("a", func(e *eval.Entry) { e.Drift = []string{"verifier.verdict"} })}, []eval.ChangeKind{eval.NewDrift}, true},
		{"moved", []eval.Entry{entry("a", nil)}, []eval.Entry{entry("a", func(e *eval.Entry) { e.Signal.Verdict = "LOW_CONFID" })}, []eval.ChangeKind{eval.Moved}, false},
		{"not evaluated any more", []eval.Entry{entry("a", nil)}, []eval.Entry{entry("a", func(e *eval.Entry) { e.Status = eval.StatusNotEvaluated })}, []eval.ChangeKind{eval.NewFailure}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := eval.Compare(eval.Baseline{Cases: test.before}, eval.Baseline{Cases: test.after})
			var got []eval.ChangeKind
			for _, change := range c.Changes {
				got = append(got, change.Kind)
			}
			if !slices.Equal(got, test.want) || c.Regressed() != test.regressed {
				t.Errorf("got %v, regressed %t, want %v, %t", got, c.Regressed(), test.want, test.regressed)
			}
		})
	}
}

func TestBaselineComesBack(t *testing.T) {
	t.Parallel()
	report := evaluateTree(t, fstest.MapFS{
		"r/b/case.yaml": {Data: []byte("about: x <b>\nexpect: {verdict: PASS}\n")}, "r/b/trace.json": {Data: []byte(goodTrace)},
		"r/a/case.yaml": {Data: []byte("about: x\nexpect: {verdict: REJECT}\n")}, "r/a/trace.json": {Data: []byte(badTrace())},
	})
	b, err := report.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	var asBaseline, asReport bytes.Buffer
	if err := errors.Join(b.Write(&asBaseline), report.WriteJSON(&asReport)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"baseline": asBaseline.Bytes(), "report": asReport.Bytes()} {
		read, err := eval.ReadBaseline(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if c := report.Compare(read); len(c.Changes) != 1 || c.Changes[0].Kind != eval.StillFailing {
			t.Errorf("%s: changes %+v, want one that still fails", name, c.Changes)
		}
	}
}

func TestAnUnsoundReportIsNoBaseline(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"invalid": "about: x\nexpect: {}\n", "not evaluated": "about: x\nexpect: {verdict: []}\n"} {
		report := evaluateTree(t, fstest.MapFS{"r/a/case.yaml": {Data: []byte(text)}, "r/a/trace.json": {Data: []byte(goodTrace)}})
		if _, err := report.Baseline(); !errors.Is(err, eval.ErrUnsound) {
			t.Errorf("%s: got %v, want ErrUnsound", name, err)
		}
	}
}

func TestReadBaselineRefuses(t *testing.T) {
	t.Parallel()
	one := `{"id": "a", "status": "PASS", "signal": {}, "inputs": {"case": "", "fixture": "", "rule_set": ""}}`
	tests := []struct{ name, text, want string }{
		{"no JSON", "{", "no JSON"},
		{"something else", `{"version": 1}`, "neither"},
		{"another version", `{"baseline_version": "eval_baseline_v9"}`, "neither"},
		{"no case", `{"baseline_version": "eval_baseline_v1", "cases": []}`, "no case"},
		{"a case twice", fmt.Sprintf(`{"baseline_version": "eval_baseline_v1", "cases": [%s, %s]}`, one, one), "twice"},
		{"a name twice", `{"baseline_version": "eval_baseline_v1", "baseline_version": "eval_baseline_v1"}`, "duplicate"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := eval.ReadBaseline([]byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}
