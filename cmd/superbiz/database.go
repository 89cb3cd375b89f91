package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/store/sqlite"
)

func addDatabaseFlag(f *pflag.FlagSet) {
	f.String("db", "", "database `file`; else that of SUPERBIZ_DB, else superbiz/superbiz.db in the user's state folder")
}

// openDatabase opens the database that is configured, or the user's own, which is made
// where there is none. Runs of processes that have died are marked.
func openDatabase(ctx context.Context, p process, configured string) (*sqlite.Store, error) {
	path, err := databasePath(p, configured)
	if err != nil {
		return nil, err
	}
	if configured == "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, fmt.Errorf("make the folder of the database: %w", err)
		}
	}
	db, err := openStore(ctx, path)
	if err != nil {
		return nil, err
	}
	if _, err := db.MarkInterrupted(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// openExistingDatabase is openDatabase for commands that only read: they make none,
// and read on where runs cannot be marked, as on a full disk.
func openExistingDatabase(ctx context.Context, p process, configured string) (*sqlite.Store, error) {
	path, err := databasePath(p, configured)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no database %s yet: superbiz diagnose makes it; --db FILE names another", path)
	}
	db, err := openStore(ctx, path)
	if err != nil {
		return nil, err
	}
	if _, err := db.MarkInterrupted(ctx); err != nil {
		fmt.Fprintf(p.stderr, "superbiz: note: runs of processes that have died still show as running: %v\n", err)
	}
	return db, nil
}

func openStore(ctx context.Context, path string) (*sqlite.Store, error) {
	return sqlite.Open(ctx, path, store.Config{
		Now:     time.Now,
		NewID:   store.RandomIDs(rand.Reader),
		Process: store.ThisProcess(),
	})
}

func databasePath(p process, path string) (string, error) {
	if strings.HasPrefix(path, "postgres://") || strings.HasPrefix(path, "postgresql://") {
		return "", errors.New("the database is a PostgreSQL URL, and this program keeps its data in a file: give --db FILE")
	}
	if path != "" {
		return path, nil
	}
	// The XDG base directory specification ignores paths that are not absolute.
	if state := p.getenv("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return filepath.Join(state, "superbiz", "superbiz.db"), nil
	}
	if home := p.getenv("HOME"); home != "" {
		return filepath.Join(home, ".local", "state", "superbiz", "superbiz.db"), nil
	}
	return "", errors.New("there is no place for the database: set HOME, or give --db FILE")
}
