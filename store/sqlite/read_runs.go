package sqlite

import (
	"context"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

const selectRuns = `
	SELECT r.run_id, r.session_id, r.message_id, r.seq, r.status, r.run_mode, r.question, r.plan, r.executor_kind, r.model,
		r.prompt_version, r.usage, r.failure, r.created_at, r.started_at, r.ended_at, e.self_evaluation, e.composer
	FROM runs r LEFT JOIN evaluations e ON e.run_id = r.run_id`

func scanRun(row scanner) (store.Run, error) {
	var run store.Run
	err := row.Scan(&run.RunID, &run.SessionID, &run.MessageID, &run.Seq, &run.Status, &run.Mode, jsonColumn{&run.Question},
		jsonColumn{&run.Plan}, &run.ExecutorKind, &run.Model, &run.PromptVersion, jsonColumn{&run.Usage}, &run.Failure,
		timeColumn{&run.CreatedAt}, timeColumn{&run.StartedAt}, timeColumn{&run.EndedAt},
		jsonColumn{&run.Evaluation}, jsonColumn{&run.Composer})
	return run, err
}

// Run returns one run.
func (s *Store) Run(ctx context.Context, runID string) (store.Run, error) {
	doing := "load run " + runID
	run, err := scanRun(s.reader.QueryRowContext(ctx, selectRuns+` WHERE r.run_id = $1`, runID))
	if err != nil {
		return store.Run{}, s.fault(doing, err)
	}
	if run.Attempts, err = s.attempts(ctx, runID); err != nil {
		return store.Run{}, s.fault(doing, err)
	}
	return run, nil
}

// Runs returns the runs of a session in order.
func (s *Store) Runs(ctx context.Context, sessionID string) ([]store.Run, error) {
	if _, err := s.Session(ctx, sessionID); err != nil {
		return nil, err
	}
	doing := "load the runs of session " + sessionID
	runs, err := all(ctx, s.reader, scanRun, selectRuns+` WHERE r.session_id = $1 ORDER BY r.seq`, sessionID)
	if err != nil {
		return nil, s.fault(doing, err)
	}
	for i := range runs {
		if runs[i].Attempts, err = s.attempts(ctx, runs[i].RunID); err != nil {
			return nil, s.fault(doing, err)
		}
	}
	return runs, nil
}

func (s *Store) attempts(ctx context.Context, runID string) ([]superbiz.Attempt, error) {
	return all(ctx, s.reader, scanAttempt, `
		SELECT parse_status, structured_output, gatekeeper_result, raw_output FROM attempts WHERE run_id = $1 ORDER BY seq`, runID)
}

func scanAttempt(row scanner) (superbiz.Attempt, error) {
	var attempt superbiz.Attempt
	var raw *[]byte
	err := row.Scan(&attempt.ParseStatus, rawColumn{&attempt.StructuredOutput}, jsonColumn{&attempt.GatekeeperResult}, &raw)
	if raw != nil {
		text := string(*raw)
		attempt.RawOutput = &text
	}
	return attempt, err
}
