package sqlite

import (
	"context"
	"database/sql"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

// AppendAttempt keeps what the executor handed over and what the gate said of it.
func (s *Store) AppendAttempt(ctx context.Context, runID string, attempt superbiz.Attempt) error {
	doing := "store an attempt of run " + runID
	structured, err := optionalRaw("structured_output", attempt.StructuredOutput)
	if err != nil {
		return s.fault(doing, err)
	}
	var gate *string
	if attempt.GatekeeperResult != nil {
		text, err := jsonText("gatekeeper_result", attempt.GatekeeperResult)
		if err != nil {
			return s.fault(doing, err)
		}
		gate = &text
	}
	return s.write(ctx, doing, func(tx *sql.Tx) error {
		if _, err := s.hold(ctx, tx, runID); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			INSERT INTO attempts (run_id, seq, parse_status, structured_output, gatekeeper_result, raw_output)
			VALUES ($1, (SELECT COALESCE(MAX(seq), 0) + 1 FROM attempts WHERE run_id = $1), $2, $3, $4, $5)`,
			runID, string(attempt.ParseStatus), structured, gate, bytesOf(attempt.RawOutput))
		return err
	})
}

// bytesOf tells NULL from an empty text.
func bytesOf(text *string) []byte {
	if text == nil {
		return nil
	}
	return append([]byte{}, *text...)
}

// FinishRun keeps the answer as a message, with its evaluation, and the run's end
// in one transaction.
func (s *Store) FinishRun(ctx context.Context, runID string, outcome store.Outcome) (store.Message, error) {
	doing := "store the answer of run " + runID
	if err := outcome.Check(); err != nil {
		return store.Message{}, s.fault(doing, err)
	}
	end, err := encodeEnding(outcome)
	if err != nil {
		return store.Message{}, s.fault(doing, err)
	}
	message := store.Message{
		Role:           store.RoleAssistant,
		Text:           cleanText(outcome.Composer.Answer),
		RunID:          runID,
		SelfEvaluation: &outcome.SelfEvaluation,
	}
	err = s.writeDurably(ctx, doing, func(tx *sql.Tx) error {
		if err := s.endAnswered(ctx, tx, runID, outcome, end.usage); err != nil {
			return err
		}
		const session = `SELECT session_id FROM runs WHERE run_id = $1`
		if err := tx.QueryRowContext(ctx, session, runID).Scan(&message.SessionID); err != nil {
			return err
		}
		if err := s.insertMessage(ctx, tx, &message); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			INSERT INTO evaluations (message_id, run_id, verdict, self_evaluation, composer) VALUES ($1, $2, $3, $4, $5)`,
			message.MessageID, runID, string(outcome.SelfEvaluation.Verdict), end.evaluation, end.composer)
		return err
	})
	if err != nil {
		return store.Message{}, err
	}
	return message, nil
}

func (s *Store) endAnswered(ctx context.Context, tx *sql.Tx, runID string, outcome store.Outcome, usage string) error {
	return s.changeRun(ctx, tx, runID, `
		UPDATE runs SET status = $2, failure = $3, usage = $4, ended_at = $5
		WHERE run_id = $1 AND status = 'running' AND owner = $6`,
		string(outcome.Status), cleanText(outcome.Failure), usage, timeText(s.config.Now()), s.config.Process.ID)
}

// ending is an outcome as its columns hold it.
type ending struct{ evaluation, composer, usage string }

func encodeEnding(outcome store.Outcome) (end ending, err error) {
	if end.evaluation, err = jsonText("self_evaluation", outcome.SelfEvaluation); err != nil {
		return ending{}, err
	}
	if end.composer, err = jsonText("the composer's result", outcome.Composer); err != nil {
		return ending{}, err
	}
	if end.usage, err = jsonText("usage", outcome.Usage); err != nil {
		return ending{}, err
	}
	return end, nil
}
