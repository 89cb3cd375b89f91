// Package storetest tells in tests what every adapter of package store owes.
package storetest

import (
	"crypto/rand"
	"sync"
	"testing"
	"time"

	"github.com/superbizagent/superbizagent/store"
)

// A Database opens one database; each call opens the same one again, as another
// process would.
type Database func(t *testing.T, config store.Config) store.Store

// Run tests an adapter. New returns a new, empty database.
func Run(t *testing.T, newDatabase func(t *testing.T) Database) {
	t.Helper()
	for _, part := range []struct {
		name string
		test func(*testing.T, *fixture)
	}{
		{"sessions and messages", testMessages},
		{"list of sessions", testListSessions},
		{"a whole run", testWholeRun},
		{"a run that did not get far", testPartialRun},
		{"queued runs", testQueuedRuns},
		{"runs without an answer", testEndRun},
		{"an ended run does not change", testEndedRun},
		{"an answer without an evaluation", testUnjudgedAnswer},
		{"rows finish once", testFinishOnce},
		{"rows that are refused", testRefusedRows},
		{"imported rows", testImportedRows},
		{"order of rows", testOrder},
		{"ids that are not there", testUnknownIDs},
		{"what a stranger may send", testHostileText},
		{"large outputs", testLargeOutputs},
		{"many writers", testManyWriters},
		{"a cancelled context", testCancelled},
		{"interrupted runs", testInterrupted},
		{"resumed runs", testResumed},
		{"only one process starts a run", testOneStarts},
		{"audit", testAudit},
	} {
		t.Run(part.name, func(t *testing.T) {
			t.Parallel()
			part.test(t, newFixture(t, newDatabase(t)))
		})
	}
}

// fixture is a database, a clock that moves when it is told to, and processes that
// live or not.
type fixture struct {
	database Database
	store    store.Store // opened by the process "here"

	mu    sync.Mutex
	now   time.Time
	there store.Liveness // what can be said of the process "there"
}

func newFixture(t *testing.T, database Database) *fixture {
	t.Helper()
	f := &fixture{
		database: database,
		now:      time.Date(2026, 7, 1, 10, 31, 2, 120_000_001, time.UTC),
	}
	f.store = f.open(t, "here")
	return f
}

// open opens the database as a process.
func (f *fixture) open(t *testing.T, process string) store.Store {
	t.Helper()
	opened := f.database(t, store.Config{
		Now:     f.Now,
		NewID:   store.RandomIDs(rand.Reader),
		Process: store.Process{ID: process, Look: f.look},
		Lease:   time.Hour,
	})
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Errorf("close the store of %s: %v", process, err)
		}
	})
	return opened
}

// Now moves on by a microsecond, so that times tell what came first.
func (f *fixture) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(time.Microsecond)
	return f.now
}

func (f *fixture) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

func (f *fixture) look(process string) store.Liveness {
	f.mu.Lock()
	defer f.mu.Unlock()
	if process == "there" {
		return f.there
	}
	return store.LivenessUnknown
}

func (f *fixture) thereIs(liveness store.Liveness) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.there = liveness
}
