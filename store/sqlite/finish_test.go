package sqlite_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/store/sqlite"
)

// begin creates a session with one run that is running.
func begin(tb testing.TB, s *sqlite.Store) store.Run {
	tb.Helper()
	session, err := s.CreateSession(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	message, err := s.AppendMessage(tb.Context(), session.SessionID, "Why?")
	if err != nil {
		tb.Fatal(err)
	}
	run, err := s.CreateRun(tb.Context(), store.NewRun{
		SessionID: session.SessionID, MessageID: message.MessageID, Status: superbiz.RunRunning,
		Mode: superbiz.RunBundle, ExecutorKind: superbiz.ExecutorAnalyst, Question: superbiz.Question{Text: "Why?"},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return run
}

func outcome() store.Outcome {
	return store.Outcome{
		Status:   superbiz.RunCompleted,
		Composer: superbiz.ComposerResult{Status: superbiz.ComposerFallback, Answer: "No verified diagnosis can be given."},
		SelfEvaluation: superbiz.SelfEvaluation{
			Verdict: superbiz.VerdictReject, ParseStatus: superbiz.ParseValid, Attempts: 1,
			GatekeeperResult: superbiz.GatekeeperResult{Status: superbiz.GateFail, Severity: superbiz.SeverityReject},
		},
	}
}

func row(run store.Run, id string, seq int) superbiz.ToolInvocation {
	var row superbiz.ToolInvocation
	row.InvocationID, row.Seq = id, seq
	row.SessionID, row.RunID = run.SessionID, run.RunID
	row.ToolName, row.Status, row.Arguments = "logs_errors", superbiz.InvocationRunning, json.RawMessage(`{}`)
	return row
}

// TestFinishRunIsOneTransaction lets each of its steps fail in turn.
func TestFinishRunIsOneTransaction(t *testing.T) {
	t.Parallel()
	for _, step := range []string{"UPDATE ON runs", "UPDATE ON sessions", "INSERT ON messages", "INSERT ON evaluations"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "superbiz.db")
			s := open(t, path)
			run := begin(t, s)
			execute(t, path, `CREATE TRIGGER refuse BEFORE `+step+` BEGIN SELECT RAISE(ABORT, 'refused'); END`)
			_, err := s.FinishRun(t.Context(), run.RunID, outcome())
			if err == nil || !strings.Contains(err.Error(), "store the answer of run "+run.RunID) {
				t.Fatalf("got error %v, want what was being done", err)
			}
			whole, err := store.LoadSession(t.Context(), s, run.SessionID)
			if err != nil {
				t.Fatal(err)
			}
			if len(whole.Messages) != 1 || whole.Runs[0].Status != superbiz.RunRunning || whole.Runs[0].Evaluation != nil {
				t.Errorf("got %d messages, a run that is %s, evaluation %v; want nothing kept",
					len(whole.Messages), whole.Runs[0].Status, whole.Runs[0].Evaluation)
			}
			execute(t, path, `DROP TRIGGER refuse`)
			if _, err := s.FinishRun(t.Context(), run.RunID, outcome()); err != nil {
				t.Error(err)
			}
		})
	}
}
