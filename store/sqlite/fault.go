package sqlite

import (
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"github.com/superbizagent/superbizagent/store"
)

// fault says what was being done, and turns what SQLite calls an error into what
// the port calls one, or into what a person can do about it.
func (s *Store) fault(doing string, err error) error {
	return fmt.Errorf("%s: %w", doing, explain(s.path, err))
}

func explain(path string, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	var fault *sqlite.Error
	if !errors.As(err, &fault) {
		return err
	}
	switch fault.Code() {
	case codes.SQLITE_CONSTRAINT_PRIMARYKEY, codes.SQLITE_CONSTRAINT_UNIQUE:
		return store.ErrDuplicate
	case codes.SQLITE_CONSTRAINT_FOREIGNKEY:
		return store.ErrNotFound
	}
	if advice := advise(fault.Code()); advice != "" {
		return fmt.Errorf("database %s: %s: %w", path, advice, err)
	}
	return err
}

// advise says what is wrong and what to do; a primary result code is the low byte
// of every extended one.
func advise(code int) string {
	switch code & 0xff {
	case codes.SQLITE_NOTADB:
		return "it is not a SQLite database, or it is encrypted; choose another file with --db"
	case codes.SQLITE_CORRUPT:
		return "it is damaged; restore a backup, or move it away and let a new one be made"
	case codes.SQLITE_READONLY, codes.SQLITE_PERM, codes.SQLITE_AUTH:
		return "it is read-only; make the file and its folder writable, or choose another file with --db"
	case codes.SQLITE_CANTOPEN:
		return "it cannot be opened; see that its folder is there and writable, or choose another file with --db"
	case codes.SQLITE_FULL:
		return "the disk is full; make room, then try again"
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		return "another process keeps it locked; wait for it or stop it, then try again"
	case codes.SQLITE_IOERR:
		return "the disk failed to read or write it; look at the system's log"
	}
	return ""
}
