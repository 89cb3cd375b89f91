package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/store"
)

// begin creates a session, a message and a run in it.
func begin(t *testing.T, s store.Store, status superbiz.RunStatus) store.Run {
	t.Helper()
	session, err := s.CreateSession(t.Context())
	noError(t, err)
	return ask(t, s, session.SessionID, status)
}

func ask(t *testing.T, s store.Store, sessionID string, status superbiz.RunStatus) store.Run {
	t.Helper()
	message, err := s.AppendMessage(t.Context(), sessionID, "Why do checkouts fail?")
	noError(t, err)
	run, err := s.CreateRun(t.Context(), newRun(message, status))
	noError(t, err)
	return run
}

func newRun(message store.Message, status superbiz.RunStatus) store.NewRun {
	from := time.Date(2026, 7, 1, 10, 0, 0, 0, time.UTC)
	return store.NewRun{
		SessionID: message.SessionID,
		MessageID: message.MessageID,
		Status:    status,
		Mode:      superbiz.RunBundle,
		Question: superbiz.Question{
			Text:   message.Text,
			Alert:  json.RawMessage(`{"labels":{"alertname":"CheckoutDown"}}`),
			Scope:  json.RawMessage(`{"namespace":"shop"}`),
			Window: &superbiz.Window{From: from, To: from.Add(time.Hour)},
		},
		ExecutorKind:  superbiz.ExecutorModel,
		Model:         "a-model",
		PromptVersion: "executor-1",
	}
}

// started returns the n-th row of a run, running.
func started(run store.Run, n int) superbiz.ToolInvocation {
	return superbiz.ToolInvocation{
		InvocationID: fmt.Sprintf("inv-%02d-k7q2", n),
		SessionID:    run.SessionID,
		RunID:        run.RunID,
		Seq:          n,
		ToolName:     "kubernetes_describe",
		ToolSource:   "bundle",
		Arguments:    json.RawMessage(`{"kind":"Pod","name":"checkout-7d9f"}`),
		Status:       superbiz.InvocationRunning,
		ResultKind:   superbiz.ResultNone,
		DataMode:     superbiz.DataBundle,
		SourceClass:  superbiz.SourceObserved,
		StartedAt:    time.Date(2026, 7, 1, 10, 31, 2, 120_000_000, time.UTC),
		AttemptCount: 1,
	}
}

// succeeded returns the row as it is when its call has returned an output.
func succeeded(t *testing.T, row superbiz.ToolInvocation, output string) superbiz.ToolInvocation {
	t.Helper()
	hash, err := evidence.HashOutput(json.RawMessage(output))
	noError(t, err)
	total := int64(13)
	row.Status, row.ResultKind = superbiz.InvocationSucceeded, superbiz.ResultData
	row.EndedAt = row.StartedAt.Add(190 * time.Millisecond)
	row.AttemptCount = 2
	row.Output, row.OutputSHA256, row.Truncated = json.RawMessage(output), hash, true
	row.RetrievalDetails = superbiz.RetrievalDetails{
		EvidenceRefs: []string{"$.containers[0]", "$.events[0:12]"},
		Window:       &superbiz.Window{From: row.StartedAt.Add(-time.Hour), To: row.StartedAt},
		Scope:        json.RawMessage(`{"namespace":"shop"}`),
		Total:        &total,
	}
	return row
}

// failed returns the row as it is when its call has failed.
func failed(row superbiz.ToolInvocation) superbiz.ToolInvocation {
	reason := "not_recorded: this call is not in the bundle"
	row.Status, row.ResultKind = superbiz.InvocationFailed, superbiz.ResultError
	row.EndedAt = row.StartedAt.Add(time.Millisecond)
	row.Error = &reason
	row.RetrievalDetails.EvidenceRefs = []string{}
	return row
}

// keep starts and finishes a row.
func keep(t *testing.T, s store.Store, row superbiz.ToolInvocation) {
	t.Helper()
	running := row
	running.Status, running.ResultKind = superbiz.InvocationRunning, superbiz.ResultNone
	noError(t, s.StartInvocation(t.Context(), running))
	noError(t, s.FinishInvocation(t.Context(), row))
}

func gatekeeperResult() superbiz.GatekeeperResult {
	return superbiz.GatekeeperResult{
		Status:          superbiz.GateWarn,
		Severity:        superbiz.SeverityLowConfid,
		CheckedBindings: 7,
		FailedRules:     []string{},
		Errors:          []superbiz.Finding{},
		Warnings: []superbiz.Finding{{
			RuleID: "evidence.window", Severity: superbiz.SeverityLowConfid, ClaimID: "c1", Target: "claims[0]",
			Message: `10:15 is outside <10:20, 10:30> & said so`,
		}},
		RuleSetVersion: "gatekeeper-rules-v1",
		Rules: []superbiz.RuleResult{{
			ID: "evidence.window", Description: "a time is in the window that was searched",
			DefaultSeverity: superbiz.SeverityLowConfid, Severity: superbiz.SeverityLowConfid,
			Enabled: true, Params: json.RawMessage(`{"share":0.20}`), Outcome: superbiz.OutcomeWarn,
		}},
	}
}

func attempt(raw string) superbiz.Attempt {
	result := gatekeeperResult()
	return superbiz.Attempt{
		RawOutput:        &raw,
		ParseStatus:      superbiz.ParseExtracted,
		StructuredOutput: json.RawMessage(`{"answer_version":"executor_evidence_v2","claims":[]}`),
		GatekeeperResult: &result,
	}
}

func outcome() store.Outcome {
	return store.Outcome{
		Status: superbiz.RunCompleted,
		Composer: superbiz.ComposerResult{
			Status:         superbiz.ComposerValid,
			Answer:         "The container restarted 14 times. [1]",
			Citations:      []superbiz.Citation{{Mark: "[1]", ClaimID: "c1", InvocationIDs: []string{"inv-01-k7q2"}, RawPaths: []string{"$.containers[0]"}}},
			WithheldClaims: 1,
		},
		SelfEvaluation: superbiz.SelfEvaluation{
			Verdict:          superbiz.VerdictLowConfid,
			ParseStatus:      superbiz.ParseExtracted,
			Attempts:         2,
			GatekeeperResult: gatekeeperResult(),
			Verifier: superbiz.VerifierResult{
				Status: superbiz.VerifierCompleted, Mode: superbiz.ModeDeterministic,
				ClaimChecks: []superbiz.ClaimCheck{{ClaimID: "c1", Label: superbiz.LabelSupported, Reason: "every value stands in the cited text", InvocationIDs: []string{"inv-01-k7q2"}}},
			},
			Composer: superbiz.ComposerSummary{Status: superbiz.ComposerValid, WithheldClaims: 1},
			Redacted: true,
		},
		Usage: superbiz.Usage{ToolCalls: 2, ModelCalls: 3, PromptTokens: 4_000_000_000, Cost: new(0.25), Currency: "USD", WallMillis: 1234},
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, doing string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: got error %v, want %v", doing, got, want)
	}
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: got + where - was wanted:\n%s", what, diff)
	}
}
