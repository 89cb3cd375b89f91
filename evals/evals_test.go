package evals_test

import (
	"bytes"
	"flag"
	"os"
	"runtime"
	"testing"

	"github.com/superbizagent/superbizagent/eval"
	"github.com/superbizagent/superbizagent/eval/render"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
)

var update = flag.Bool("update", false, "write baseline.json and docs/baseline.md")

const (
	baselineFile = "baseline.json"
	reportPage   = "../docs/baseline.md"
)

func load(t *testing.T) []*eval.Case {
	t.Helper()
	cases, err := eval.Find(eval.Tree{FS: os.DirFS("."), Name: "evals"})
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

func evaluator(t *testing.T, catalogue *gatekeeper.Catalogue) *eval.Evaluator {
	t.Helper()
	e, err := eval.New(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func run(e *eval.Evaluator, cases []*eval.Case) *eval.Report {
	return e.Run(cases, runtime.GOMAXPROCS(0))
}

// TestBaseline holds the product to what the baseline says of it: every case passes, and
// none came to something else than when somebody last looked.
func TestBaseline(t *testing.T) {
	report := run(evaluator(t, rules.Catalogue()), load(t))
	for _, c := range report.Cases {
		if c.Status != eval.StatusPass {
			t.Errorf("%s is %s: %s", c.ID, c.Status, c.Reason)
		}
		for _, f := range c.Failed() {
			t.Errorf("%s:%d: %s: want %s; got %s", c.File, f.Line, f.Expectation, f.Want, f.Got)
		}
	}
	if *update {
		writeBaseline(t, report)
	}
	text, err := os.ReadFile(baselineFile)
	if err != nil {
		t.Fatal(err)
	}
	before, err := eval.ReadBaseline(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range report.Compare(before).Changes {
		t.Errorf("%s %s: %s; look at it, then: go test ./evals -run TestBaseline -update", change.ID, change.Kind, change.Detail)
	}
}

func writeBaseline(t *testing.T, report *eval.Report) {
	t.Helper()
	b, err := report.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := b.Write(&text); err != nil {
		t.Fatal(err)
	}
	write(t, baselineFile, text.Bytes())
	write(t, reportPage, page(t, report))
}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func page(t *testing.T, report *eval.Report) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := render.Write(&text, "markdown", render.Input{Report: report}); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// TestReportPage keeps docs/baseline.md what the evaluator says.
func TestReportPage(t *testing.T) {
	want := page(t, run(evaluator(t, rules.Catalogue()), load(t)))
	got, err := os.ReadFile(reportPage)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("docs/baseline.md is stale; run: go test ./evals -run TestBaseline -update")
	}
}

// TestReportsAreTheSame runs twice, with one worker and with many, and compares all that
// is written to the byte.
func TestReportsAreTheSame(t *testing.T) {
	e, cases := evaluator(t, rules.Catalogue()), load(t)
	for _, format := range render.Formats() {
		var texts [2]bytes.Buffer
		for i, workers := range []int{1, 8} {
			if err := render.Write(&texts[i], format, render.Input{Report: e.Run(cases, workers)}); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(texts[0].Bytes(), texts[1].Bytes()) {
			t.Errorf("two reports in %s differ", format)
		}
	}
}

// TestMatrix holds the matrix to its size: three cases a row that the product promises,
// two in the others, with English and Chinese in each.
func TestMatrix(t *testing.T) {
	promised := map[string]bool{
		"supported-positive": true, "narrow-scope": true, "no-evidence": true,
		"unsupported-claim": true, "fabricated-reference": true, "composer-fallback": true,
	}
	tags := make(map[string]map[string]bool)
	count := make(map[string]int)
	for _, c := range run(evaluator(t, rules.Catalogue()), load(t)).Cases {
		count[c.Suite]++
		if tags[c.Suite] == nil {
			tags[c.Suite] = make(map[string]bool)
		}
		for _, tag := range c.Tags {
			tags[c.Suite][tag] = true
		}
	}
	for suite, n := range count {
		least := 2
		if promised[suite] {
			least = 3
		}
		if n < least {
			t.Errorf("%s has %d cases, want at least %d", suite, n, least)
		}
		if !tags[suite]["en"] || !tags[suite]["zh"] {
			t.Errorf("%s has no case in one of English and Chinese: %v", suite, tags[suite])
		}
		delete(promised, suite)
	}
	for suite := range promised {
		t.Errorf("the row %s has no case", suite)
	}
}

// matrix is the cases, and what they come to when nothing is broken.
type matrix struct {
	cases []*eval.Case
	sound map[string]bool // the cases that pass
}

func loadMatrix(t *testing.T) matrix {
	t.Helper()
	m := matrix{cases: load(t), sound: make(map[string]bool)}
	for _, c := range run(evaluator(t, rules.Catalogue()), m.cases).Cases {
		m.sound[c.ID] = c.Status == eval.StatusPass
	}
	return m
}

// mustKill fails when no case that passes sees that something in e is broken. The first
// one that does will do.
func (m matrix) mustKill(t *testing.T, e *eval.Evaluator) {
	t.Helper()
	for _, c := range m.cases {
		if r := e.Evaluate(c); m.sound[c.ID] && r.Status != eval.StatusPass {
			t.Logf("%s turns red", c.ID)
			return
		}
	}
	t.Error("no case turns red: nothing holds this")
}
