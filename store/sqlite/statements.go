package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// The statements that every tool call runs. They are parsed once, with the first
// write: to parse them takes as long as to run them.
const (
	runOfRow = `SELECT session_id, status, owner, lease_until FROM runs WHERE run_id = $1`

	renewLease = `UPDATE runs SET lease_until = $2 WHERE run_id = $1`

	insertInvocation = `
		INSERT INTO tool_invocations (trace_run_id, invocation_id, session_id, run_id, seq, tool_name, tool_source, arguments,
			status, result_kind, data_mode, source_class, started_at, ended_at, attempt_count, error, output_sha256, truncated,
			retrieval_details, output)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`

	completeInvocation = `
		UPDATE tool_invocations SET status = $3, result_kind = $4, data_mode = $5, source_class = $6, ended_at = $7,
			attempt_count = $8, error = $9, output_sha256 = $10, truncated = $11, retrieval_details = $12, output = $13
		WHERE trace_run_id = $1 AND invocation_id = $2 AND status = 'running'
			AND NOT EXISTS (SELECT 1 FROM evaluations WHERE run_id = $1)`
)

// statements are the prepared ones, by their text.
type statements struct {
	mu     sync.Mutex
	byText map[string]*sql.Stmt
}

// prepare parses what is not parsed yet. It needs the writer's one connection, so it
// comes before a transaction, not in one.
func (s *statements) prepare(ctx context.Context, db *sql.DB) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byText != nil {
		return nil
	}
	prepared := map[string]*sql.Stmt{}
	for _, text := range []string{runOfRow, renewLease, insertInvocation, completeInvocation} {
		statement, err := db.PrepareContext(ctx, text) //nolint:sqlclosecheck // closeAll does
		if err != nil {
			return errors.Join(err, closeAll(prepared))
		}
		prepared[text] = statement
	}
	s.byText = prepared
	return nil
}

// exec runs a prepared statement as a part of a transaction.
func (s *statements) exec(ctx context.Context, tx *sql.Tx, text string, args ...any) (sql.Result, error) {
	return s.in(ctx, tx, text).ExecContext(ctx, args...) //nolint:sqlclosecheck // the transaction closes it
}

// queryRow asks for one row, as exec runs a statement.
func (s *statements) queryRow(ctx context.Context, tx *sql.Tx, text string, args ...any) *sql.Row {
	return s.in(ctx, tx, text).QueryRowContext(ctx, args...) //nolint:sqlclosecheck // as above
}

// in returns a prepared statement as a part of a transaction, which closes it.
func (s *statements) in(ctx context.Context, tx *sql.Tx, text string) *sql.Stmt {
	s.mu.Lock()
	defer s.mu.Unlock()
	return tx.StmtContext(ctx, s.byText[text])
}

func (s *statements) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return closeAll(s.byText)
}

func closeAll(statements map[string]*sql.Stmt) error {
	var faults []error
	for _, statement := range statements {
		faults = append(faults, statement.Close())
	}
	return errors.Join(faults...)
}
