package sqlite_test

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/superbizagent/superbizagent/store/sqlite"
)

// TestHeartbeat: the lease of a run that writes nothing for long is renewed until the
// store is closed.
func TestHeartbeat(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "superbiz.db")
	settings := config()
	settings.Lease = 30 * time.Millisecond
	s, err := sqlite.Open(t.Context(), path, settings)
	if err != nil {
		t.Fatal(err)
	}
	run := begin(t, s)
	for range 3 {
		before := leaseOf(t, path, run.RunID)
		for end := time.Now().Add(10 * time.Second); leaseOf(t, path, run.RunID) == before; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("the lease is not renewed")
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := leaseOf(t, path, run.RunID)
	time.Sleep(2 * settings.Lease)
	if after := leaseOf(t, path, run.RunID); after != before {
		t.Error("the lease is renewed by a store that is closed")
	}
	if err := s.Close(); err != nil {
		t.Errorf("close it again: %v", err)
	}
}

func leaseOf(t *testing.T, path, runID string) (lease string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), `SELECT lease_until FROM runs WHERE run_id = $1`, runID).Scan(&lease); err != nil {
		t.Fatal(err)
	}
	return lease
}
