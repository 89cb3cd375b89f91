package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

// CreateRun begins a run, queued or running, for a user's message.
func (s *Store) CreateRun(ctx context.Context, begin store.NewRun) (store.Run, error) {
	doing := "create a run in session " + begin.SessionID
	if err := begin.Check(); err != nil {
		return store.Run{}, s.fault(doing, err)
	}
	id, err := s.config.NewID("r")
	if err != nil {
		return store.Run{}, s.fault(doing, err)
	}
	run := newRun(id, begin, s.config.Now().UTC())
	err = s.write(ctx, doing, func(tx *sql.Tx) error { return s.insertRun(ctx, tx, &run) })
	if err != nil {
		return store.Run{}, err
	}
	if run.Status == superbiz.RunRunning {
		s.startHeartbeat()
	}
	return run, nil
}

func newRun(id string, begin store.NewRun, now time.Time) store.Run {
	run := store.Run{
		RunID:         id,
		SessionID:     begin.SessionID,
		MessageID:     begin.MessageID,
		Status:        begin.Status,
		Mode:          begin.Mode,
		Question:      begin.Question,
		ExecutorKind:  begin.ExecutorKind,
		Model:         begin.Model,
		PromptVersion: begin.PromptVersion,
		CreatedAt:     now,
		Attempts:      []superbiz.Attempt{},
	}
	if run.Status == superbiz.RunRunning {
		run.StartedAt = now
	}
	return run
}

// insertRun gives a run its place in the session, which it locks first.
func (s *Store) insertRun(ctx context.Context, tx *sql.Tx, run *store.Run) error {
	question, err := jsonText("the question", run.Question)
	if err != nil {
		return err
	}
	const lock = `UPDATE sessions SET updated_at = updated_at WHERE session_id = $1`
	if err := affected(tx.ExecContext(ctx, lock, run.SessionID)); err != nil {
		return err
	}
	const last = `SELECT COALESCE(MAX(seq), 0) FROM runs WHERE session_id = $1`
	if err := tx.QueryRowContext(ctx, last, run.SessionID).Scan(&run.Seq); err != nil {
		return err
	}
	run.Seq++
	owner, lease := "", ""
	if run.Status == superbiz.RunRunning {
		owner, lease = s.config.Process.ID, s.lease()
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO runs (run_id, session_id, message_id, seq, status, run_mode, question, executor_kind, model, prompt_version,
			failure, owner, lease_until, created_at, started_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', $11, $12, $13, $14)`,
		run.RunID, run.SessionID, run.MessageID, run.Seq, string(run.Status), string(run.Mode), question,
		string(run.ExecutorKind), run.Model, run.PromptVersion, owner, lease, timeText(run.CreatedAt), optionalTime(run.StartedAt))
	return err
}

// StartRun makes a queued or interrupted run running, in this process.
func (s *Store) StartRun(ctx context.Context, runID string) error {
	err := s.write(ctx, "start run "+runID, func(tx *sql.Tx) error {
		return s.changeRun(ctx, tx, runID, `
			UPDATE runs SET status = 'running', owner = $2, lease_until = $3, started_at = $4
			WHERE run_id = $1 AND status IN ('queued', 'interrupted')`,
			s.config.Process.ID, s.lease(), timeText(s.config.Now()))
	})
	if err != nil {
		return err
	}
	s.startHeartbeat()
	return nil
}

// SavePlan keeps the plan of a run.
func (s *Store) SavePlan(ctx context.Context, runID string, plan superbiz.Plan) error {
	doing := "store the plan of run " + runID
	text, err := jsonText("the plan", plan)
	if err != nil {
		return s.fault(doing, err)
	}
	return s.write(ctx, doing, func(tx *sql.Tx) error {
		return s.changeRun(ctx, tx, runID, `UPDATE runs SET plan = $2 WHERE run_id = $1 AND status = 'running' AND owner = $3`,
			text, s.config.Process.ID)
	})
}

// EndRun ends a run without an answer.
func (s *Store) EndRun(ctx context.Context, runID string, status superbiz.RunStatus, reason string) error {
	doing := "end run " + runID
	if err := store.CheckEnd(status); err != nil {
		return s.fault(doing, err)
	}
	return s.write(ctx, doing, func(tx *sql.Tx) error {
		return s.changeRun(ctx, tx, runID, `
			UPDATE runs SET status = $2, failure = $3, ended_at = $4
			WHERE run_id = $1 AND status IN ('queued', 'running', 'interrupted')`,
			string(status), cleanText(reason), timeText(s.config.Now()))
	})
}

// hold keeps a run of this process running while something is written to it, and
// returns its session. The transaction holds the one lock that writers have, so that
// nobody can mark the run meanwhile; its lease is renewed when a third of it is over,
// as the heartbeat does it, and not with every write.
func (s *Store) hold(ctx context.Context, tx *sql.Tx, runID string) (session string, err error) {
	var status, owner, lease string
	if err := s.hot.queryRow(ctx, tx, runOfRow, runID).Scan(&session, &status, &owner, &lease); err != nil {
		return "", err
	}
	if err := s.mayWrite(status, owner); err != nil {
		return "", err
	}
	if lease < timeText(s.config.Now().Add(s.config.Lease-s.config.Lease/3)) {
		_, err = s.hot.exec(ctx, tx, renewLease, runID, s.lease())
	}
	return session, err
}

// mayWrite says why nothing more may be written to a run.
func (s *Store) mayWrite(status, owner string) error {
	switch {
	case status != string(superbiz.RunRunning):
		return fmt.Errorf("the run is %s: %w", status, store.ErrEnded)
	case owner != s.config.Process.ID:
		return fmt.Errorf("the run is running in another process: %w", store.ErrEnded)
	}
	return nil
}

// changeRun runs an update of one run, whose id is its first argument, and says
// why it changed nothing.
func (s *Store) changeRun(ctx context.Context, tx *sql.Tx, runID, update string, args ...any) error {
	err := affected(tx.ExecContext(ctx, update, append([]any{runID}, args...)...))
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	var status, owner string
	if err := tx.QueryRowContext(ctx, `SELECT status, owner FROM runs WHERE run_id = $1`, runID).Scan(&status, &owner); err != nil {
		return err
	}
	if err := s.mayWrite(status, owner); err != nil {
		return err
	}
	return fmt.Errorf("the run is %s: %w", status, store.ErrEnded)
}
