package pipeline_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/planner"
	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/store/sqlite"
	"github.com/superbizagent/superbizagent/tool"
	"github.com/superbizagent/superbizagent/trace"
)

// scripted is an executor that looks once and then says what it is told to say; ID
// in the text stands for the id of its call.
type scripted struct {
	texts []string
	err   error
	tasks []executor.Task
	id    string
}

func (s *scripted) Kind() superbiz.ExecutorKind { return superbiz.ExecutorModel }

func (s *scripted) Execute(ctx context.Context, task executor.Task) (string, error) {
	s.tasks = append(s.tasks, task)
	if s.id == "" {
		row, err := task.Tools.Call(ctx, "pool_status", json.RawMessage(`{}`))
		if err != nil {
			return "", err
		}
		s.id = row.InvocationID
	}
	if s.err != nil {
		return "", s.err
	}
	text := s.texts[min(task.Attempt, len(s.texts))-1]
	if text == "panic" {
		panic("the executor is broken")
	}
	return strings.ReplaceAll(text, "ID", s.id), nil
}

type noPlan struct{}

func (noPlan) Plan(context.Context, planner.Request) (superbiz.Plan, error) {
	return superbiz.Plan{Steps: []superbiz.PlanStep{}}, nil
}

const (
	good = `{"answer_version":"executor_evidence_v2","claims":[{"claim_id":"c1","claim_type":"observation",
"text":"The pool has 20 connections in use.","evidence_bindings":[{"source_invocation_ids":["ID"],"tool_name":"pool_status",
"raw_path":"$.connections","assertions":[{"raw_path":"$.connections","op":"eq","value":20}]}]}],
"hypotheses":[],"recommended_actions":[],"missing_info":[]}`
)

var fabricated = strings.ReplaceAll(good, "ID", "inv-99-none")

