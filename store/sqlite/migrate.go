package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/pressly/goose/v3"

	"github.com/superbizagent/superbizagent/store/migrations"
)

// noSchema is the version of an empty file.
const noSchema = -1

// migrate brings the schema up to date. That it is, is seen with one query and
// without goose. Two processes that start at once may both migrate: each step is a
// transaction, so one of them fails without a trace, sees that the schema has moved
// on, and goes on from there.
func (s *Store) migrate(ctx context.Context) error {
	version, err := s.schemaVersion(ctx)
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

func (s *Store) applyMigrations(ctx context.Context) error {
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.writer, migrations.Files(), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// schemaVersion returns the version of the schema. It reads on the writing
// connection, which comes first to a new file and puts it in WAL mode.
func (s *Store) schemaVersion(ctx context.Context) (int64, error) {
	tables, err := all(ctx, s.writer, func(row scanner) (name string, err error) {
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
	err = s.writer.QueryRowContext(ctx, `SELECT MAX(version_id) FROM goose_db_version WHERE is_applied = TRUE`).Scan(&version)
	return version.Int64, err
}
