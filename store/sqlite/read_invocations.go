package sqlite

import (
	"context"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

const selectRows = `
	SELECT trace_run_id, invocation_id, session_id, run_id, seq, tool_name, tool_source, arguments, status, result_kind,
		data_mode, source_class, started_at, ended_at, attempt_count, error, output_sha256, truncated, retrieval_details, output
	FROM tool_invocations`

// The order of the index: no row is sorted with its output.
const inOrder = ` ORDER BY trace_run_id, seq, invocation_id`

func scanStored(scan scanner) (stored store.StoredInvocation, err error) {
	row := &stored.Row
	return stored, scan.Scan(&stored.RunID, &row.InvocationID, &row.SessionID, &row.RunID, &row.Seq, &row.ToolName, &row.ToolSource,
		rawColumn{&row.Arguments}, &row.Status, &row.ResultKind, &row.DataMode, &row.SourceClass,
		timeColumn{&row.StartedAt}, timeColumn{&row.EndedAt}, &row.AttemptCount, &row.Error, &row.OutputSHA256, &row.Truncated,
		jsonColumn{&row.RetrievalDetails}, rawColumn{&row.Output})
}

// Invocations returns the rows of a run, by seq.
func (s *Store) Invocations(ctx context.Context, runID string) ([]superbiz.ToolInvocation, error) {
	doing := "load the tool calls of run " + runID
	var found int
	if err := s.reader.QueryRowContext(ctx, `SELECT 1 FROM runs WHERE run_id = $1`, runID).Scan(&found); err != nil {
		return nil, s.fault(doing, err)
	}
	rows, err := all(ctx, s.reader, func(row scanner) (superbiz.ToolInvocation, error) {
		stored, err := scanStored(row)
		return stored.Row, err
	}, selectRows+` WHERE trace_run_id = $1`+inOrder, runID)
	if err != nil {
		return nil, s.fault(doing, err)
	}
	return rows, nil
}

// EachInvocation calls visit with every row of a session's runs, or of all
// sessions, one at a time.
func (s *Store) EachInvocation(ctx context.Context, sessionID string, visit func(store.StoredInvocation) error) error {
	doing, where, args := "read all tool calls", "", []any(nil)
	if sessionID != "" {
		if _, err := s.Session(ctx, sessionID); err != nil {
			return err
		}
		doing = "read the tool calls of session " + sessionID
		where, args = ` WHERE trace_run_id IN (SELECT run_id FROM runs WHERE session_id = $1)`, []any{sessionID}
	}
	err := each(ctx, s.reader, func(row scanner) error {
		stored, err := scanStored(row)
		if err != nil {
			return err
		}
		return visit(stored)
	}, selectRows+where+inOrder, args...)
	if err != nil {
		return s.fault(doing, err)
	}
	return nil
}
