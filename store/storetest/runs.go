package storetest

import (
	"context"
	"encoding/json"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

func testWholeRun(t *testing.T, f *fixture) {
	run := begin(t, f.store, superbiz.RunRunning)
	plan := superbiz.Plan{
		Steps:  []superbiz.PlanStep{{ToolName: "alerts_list", Arguments: json.RawMessage(`{}`), Purpose: "what fires"}},
		Budget: superbiz.Budget{ToolCalls: 20},
	}
	noError(t, f.store.SavePlan(t.Context(), run.RunID, superbiz.Plan{}))
	noError(t, f.store.SavePlan(t.Context(), run.RunID, plan))
	rows := []superbiz.ToolInvocation{succeeded(t, started(run, 1), `{"restart_count": 14}`), failed(started(run, 2))}
	for _, row := range rows {
		keep(t, f.store, row)
	}
	attempts := []superbiz.Attempt{attempt("I think: {}"), attempt("```json\n{}\n```")}
	for _, a := range attempts {
		noError(t, f.store.AppendAttempt(t.Context(), run.RunID, a))
	}
	end := outcome()
	message, err := f.store.FinishRun(t.Context(), run.RunID, end)
	noError(t, err)

	trace, err := store.LoadTrace(t.Context(), f.store, run.RunID)
	noError(t, err)
	verifier := end.SelfEvaluation.Verifier
	verifier.Verdict = superbiz.VerdictLowConfid
	equal(t, "trace", trace, superbiz.DiagnosisTrace{
		TraceVersion: superbiz.TraceVersion, SessionID: run.SessionID, RunID: run.RunID, RunMode: superbiz.RunBundle,
		Question: &run.Question, Plan: &plan, ToolInvocations: rows,
		Executor: superbiz.Executor{Kind: superbiz.ExecutorModel, Model: "a-model", PromptVersion: "executor-1", Attempts: attempts},
		Verifier: &verifier, Composer: &end.Composer, Usage: &end.Usage,
	})

	whole, err := store.LoadSession(t.Context(), f.store, run.SessionID)
	noError(t, err)
	if len(whole.Messages) != 2 || len(whole.Runs) != 1 {
		t.Fatalf("got %d messages and %d runs, want 2 and 1", len(whole.Messages), len(whole.Runs))
	}
	equal(t, "the answer", whole.Messages[1], message)
	equal(t, "its evaluation", *whole.Messages[1].SelfEvaluation, end.SelfEvaluation)
	equal(t, "its run", whole.Messages[1].RunID, run.RunID)
	equal(t, "rows", whole.Runs[0].ToolInvocations, rows)
	got := whole.Runs[0].Run
	equal(t, "status", got.Status, superbiz.RunCompleted)
	if !got.EndedAt.After(got.StartedAt) {
		t.Errorf("ended at %v, started at %v", got.EndedAt, got.StartedAt)
	}
}

func testPartialRun(t *testing.T, f *fixture) {
	run := begin(t, f.store, superbiz.RunRunning)
	noError(t, f.store.StartInvocation(t.Context(), started(run, 1)))
	trace, err := store.LoadTrace(t.Context(), f.store, run.RunID)
	noError(t, err)
	equal(t, "trace", trace, superbiz.DiagnosisTrace{
		TraceVersion: superbiz.TraceVersion, SessionID: run.SessionID, RunID: run.RunID, RunMode: superbiz.RunBundle,
		Question: &run.Question, ToolInvocations: []superbiz.ToolInvocation{started(run, 1)},
		Executor: superbiz.Executor{Kind: superbiz.ExecutorModel, Model: "a-model", PromptVersion: "executor-1", Attempts: []superbiz.Attempt{}},
	})
	loaded, err := f.store.Run(t.Context(), run.RunID)
	noError(t, err)
	equal(t, "run", loaded, run)
}

func testQueuedRuns(t *testing.T, f *fixture) {
	run := begin(t, f.store, superbiz.RunQueued)
	equal(t, "status", run.Status, superbiz.RunQueued)
	wantError(t, "write to a queued run", f.store.StartInvocation(t.Context(), started(run, 1)), store.ErrEnded)
	noError(t, f.store.StartRun(t.Context(), run.RunID))
	wantError(t, "start it again", f.store.StartRun(t.Context(), run.RunID), store.ErrEnded)
	noError(t, f.store.StartInvocation(t.Context(), started(run, 1)))
	loaded, err := f.store.Run(t.Context(), run.RunID)
	noError(t, err)
	if loaded.Status != superbiz.RunRunning || loaded.StartedAt.IsZero() {
		t.Errorf("got status %s, started at %v", loaded.Status, loaded.StartedAt)
	}

	message, err := f.store.AppendMessage(t.Context(), run.SessionID, "And now?")
	noError(t, err)
	for _, wrong := range []func(*store.NewRun){
		func(r *store.NewRun) { r.Status = superbiz.RunCompleted },
		func(r *store.NewRun) { r.Status = "" },
		func(r *store.NewRun) { r.Mode = "" },
		func(r *store.NewRun) { r.ExecutorKind = "" },
		func(r *store.NewRun) { r.Question.Alert = json.RawMessage(`{`) },
	} {
		begin := newRun(message, superbiz.RunRunning)
		wrong(&begin)
		if _, err := f.store.CreateRun(t.Context(), begin); err == nil {
			t.Errorf("a run was created from %+v", begin)
		}
	}
	runs, err := f.store.Runs(t.Context(), run.SessionID)
	noError(t, err)
	equal(t, "runs", len(runs), 1)
}

func testEndRun(t *testing.T, f *fixture) {
	for _, test := range []struct{ from, to superbiz.RunStatus }{
		{superbiz.RunRunning, superbiz.RunFailed},
		{superbiz.RunRunning, superbiz.RunCancelled},
		{superbiz.RunQueued, superbiz.RunCancelled},
	} {
		run := begin(t, f.store, test.from)
		noError(t, f.store.EndRun(t.Context(), run.RunID, test.to, "the model's endpoint does not answer"))
		loaded, err := f.store.Run(t.Context(), run.RunID)
		noError(t, err)
		if loaded.Status != test.to || loaded.Failure == "" || loaded.EndedAt.IsZero() {
			t.Errorf("got status %s, failure %q, end %v; want %s", loaded.Status, loaded.Failure, loaded.EndedAt, test.to)
		}
		wantError(t, "end it again", f.store.EndRun(t.Context(), run.RunID, superbiz.RunFailed, ""), store.ErrEnded)
	}
	run := begin(t, f.store, superbiz.RunRunning)
	for _, status := range []superbiz.RunStatus{superbiz.RunCompleted, superbiz.RunRunning, superbiz.RunInterrupted, ""} {
		if err := f.store.EndRun(t.Context(), run.RunID, status, ""); err == nil {
			t.Errorf("a run without an answer ended %q", status)
		}
	}
}

func testEndedRun(t *testing.T, f *fixture) {
	run := begin(t, f.store, superbiz.RunRunning)
	noError(t, f.store.StartInvocation(t.Context(), started(run, 1)))
	_, err := f.store.FinishRun(t.Context(), run.RunID, outcome())
	noError(t, err)
	before, err := store.LoadSession(t.Context(), f.store, run.SessionID)
	noError(t, err)

	_, err = f.store.FinishRun(t.Context(), run.RunID, outcome())
	wantError(t, "finish the run again", err, store.ErrEnded)
	wantError(t, "end it", f.store.EndRun(t.Context(), run.RunID, superbiz.RunFailed, ""), store.ErrEnded)
	wantError(t, "start it", f.store.StartRun(t.Context(), run.RunID), store.ErrEnded)
	wantError(t, "plan", f.store.SavePlan(t.Context(), run.RunID, superbiz.Plan{}), store.ErrEnded)
	wantError(t, "attempt", f.store.AppendAttempt(t.Context(), run.RunID, attempt("")), store.ErrEnded)
	wantError(t, "start a row", f.store.StartInvocation(t.Context(), started(run, 2)), store.ErrEnded)
	wantError(t, "import a row", f.store.ImportInvocation(t.Context(), run.RunID, started(run, 3)), store.ErrEnded)
	wantError(t, "finish a row late", f.store.FinishInvocation(t.Context(), succeeded(t, started(run, 1), `1`)), store.ErrEnded)

	after, err := store.LoadSession(t.Context(), f.store, run.SessionID)
	noError(t, err)
	equal(t, "the session", after, before)
}

func testUnjudgedAnswer(t *testing.T, f *fixture) {
	run := begin(t, f.store, superbiz.RunRunning)
	for _, test := range []struct {
		name  string
		wrong func(*store.Outcome)
	}{
		{"no status", func(o *store.Outcome) { o.Status = "" }},
		{"interrupted", func(o *store.Outcome) { o.Status = superbiz.RunInterrupted }},
		{"no answer", func(o *store.Outcome) { o.Composer = superbiz.ComposerResult{} }},
		{"no verdict", func(o *store.Outcome) { o.SelfEvaluation.Verdict = "" }},
		{"an invented verdict", func(o *store.Outcome) { o.SelfEvaluation.Verdict = "FINE" }},
		{"no gate", func(o *store.Outcome) { o.SelfEvaluation.GatekeeperResult = superbiz.GatekeeperResult{} }},
		{"an evaluation that cannot be written", func(o *store.Outcome) {
			o.SelfEvaluation.GatekeeperResult.Rules[0].Params = json.RawMessage(`{`)
		}},
	} {
		end := outcome()
		test.wrong(&end)
		if _, err := f.store.FinishRun(t.Context(), run.RunID, end); err == nil {
			t.Errorf("%s: the answer was kept", test.name)
		}
	}
	whole, err := store.LoadSession(t.Context(), f.store, run.SessionID)
	noError(t, err)
	equal(t, "messages", len(whole.Messages), 1)
	equal(t, "status", whole.Runs[0].Status, superbiz.RunRunning)
	_, err = f.store.FinishRun(t.Context(), run.RunID, outcome())
	noError(t, err)
}

func testCancelled(t *testing.T, f *fixture) {
	run := begin(t, f.store, superbiz.RunRunning)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := f.store.FinishRun(ctx, run.RunID, outcome())
	wantError(t, "finish a run", err, context.Canceled)
	wantError(t, "start a row", f.store.StartInvocation(ctx, started(run, 1)), context.Canceled)
	_, err = f.store.Messages(ctx, run.SessionID)
	wantError(t, "read", err, context.Canceled)
	whole, err := store.LoadSession(t.Context(), f.store, run.SessionID)
	noError(t, err)
	equal(t, "messages", len(whole.Messages), 1)
	equal(t, "rows", len(whole.Runs[0].ToolInvocations), 0)
	_, err = f.store.FinishRun(t.Context(), run.RunID, outcome())
	noError(t, err)
}

func testUnknownIDs(t *testing.T, f *fixture) {
	ctx, s := t.Context(), f.store
	_, err := s.Session(ctx, "s-none")
	wantError(t, "session", err, store.ErrNotFound)
	_, err = s.Messages(ctx, "s-none")
	wantError(t, "messages", err, store.ErrNotFound)
	_, err = s.Runs(ctx, "s-none")
	wantError(t, "runs", err, store.ErrNotFound)
	_, err = s.Run(ctx, "r-none")
	wantError(t, "run", err, store.ErrNotFound)
	_, err = s.Invocations(ctx, "r-none")
	wantError(t, "rows", err, store.ErrNotFound)
	_, err = s.ListSessions(ctx, store.Page{After: "s-none"})
	wantError(t, "page", err, store.ErrNotFound)
	_, err = store.LoadTrace(ctx, s, "r-none")
	wantError(t, "trace", err, store.ErrNotFound)
	_, err = store.LoadSession(ctx, s, "s-none")
	wantError(t, "whole session", err, store.ErrNotFound)
	_, err = store.Audit(ctx, s, "s-none")
	wantError(t, "audit", err, store.ErrNotFound)

	_, err = s.AppendMessage(ctx, "s-none", "Why?")
	wantError(t, "append a message", err, store.ErrNotFound)
	_, err = s.CreateRun(ctx, newRun(store.Message{SessionID: "s-none", MessageID: "m-none"}, superbiz.RunRunning))
	wantError(t, "create a run in no session", err, store.ErrNotFound)
	wantError(t, "start a run", s.StartRun(ctx, "r-none"), store.ErrNotFound)
	wantError(t, "plan", s.SavePlan(ctx, "r-none", superbiz.Plan{}), store.ErrNotFound)
	wantError(t, "attempt", s.AppendAttempt(ctx, "r-none", attempt("")), store.ErrNotFound)
	wantError(t, "end", s.EndRun(ctx, "r-none", superbiz.RunFailed, ""), store.ErrNotFound)
	_, err = s.FinishRun(ctx, "r-none", outcome())
	wantError(t, "finish", err, store.ErrNotFound)
	nowhere := store.Run{RunID: "r-none", SessionID: "s-none"}
	wantError(t, "start a row", s.StartInvocation(ctx, started(nowhere, 1)), store.ErrNotFound)
	wantError(t, "import a row", s.ImportInvocation(ctx, "r-none", started(nowhere, 1)), store.ErrNotFound)

	one, other := begin(t, s, superbiz.RunRunning), begin(t, s, superbiz.RunRunning)
	_, err = s.CreateRun(ctx, newRun(store.Message{SessionID: one.SessionID, MessageID: other.MessageID}, superbiz.RunRunning))
	wantError(t, "create a run for another session's message", err, store.ErrNotFound)
	wantError(t, "finish a row that did not start", s.FinishInvocation(ctx, failed(started(one, 1))), store.ErrNotFound)
}
