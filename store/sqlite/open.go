package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/superbizagent/superbizagent/store"
)

const (
	busyMillis = "10000"
	walPages   = "4000" // of 4 KB each, until the log is copied to the file and the disk waited for
	readers    = 4
)

// Open opens the database at path, makes it where there is none (readable by its
// owner only; the folder must be there), and brings an older schema up to date. It
// refuses, and leaves as it was, what is not a database of ours: another file, a
// folder, another program's database, one with a schema newer than this program, one
// that is read-only. A new file is
// removed again when nothing came into it.
func Open(ctx context.Context, path string, config store.Config) (*Store, error) {
	if err := config.Check(); err != nil {
		return nil, fmt.Errorf("open a SQLite store: %w", err)
	}
	if config.Lease == 0 {
		config.Lease = store.DefaultLease
	}
	if path == ":memory:" || strings.HasPrefix(path, "file:") {
		return nil, fmt.Errorf("open database %s: an audit is kept in a file; give the path of one", path)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	created, err := prepareFile(path)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	s, err := open(ctx, path, config, created)
	if err != nil && created {
		removeIfEmpty(path)
	}
	return s, err
}

func open(ctx context.Context, path string, config store.Config, created bool) (*Store, error) {
	s := &Store{path: path, config: config, beat: heartbeat{done: make(chan struct{})}}
	var err error
	if s.writer, err = pool(path, 1, url.Values{
		"_txlock": {"immediate"}, // a transaction that reads first would fail when it comes to write
		"_pragma": {"busy_timeout(" + busyMillis + ")", "journal_mode(WAL)", "synchronous(NORMAL)", "foreign_keys(1)", "wal_autocheckpoint(" + walPages + ")"},
	}); err != nil {
		return nil, err
	}
	if s.reader, err = pool(path, readers, url.Values{
		"_pragma": {"busy_timeout(" + busyMillis + ")", "query_only(1)"},
	}); err != nil {
		return nil, errors.Join(err, s.writer.Close())
	}
	if err := s.migrate(ctx, created); err != nil {
		err = s.fault("open database "+path, err)
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func pool(path string, connections int, options url.Values) (*sql.DB, error) {
	name := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: options.Encode()}
	db, err := sql.Open("sqlite", name.String())
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// prepareFile makes an empty file where there is none, and says so. SQLite would
// make one that everybody can read, and it would wait for ever on a named pipe.
func prepareFile(path string) (created bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return createFile(path)
	case err != nil:
		return false, err
	case info.IsDir():
		return false, errors.New("it is a folder; give the path of a file, such as " + filepath.Join(path, "superbiz.db"))
	case !info.Mode().IsRegular():
		return false, errors.New("it is not a regular file; give the path of one")
	case info.Mode().Perm()&0o222 == 0: // said of root too, whom the system would let write
		return false, errors.New("it is read-only; make it writable, or choose another file with --db")
	}
	return false, checkFile(path)
}

func createFile(path string) (created bool, err error) {
	if folder, err := os.Stat(filepath.Dir(path)); err != nil || !folder.IsDir() {
		return false, fmt.Errorf("there is no folder %s; create it, or choose another file with --db", filepath.Dir(path))
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist): // another process was quicker
		return false, nil
	case err != nil:
		return false, fmt.Errorf("it cannot be created; make its folder writable, or choose another file with --db: %w", err)
	}
	return true, file.Close()
}

// checkFile opens a file as SQLite will, and looks whether it is one of its.
func checkFile(path string) error {
	const magic = "SQLite format 3\x00"
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("it is not to be read and written; change its permissions, or choose another file with --db: %w", err)
	}
	defer file.Close()
	start := make([]byte, len(magic))
	switch n, err := io.ReadFull(file, start); {
	case n == 0 && errors.Is(err, io.EOF):
		return nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	case string(start) != magic:
		return errors.New("it is not a SQLite database; choose another file with --db")
	}
	return nil
}

// removeIfEmpty takes back what createFile made, unless another process has begun
// to use it.
func removeIfEmpty(path string) {
	if info, err := os.Stat(path); err == nil && info.Size() == 0 {
		_ = os.Remove(path)
	}
}
