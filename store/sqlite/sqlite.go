package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"github.com/superbizagent/superbizagent/store"
)

// Store is a store.Store in a SQLite file. Open makes one.
type Store struct {
	path   string
	config store.Config
	writer *sql.DB // one connection
	reader *sql.DB
	hot    statements
	beat   heartbeat
}

var _ store.Store = (*Store)(nil)

// Close stops renewing leases and closes the file. A run that is still running
// stays so until its process has ended and somebody marks it.
func (s *Store) Close() error {
	s.beat.stop()
	return errors.Join(s.hot.close(), s.reader.Close(), s.writer.Close())
}

// write runs change in one transaction: all of it is kept, or nothing.
func (s *Store) write(ctx context.Context, doing string, change func(*sql.Tx) error) error {
	if err := s.hot.prepare(ctx, s.writer); err != nil {
		return s.fault(doing, err)
	}
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return s.fault(doing, err)
	}
	return s.commit(doing, tx, change)
}

// writeDurably is write, and waits until the disk has it, with all that was
// written before: in WAL mode that is one sync of one file. Other writes leave it to
// the operating system.
func (s *Store) writeDurably(ctx context.Context, doing string, change func(*sql.Tx) error) error {
	conn, err := s.writer.Conn(ctx)
	if err != nil {
		return s.fault(doing, err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `PRAGMA synchronous = FULL`); err != nil {
		return s.fault(doing, err)
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `PRAGMA synchronous = NORMAL`) //nolint:errcheck // slower at worst
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return s.fault(doing, err)
	}
	return s.commit(doing, tx, change)
}

func (s *Store) commit(doing string, tx *sql.Tx, change func(*sql.Tx) error) error {
	defer tx.Rollback()
	if err := change(tx); err != nil {
		return s.fault(doing, err)
	}
	if err := tx.Commit(); err != nil {
		return s.fault(doing, err)
	}
	return nil
}

// scanner is a *sql.Row or *sql.Rows.
type scanner interface{ Scan(dest ...any) error }

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// each calls visit with every row of a query.
func each(ctx context.Context, db querier, visit func(scanner) error, query string, args ...any) error {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := visit(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// all returns every row of a query; an empty list is not nil.
func all[T any](ctx context.Context, db querier, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	list := []T{}
	err := each(ctx, db, func(row scanner) error {
		item, err := scan(row)
		list = append(list, item)
		return err
	}, query, args...)
	return list, err
}

// affected returns store.ErrNotFound when a statement changed nothing.
func affected(result sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err != nil {
		return fmt.Errorf("count the changed rows: %w", err)
	}
	if n == 0 {
		return store.ErrNotFound
	}
	return nil
}

// heartbeat is a goroutine that is started once, at most, and waited for.
type heartbeat struct {
	start   sync.Once
	stopped sync.Once
	done    chan struct{}
	running sync.WaitGroup
}

func (h *heartbeat) stop() {
	h.stopped.Do(func() { close(h.done) })
	h.running.Wait()
}
