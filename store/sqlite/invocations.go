package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

// StartInvocation keeps a row that is running, of a running run.
func (s *Store) StartInvocation(ctx context.Context, row superbiz.ToolInvocation) error {
	doing := fmt.Sprintf("store the start of tool call %s of run %s", row.InvocationID, row.RunID)
	if row.Status != superbiz.InvocationRunning {
		return s.fault(doing, fmt.Errorf("a row begins running, not %q", row.Status))
	}
	columns, err := encodeRow(row)
	if err != nil {
		return s.fault(doing, err)
	}
	return s.write(ctx, doing, func(tx *sql.Tx) error {
		session, err := s.hold(ctx, tx, row.RunID)
		if err != nil {
			return err
		}
		if session != row.SessionID {
			return fmt.Errorf("the run is of session %s, the row of session %q", session, row.SessionID)
		}
		return s.insertRow(ctx, tx, row.RunID, row, columns)
	})
}

// ImportInvocation keeps a row that somebody else recorded, as part of a run.
func (s *Store) ImportInvocation(ctx context.Context, runID string, row superbiz.ToolInvocation) error {
	doing := fmt.Sprintf("store the recorded tool call %s in run %s", row.InvocationID, runID)
	columns, err := encodeRow(row)
	if err != nil {
		return s.fault(doing, err)
	}
	return s.write(ctx, doing, func(tx *sql.Tx) error {
		if _, err := s.hold(ctx, tx, runID); err != nil {
			return err
		}
		return s.insertRow(ctx, tx, runID, row, columns)
	})
}

func (s *Store) insertRow(ctx context.Context, tx *sql.Tx, traceRunID string, row superbiz.ToolInvocation, columns rowColumns) error {
	_, err := s.hot.exec(ctx, tx, insertInvocation,
		traceRunID, row.InvocationID, row.SessionID, row.RunID, row.Seq, row.ToolName, row.ToolSource, columns.arguments,
		string(row.Status), string(row.ResultKind), string(row.DataMode), string(row.SourceClass),
		optionalTime(row.StartedAt), optionalTime(row.EndedAt), row.AttemptCount, columns.fault, row.OutputSHA256, row.Truncated,
		columns.retrieval, columns.output)
	return err
}

// FinishInvocation completes a row, once, and not after the answer that rests on it.
func (s *Store) FinishInvocation(ctx context.Context, row superbiz.ToolInvocation) error {
	doing := fmt.Sprintf("store the end of tool call %s of run %s", row.InvocationID, row.RunID)
	if row.Status == superbiz.InvocationRunning || row.Status == "" {
		return s.fault(doing, fmt.Errorf("a row that has ended is not %q", row.Status))
	}
	columns, err := encodeRow(row)
	if err != nil {
		return s.fault(doing, err)
	}
	return s.write(ctx, doing, func(tx *sql.Tx) error {
		err := affected(s.hot.exec(ctx, tx, completeInvocation,
			row.RunID, row.InvocationID, string(row.Status), string(row.ResultKind), string(row.DataMode), string(row.SourceClass),
			optionalTime(row.EndedAt), row.AttemptCount, columns.fault, row.OutputSHA256, row.Truncated,
			columns.retrieval, columns.output))
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		return whyUnchanged(ctx, tx, row)
	})
}

func whyUnchanged(ctx context.Context, tx *sql.Tx, row superbiz.ToolInvocation) error {
	var status string
	const query = `SELECT status FROM tool_invocations WHERE trace_run_id = $1 AND invocation_id = $2`
	if err := tx.QueryRowContext(ctx, query, row.RunID, row.InvocationID).Scan(&status); err != nil {
		return err
	}
	if status == string(superbiz.InvocationRunning) {
		return fmt.Errorf("the run has its answer: %w", store.ErrEnded)
	}
	return fmt.Errorf("the row is %s: %w", status, store.ErrEnded)
}

// rowColumns are the columns of a row that do not hold what its field holds.
type rowColumns struct {
	arguments, output, fault *string
	retrieval                string
}

func encodeRow(row superbiz.ToolInvocation) (columns rowColumns, err error) {
	if row.InvocationID == "" {
		return rowColumns{}, errors.New("the row has no invocation_id")
	}
	if columns.arguments, err = optionalRaw("arguments", row.Arguments); err != nil {
		return rowColumns{}, err
	}
	if columns.output, err = optionalRaw("output", row.Output); err != nil {
		return rowColumns{}, err
	}
	if columns.retrieval, err = jsonText("retrieval_details", row.RetrievalDetails); err != nil {
		return rowColumns{}, err
	}
	if row.Error != nil {
		text := cleanText(*row.Error)
		columns.fault = &text
	}
	return columns, nil
}
