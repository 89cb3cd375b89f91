package sqlite_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/store/sqlite"
)

func config() store.Config {
	return store.Config{Now: time.Now, NewID: store.RandomIDs(rand.Reader), Process: store.ThisProcess()}
}

func open(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	opened, err := sqlite.Open(t.Context(), path, config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	})
	return opened
}

// execute runs SQL on a database behind the store's back.
func execute(t *testing.T, path string, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		make func(t *testing.T, path string)
		want string
	}{
		{"a folder", func(t *testing.T, path string) {
			t.Helper()
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "it is a folder; give the path of a file"},
		{"text", func(t *testing.T, path string) {
			t.Helper()
			write(t, path, "alerts:\n- name: CheckoutDown\n")
		}, "it is not a SQLite database"},
		{"a few bytes", func(t *testing.T, path string) {
			t.Helper()
			write(t, path, "x")
		}, "it is not a SQLite database"},
		{"a damaged database", func(t *testing.T, path string) {
			t.Helper()
			write(t, path, "SQLite format 3\x00"+strings.Repeat("\xaa", 8192))
		}, "it is not a SQLite database"},
		{"a database cut short", func(t *testing.T, path string) {
			t.Helper()
			if err := open(t, path).Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(path, 5000); err != nil {
				t.Fatal(err)
			}
		}, "it is damaged; restore a backup"},
		{"another program's database", func(t *testing.T, path string) {
			t.Helper()
			execute(t, path, `CREATE TABLE moz_places (id INTEGER)`)
		}, `it is the database of another program (it has a table "moz_places")`},
		{"a newer schema", func(t *testing.T, path string) {
			t.Helper()
			if err := open(t, path).Close(); err != nil {
				t.Fatal(err)
			}
			execute(t, path, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)
		}, "it was written by a newer superbiz (schema 99, this one knows 1)"},
		{"a read-only file", func(t *testing.T, path string) {
			t.Helper()
			if err := open(t, path).Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, 0o444); err != nil {
				t.Fatal(err)
			}
		}, "it is read-only; make it writable"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "superbiz.db")
			test.make(t, path)
			before := readFolder(t, filepath.Dir(path))
			opened, err := sqlite.Open(t.Context(), path, config())
			if err == nil {
				opened.Close()
				t.Fatal("it was opened")
			}
			for _, want := range []string{test.want, path} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got error %q, want %q in it", err, want)
				}
			}
			for name, text := range readFolder(t, filepath.Dir(path)) {
				if !bytes.Equal(text, before[name]) {
					t.Errorf("%s was changed", name)
				}
			}
		})
	}
}

// readFolder returns the files of a folder by name.
func readFolder(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil && !entry.IsDir() {
			t.Fatal(err)
		}
		files[entry.Name()] = text
	}
	return files
}

func TestOpenWithoutAFolder(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "none", "superbiz.db")
	_, err := sqlite.Open(t.Context(), path, config())
	if err == nil || !strings.Contains(err.Error(), "there is no folder "+filepath.Dir(path)) {
		t.Errorf("got error %v, want the folder in it", err)
	}
}

func TestOpenADevice(t *testing.T) {
	t.Parallel()
	_, err := sqlite.Open(t.Context(), os.DevNull, config())
	if err == nil {
		t.Error("it was opened")
	}
	if runtime.GOOS != "windows" && !strings.Contains(err.Error(), "it is not a regular file") {
		t.Errorf("got error %v", err)
	}
}

func TestOpenWithoutAClock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "superbiz.db")
	if _, err := sqlite.Open(t.Context(), path, store.Config{}); err == nil {
		t.Error("it was opened")
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is there: %v", err)
	}
}

func TestOpenCancelledLeavesNothing(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	folder := t.TempDir()
	if _, err := sqlite.Open(ctx, filepath.Join(folder, "superbiz.db"), config()); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
	if files := readFolder(t, folder); len(files) > 0 {
		t.Errorf("left %d files", len(files))
	}
}

func TestOpenKeepsSecrets(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		return // it has other permissions
	}
	folder := t.TempDir()
	s := open(t, filepath.Join(folder, "superbiz.db"))
	if _, err := s.CreateSession(t.Context()); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o600 {
			t.Errorf("%s: got mode %o, want 600", entry.Name(), got)
		}
	}
}

func TestOpenOddNames(t *testing.T) {
	t.Parallel()
	names := []string{"with space.db", "percent%20.db", "hash#?x=1.db", "支付.db", "file:x.db", "semi;colon&.db"}
	if runtime.GOOS == "windows" {
		names = []string{"with space.db", "percent%20.db"}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), name)
			s := open(t, path)
			session, err := s.CreateSession(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := open(t, path).Session(t.Context(), session.SessionID); err != nil {
				t.Error(err)
			}
			if info, err := os.Stat(path); err != nil || info.Size() == 0 {
				t.Errorf("the database is in another file: %v", err)
			}
		})
	}
}

// TestOpenAtOnce: programs that start together on a machine that never had one.
func TestOpenAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "superbiz.db")
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			opened, err := sqlite.Open(t.Context(), path, config())
			if err != nil {
				t.Error(err)
				return
			}
			defer opened.Close()
			if _, err := opened.CreateSession(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	list, err := open(t, path).ListSessions(t.Context(), store.Page{})
	if err != nil || len(list) != 8 {
		t.Errorf("got %d sessions, %v, want 8", len(list), err)
	}
}

// TestOpenAnEmptyFile: one that mktemp made, or a process that died at once.
func TestOpenAnEmptyFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "superbiz.db")
	write(t, path, "")
	if _, err := open(t, path).CreateSession(t.Context()); err != nil {
		t.Error(err)
	}
}
