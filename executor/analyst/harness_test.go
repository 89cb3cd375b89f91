package analyst_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/executor/analyst"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/planner"
	"github.com/superbizagent/superbizagent/tool"
	"github.com/superbizagent/superbizagent/verifier"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// sink keeps what a run recorded.
type sink struct{ rows []superbiz.ToolInvocation }

func (*sink) StartInvocation(context.Context, superbiz.ToolInvocation) error { return nil }
func (s *sink) FinishInvocation(_ context.Context, row superbiz.ToolInvocation) error {
	s.rows = append(s.rows, row)
	return nil
}

// tools reaches a registry through a recorder.
type tools struct {
	*tool.Recorder
	registry *tool.Registry
}

func (t tools) Names() []string { return t.registry.Names() }

// setting is an investigation to be made.
type setting struct {
	question superbiz.Question
	tools    []tool.Tool
	budget   tool.Budget
	seed     byte // of the ids
}

// run is one investigation and what it recorded.
type run struct {
	setting
	text   string
	output superbiz.ExecutorOutput
	rows   []superbiz.ToolInvocation
}

// attempt returns a run as the gate and the Verifier read it.
func (r run) attempt() superbiz.Attempt { return superbiz.Attempt{RawOutput: &r.text} }

func investigate(t *testing.T, s setting) run {
	t.Helper()
	registry, err := tool.NewRegistry(s.tools...)
	if err != nil {
		t.Fatal(err)
	}
	kept := &sink{}
	recorder, err := tool.NewRecorder(tool.Config{
		Registry: registry, Sink: kept, Policy: tool.AllowAll, SessionID: "s-1", RunID: "r-1", Mode: superbiz.DataBundle,
		Now:    func() time.Time { return time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC) },
		Random: rand.NewChaCha8([32]byte{s.seed}), Budget: s.budget,
	})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := planner.Playbook{}.Plan(t.Context(), planner.Request{Question: s.question, Tools: registry.Names()})
	if err != nil {
		t.Fatal(err)
	}
	text, err := analyst.New().Execute(t.Context(), executor.Task{Question: s.question, Plan: plan, Tools: tools{recorder, registry}, Attempt: 1})
	if err != nil {
		t.Fatal(err)
	}
	made := run{setting: s, text: text, rows: kept.rows}
	if err := json.Unmarshal([]byte(text), &made.output); err != nil {
		t.Fatal(err)
	}
	return made
}

func gate(made run) superbiz.GatekeeperResult {
	return gatekeeper.New(rules.Catalogue()).Validate(gatekeeper.Input{
		SessionID: "s-1", RunMode: superbiz.RunBundle, Question: made.question, Attempt: made.attempt(), Invocations: made.rows,
	})
}

// mustPass fails the test for each finding of the gate but those of some rules.
func mustPass(t *testing.T, made run, but ...string) {
	t.Helper()
	result := gate(made)
	for _, finding := range append(result.Errors, result.Warnings...) {
		if !strings.Contains(strings.Join(but, " "), finding.RuleID) {
			t.Errorf("%s (%s) at %s: %s", finding.RuleID, finding.Severity, finding.Target, finding.Message)
		}
	}
}

// mustBe fails the test unless the Verifier gives the verdict; for PASS it tells the
// claims that are in the way.
func mustBe(t *testing.T, made run, want superbiz.Verdict) {
	t.Helper()
	payload := verifier.NewPayload(made.question, made.attempt(), "s-1", made.rows, gate(made))
	result := verifier.Verifier{}.Verify(t.Context(), payload).Result
	for _, check := range result.ClaimChecks {
		if check.Label != superbiz.LabelSupported {
			t.Errorf("claim %s is %s: %s", check.ClaimID, check.Label, check.Reason)
		}
	}
	if result.Verdict != want {
		t.Errorf("got verdict %s, want %s", result.Verdict, want)
	}
}

// texts returns the texts of the claims, one a line.
func texts(made run) string {
	var lines []string
	for _, c := range made.output.Claims {
		lines = append(lines, c.Text)
	}
	return strings.Join(lines, "\n")
}
