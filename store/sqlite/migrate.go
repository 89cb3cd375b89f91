package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/pressly/goose/v3"

	"github.com/superbizagent/superbizagent/store/migrations"
)

// noSchema is the version of an empty file.
const noSchema = -1

// A process waits so long for the one that made the file to set it up, before it
// takes that one for dead.
const (
	newFileGrace = 500 * time.Millisecond
	newFilePoll  = 5 * time.Millisecond
)

// migrate brings the schema up to date. That it is, is seen with one query and
// without goose. Of processes that start together on no file, the one that created it
// sets it up. Processes that find an older schema together may all migrate it: each
// step is a transaction, so those that come second fail without a trace, see that the
// schema has moved on, and go on from there.
func (s *Store) migrate(ctx context.Context, created bool) error {
	version, err := s.schemaVersion(ctx)
	if err == nil && version == noSchema && !created {
		version, err = s.awaitSchema(ctx)
	}
	if err != nil {
		return err
	}
	for version != migrations.Latest {
		if version > migrations.Latest {
			return fmt.Errorf("it was written by a newer superbiz (schema %d, this one knows %d); use that one, or another file with --db", version, migrations.Latest)
		}
		failure := s.applyMigrations(ctx)
		reached, err := s.schemaVersion(ctx)
		switch {
		case err != nil:
			return err
		case failure != nil && reached == version:
			return fmt.Errorf("migrate the schema from version %d: %w", version, failure)
		}
		version = reached
	}
	return nil
}

// awaitSchema returns the version of the schema once it is one that a program
// writes, or what it is when the time is over.
func (s *Store) awaitSchema(ctx context.Context) (int64, error) {
	poll := time.NewTicker(newFilePoll)
	defer poll.Stop()
	grace := time.After(newFileGrace)
	for {
		version, err := s.schemaVersion(ctx)
		if err != nil || version > 0 {
			return version, err
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-grace:
			return version, nil
		case <-poll.C:
		}
	}
}

func (s *Store) applyMigrations(ctx context.Context) error {
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.writer, migrations.Files(), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// schemaVersion returns the version of the schema. It reads on a connection that
// cannot write: what turns out not to be ours stays as it was.
func (s *Store) schemaVersion(ctx context.Context) (int64, error) {
	tables, err := all(ctx, s.reader, func(row scanner) (name string, err error) {
		return name, row.Scan(&name)
	}, `SELECT name FROM sqlite_master WHERE type = 'table'`)
	if err != nil {
		return 0, err
	}
	switch {
	case len(tables) == 0:
		return noSchema, nil
	case !slices.Contains(tables, goose.DefaultTablename):
		return 0, fmt.Errorf("it is the database of another program (it has a table %q); choose another file with --db", tables[0])
	}
	var version sql.NullInt64
	err = s.reader.QueryRowContext(ctx, `SELECT MAX(version_id) FROM goose_db_version WHERE is_applied = TRUE`).Scan(&version)
	return version.Int64, err
}
