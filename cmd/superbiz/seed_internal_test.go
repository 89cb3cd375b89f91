package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/store/sqlite"
)

// seed makes a database with one session of two runs, one that was answered and one
// whose process is gone: seed FILE
func seed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: seed file")
	}
	ts.Check(seedDatabase(ts.MkAbs(args[0])))
}

func seedDatabase(path string) error {
	ctx := context.Background()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	clock := time.Date(2026, 7, 1, 10, 0, 0, 0, time.UTC)
	count := 0
	db, err := sqlite.Open(ctx, path, store.Config{
		Now:     func() time.Time { clock = clock.Add(time.Second); return clock },
		NewID:   func(prefix string) (string, error) { count++; return fmt.Sprintf("%s-%d", prefix, count), nil },
		Process: store.Process{ID: "gone", Look: func(string) store.Liveness { return store.Gone }},
	})
	if err != nil {
		return err
	}
	defer closeQuietly(db)
	session, err := db.CreateSession(ctx)
	if err != nil {
		return err
	}
	s := seeder{db, session.SessionID}
	if err := s.answered(ctx); err != nil {
		return err
	}
	return s.unfinished(ctx)
}

type seeder struct {
	db      *sqlite.Store
	session string
}

func (s seeder) begin(ctx context.Context, question string) (store.Run, error) {
	m, err := s.db.AppendMessage(ctx, s.session, question)
	if err != nil {
		return store.Run{}, err
	}
	return s.db.CreateRun(ctx, store.NewRun{
		SessionID: s.session, MessageID: m.MessageID, Status: superbiz.RunRunning, Mode: superbiz.RunBundle,
		Question: superbiz.Question{Text: question}, ExecutorKind: superbiz.ExecutorAnalyst,
	})
}

func (s seeder) call(ctx context.Context, run store.Run, id string) error {
	row := superbiz.ToolInvocation{
		InvocationID: id, SessionID: s.session, RunID: run.RunID, Seq: 1, ToolName: "kubernetes_describe", ToolSource: "bundle",
		Arguments: []byte(`{"kind":"Pod","name":"checkout"}`), Status: superbiz.InvocationRunning, ResultKind: superbiz.ResultNone,
		DataMode: superbiz.DataBundle, SourceClass: superbiz.SourceObserved,
		StartedAt: time.Date(2026, 7, 1, 10, 0, 0, 0, time.UTC), AttemptCount: 1,
	}
	if err := s.db.StartInvocation(ctx, row); err != nil {
		return err
	}
	row.Status, row.ResultKind = superbiz.InvocationSucceeded, superbiz.ResultData
	row.EndedAt = row.StartedAt.Add(120 * time.Millisecond)
	row.Output = []byte(`{"restart_count":14}`)
	row.RetrievalDetails.EvidenceRefs = []string{"$"}
	return s.db.FinishInvocation(ctx, row)
}

func (s seeder) answered(ctx context.Context) error {
	run, err := s.begin(ctx, "Why does checkout restart?")
	if err != nil {
		return err
	}
	plan := superbiz.Plan{Steps: []superbiz.PlanStep{{ToolName: "kubernetes_describe", Arguments: []byte(`{"kind":"Pod"}`), Purpose: "what the pod says"}}}
	if err := s.db.SavePlan(ctx, run.RunID, plan); err != nil {
		return err
	}
	if err := s.call(ctx, run, "inv-1"); err != nil {
		return err
	}
	text := `{"answer_version":"executor_evidence_v2","claims":[{"claim_id":"c1","claim_type":"observation","text":"checkout restarted 14 times.",` +
		`"evidence_bindings":[{"source_invocation_ids":["inv-1"],"tool_name":"kubernetes_describe","raw_path":"$.restart_count",` +
		`"assertions":[{"raw_path":"$.restart_count","op":"eq","value":14}]}]}],"hypotheses":[],"recommended_actions":[],"missing_info":[]}`
	result := superbiz.GatekeeperResult{
		Status: superbiz.GatePass, Severity: superbiz.SeverityNone, CheckedBindings: 1, FailedRules: []string{},
		Warnings: []superbiz.Finding{}, Errors: []superbiz.Finding{}, RuleSetVersion: "gatekeeper-rules-v1",
		Rules: []superbiz.RuleResult{{ID: "schema.executor_v2", Params: []byte("{}"), Outcome: superbiz.OutcomePass}},
	}
	attempt := superbiz.Attempt{RawOutput: &text, ParseStatus: superbiz.ParseValid, GatekeeperResult: &result}
	if err := s.db.AppendAttempt(ctx, run.RunID, attempt); err != nil {
		return err
	}
	_, err = s.db.FinishRun(ctx, run.RunID, store.Outcome{
		Status: superbiz.RunCompleted,
		Composer: superbiz.ComposerResult{
			Status: superbiz.ComposerValid, Answer: "checkout restarted 14 times. [1]",
			Citations: []superbiz.Citation{{Mark: "[1]", ClaimID: "c1", InvocationIDs: []string{"inv-1"}, RawPaths: []string{"$.restart_count"}}},
		},
		SelfEvaluation: superbiz.SelfEvaluation{
			Verdict: superbiz.VerdictPass, ParseStatus: superbiz.ParseValid, Attempts: 1, GatekeeperResult: result,
			Verifier: superbiz.VerifierResult{
				Status: superbiz.VerifierCompleted, Mode: superbiz.ModeDeterministic,
				ClaimChecks: []superbiz.ClaimCheck{{ClaimID: "c1", Label: superbiz.LabelSupported, Reason: "a true assertion", InvocationIDs: []string{"inv-1"}}},
			},
			Composer: superbiz.ComposerSummary{Status: superbiz.ComposerValid},
		},
		Usage: superbiz.Usage{ToolCalls: 1, WallMillis: 130},
	})
	return err
}

func (s seeder) unfinished(ctx context.Context) error {
	run, err := s.begin(ctx, "And now?")
	if err != nil {
		return err
	}
	return s.call(ctx, run, "inv-2")
}