func openStore(t testing.TB) *sqlite.Store {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"), store.Config{
		Now: time.Now, NewID: store.RandomIDs(rand.Reader), Process: store.ThisProcess(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func config(t *testing.T, db pipeline.Store, e executor.Executor) pipeline.Config {
	t.Helper()
	tools, err := tool.NewRegistry(tool.Tool{
		Name: "pool_status", Description: "Tells how full the pool is.", Schema: json.RawMessage(`{"type":"object","properties":{"shard":{"type":"integer"}}}`),
		Source: "test", Class: superbiz.SourceObserved, Mode: superbiz.DataReplay,
		Call: func(context.Context, json.RawMessage) (tool.Result, error) {
			return tool.Data(json.RawMessage(`{"connections":20,"max_connections":20}`)), nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return pipeline.Config{
		Planner: noPlan{}, Executor: e, Tools: tools, Gate: gatekeeper.New(rules.Catalogue()),
		Store: db, Mode: superbiz.RunReplay, Now: time.Now, Random: rand.Reader,
	}
}

func diagnose(t *testing.T, c pipeline.Config) (*superbiz.DiagnosisTrace, error) {
	t.Helper()
	p, err := pipeline.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return p.Diagnose(t.Context(), pipeline.Request{Question: superbiz.Question{Text: "Is the pool full?"}})
}

// mustDiagnose diagnoses, and holds the pipeline to it that what it returns is what
// is stored.
func mustDiagnose(t *testing.T, c pipeline.Config) *superbiz.DiagnosisTrace {
	t.Helper()
	got, err := diagnose(t, c)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := store.LoadTrace(t.Context(), c.Store, got.RunID)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := encoded(t, got), encoded(t, &stored); got != want {
		t.Errorf("got the trace\n%s\nwant it as it is stored\n%s", got, want)
	}
	return got
}

func encoded(t *testing.T, from *superbiz.DiagnosisTrace) string {
	t.Helper()
	var text strings.Builder
	if err := trace.Encode(&text, from); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestAnAnswerIsStoredBeforeItIsShown(t *testing.T) {
	db := openStore(t)
	c := config(t, db, &scripted{texts: []string{good}})
	var kinds []pipeline.EventKind
	c.Progress = func(e pipeline.Event) {
		kinds = append(kinds, e.Kind)
		messages, err := db.Messages(t.Context(), e.SessionID)
		if err != nil {
			t.Error(err)
		}
		stored := len(messages) == 2 && messages[1].SelfEvaluation != nil
		if shown := e.Kind == pipeline.Answered; shown != stored {
			t.Errorf("at %s the answer is stored: %t", e.Kind, stored)
		}
	}
	trace := mustDiagnose(t, c)
	want := []pipeline.EventKind{
		pipeline.RunStarted, pipeline.Planned, pipeline.ToolCalled, pipeline.Gated, pipeline.Verified, pipeline.Answered,
	}
	if !slices.Equal(kinds, want) {
		t.Errorf("events %v, want %v", kinds, want)
	}
	if got := trace.Verifier.Verdict; got != superbiz.VerdictPass {
		t.Errorf("verdict %s, want PASS: %+v", got, trace.Verifier)
	}
	if !strings.Contains(trace.Composer.Answer, "The pool has 20 connections in use. [1]") {
		t.Errorf("answer:\n%s", trace.Composer.Answer)
	}
}

func TestARefusedOutputNeverReachesTheAnswer(t *testing.T) {
	db := openStore(t)
	trace := mustDiagnose(t, config(t, db, &scripted{texts: []string{fabricated}}))
	if trace.Verifier.Verdict != superbiz.VerdictReject || trace.Composer.Status != superbiz.ComposerFallback {
		t.Fatalf("verdict %s, composer %s", trace.Verifier.Verdict, trace.Composer.Status)
	}
	if strings.Contains(trace.Composer.Answer, "pool") {
		t.Errorf("the executor's text is in the answer:\n%s", trace.Composer.Answer)
	}
	if raw := trace.Executor.Attempts[0].RawOutput; raw == nil || *raw != fabricated {
		t.Error("the executor's text is not in the audit")
	}
}

func TestFindingsGoBackAndTheLastAttemptCounts(t *testing.T) {
	s := &scripted{texts: []string{fabricated, good}}
	c := config(t, openStore(t), s)
	c.Repairs = 2
	trace := mustDiagnose(t, c)
	if len(trace.Executor.Attempts) != 2 || trace.Verifier.Verdict != superbiz.VerdictPass {
		t.Fatalf("%d attempts, verdict %s", len(trace.Executor.Attempts), trace.Verifier.Verdict)
	}
	second := s.tasks[1]
	if second.Attempt != 2 || second.Previous != fabricated || len(second.Findings) == 0 || second.Findings[0].RuleID != "evidence.invocation_ref" {
		t.Errorf("the second task: %+v", second)
	}
}

func TestRepairsAreBounded(t *testing.T) {
	c := config(t, openStore(t), &scripted{texts: []string{fabricated}})
	c.Repairs = 2
	trace := mustDiagnose(t, c)
	if n := len(trace.Executor.Attempts); n != 3 || trace.Verifier.Verdict != superbiz.VerdictReject {
		t.Errorf("%d attempts, verdict %s; want 3, REJECT", n, trace.Verifier.Verdict)
	}
}

func TestABrokenRunIsMarkedAndKeepsItsCalls(t *testing.T) {
	for name, tc := range map[string]struct {
		executor *scripted
		want     superbiz.RunStatus
	}{
		"error":     {&scripted{err: errors.New("the model is down")}, superbiz.RunFailed},
		"panic":     {&scripted{texts: []string{"panic"}}, superbiz.RunFailed},
		"cancelled": {&scripted{err: context.Canceled}, superbiz.RunCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			db := openStore(t)
			c := config(t, db, tc.executor)
			var run pipeline.Event
			c.Progress = func(e pipeline.Event) { run = e }
			if _, err := diagnose(t, c); err == nil || !strings.Contains(err.Error(), run.RunID) {
				t.Fatalf("error %v, want one that names the run", err)
			}
			got, err := db.Run(t.Context(), run.RunID)
			if err != nil || got.Status != tc.want || got.Failure == "" {
				t.Errorf("run %+v, %v; want status %s and why", got, err, tc.want)
			}
			rows, err := db.Invocations(t.Context(), run.RunID)
			if err != nil || len(rows) != 1 || rows[0].Status != superbiz.InvocationSucceeded {
				t.Errorf("rows %+v, %v; want the finished call", rows, err)
			}
		})
	}
}

func TestSecretsAreGatedAsTheyCameAndStoredRedacted(t *testing.T) {
	const secret = "hunter2-Zq81xx"
	leaking := strings.Replace(good, "The pool has 20 connections in use.", "20 connections; postgres://app:"+secret+"@db/shop", 1)
	db := openStore(t)
	trace := mustDiagnose(t, config(t, db, &scripted{texts: []string{leaking}}))
	stored, err := json.Marshal(trace)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(stored), secret) {
		t.Error("the secret is stored")
	}
	messages, err := db.Messages(t.Context(), trace.SessionID)
	if err != nil || !messages[1].SelfEvaluation.Redacted {
		t.Errorf("redacted is not told: %v", err)
	}
}

func TestAPipelineWithoutAGatekeeperCannotBeBuilt(t *testing.T) {
	for name, gate := range map[string]*gatekeeper.Gate{"none": nil, "empty": {}} {
		c := config(t, openStore(t), &scripted{})
		c.Gate = gate
		if _, err := pipeline.New(c); err == nil || !strings.Contains(err.Error(), "Gatekeeper") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestAFollowUpMayCiteWhatAnEarlierQuestionFound(t *testing.T) {
	db := openStore(t)
	first := mustDiagnose(t, config(t, db, &scripted{texts: []string{good}}))
	again := &scripted{texts: []string{good}, id: first.ToolInvocations[0].InvocationID} // looks no more
	p, err := pipeline.New(config(t, db, again))
	if err != nil {
		t.Fatal(err)
	}
	second, err := p.Diagnose(t.Context(), pipeline.Request{SessionID: first.SessionID, Question: superbiz.Question{Text: "And now?"}})
	if err != nil {
		t.Fatal(err)
	}
	if second.Verifier.Verdict != superbiz.VerdictPass || second.SessionID != first.SessionID {
		t.Errorf("verdict %s in session %s", second.Verifier.Verdict, second.SessionID)
	}
	if task := again.tasks[0]; len(task.Rows) != 1 || len(task.History) != 1 || task.History[0].Question != "Is the pool full?" || task.History[0].Answer == "" {
		t.Errorf("the task knows %d rows and %+v", len(task.Rows), task.History)
	}
	gate := gatekeeper.New(rules.Catalogue()).Validate(gatekeeper.InputOf(second))
	if gate.Status == superbiz.GateFail {
		t.Errorf("the second trace does not stand alone: %+v", gate.Errors)
	}
	if second.Usage.ToolCalls != 0 {
		t.Errorf("%d tool calls, want none", second.Usage.ToolCalls)
	}
}

// broken hands over once, looks once more, and then breaks.
type broken struct {
	scripted
	err error
}

func (b *broken) Execute(ctx context.Context, task executor.Task) (string, error) {
	if task.Attempt > 1 {
		if _, err := task.Tools.Call(ctx, "pool_status", json.RawMessage(`{"shard":7}`)); err != nil {
			return "", err
		}
		return "", b.err
	}
	return b.scripted.Execute(ctx, task)
}

func TestAnExecutorThatBreaksWhileItRepairs(t *testing.T) {
	c := config(t, openStore(t), &broken{scripted{texts: []string{fabricated}}, errors.New("the model is down")})
	c.Repairs = 2
	trace := mustDiagnose(t, c)
	if len(trace.Executor.Attempts) != 1 || trace.Verifier.Verdict != superbiz.VerdictReject {
		t.Errorf("%d attempts, verdict %s: want the attempt before to stand", len(trace.Executor.Attempts), trace.Verifier.Verdict)
	}
	if made := len(trace.ToolInvocations); made != 2 || trace.Usage.ToolCalls != made {
		t.Errorf("%d tool calls were made, %d counted: want those of the attempt that broke to count", made, trace.Usage.ToolCalls)
	}
	c = config(t, openStore(t), &broken{scripted{texts: []string{fabricated}}, fmt.Errorf("%w: the replay has no such turn", executor.ErrStop)})
	c.Repairs = 2
	if _, err := diagnose(t, c); !errors.Is(err, executor.ErrStop) {
		t.Errorf("error %v", err)
	}
}

func TestRepairsCarryTheAdviceOfTheRules(t *testing.T) {
	s := &scripted{texts: []string{fabricated, good}}
	c := config(t, openStore(t), s)
	c.Repairs = 1
	mustDiagnose(t, c)
	if fix := s.tasks[1].Fixes["evidence.invocation_ref"]; len(s.tasks[1].Fixes) != 1 || fix == "" {
		t.Errorf("advice %v", s.tasks[1].Fixes)
	}
}
