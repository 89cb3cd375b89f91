package storetest

import (
	"sync"
	"testing"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

// leaseAndMore is longer than the lease of the fixture's stores.
const leaseAndMore = 2 * time.Hour

func testInterrupted(t *testing.T, f *fixture) {
	there := f.open(t, "there")
	run := begin(t, there, superbiz.RunRunning)
	noError(t, there.StartInvocation(t.Context(), started(run, 1)))
	noError(t, there.StartInvocation(t.Context(), started(run, 2)))
	noError(t, there.FinishInvocation(t.Context(), succeeded(t, started(run, 1), `{}`)))
	queued := begin(t, there, superbiz.RunQueued)
	mine := begin(t, f.store, superbiz.RunRunning)
	marks := func(doing string, want ...string) {
		t.Helper()
		got, err := f.store.MarkInterrupted(t.Context())
		noError(t, err)
		equal(t, doing, got, append([]string{}, want...))
	}

	marks("nobody knows, and the lease holds")
	f.thereIs(store.Alive)
	f.pass(leaseAndMore)
	marks("it lives, however long it was silent")
	f.thereIs(store.LivenessUnknown)
	noError(t, there.StartInvocation(t.Context(), started(run, 3)))
	marks("a write renewed the lease")
	f.pass(leaseAndMore)
	marks("nobody knows, and the lease is over", run.RunID)
	marks("once is enough")

	late := begin(t, there, superbiz.RunRunning)
	f.thereIs(store.Gone)
	marks("it is gone", late.RunID)

	wantError(t, "write to an interrupted run", there.AppendAttempt(t.Context(), run.RunID, attempt("")), store.ErrEnded)
	_, err := there.FinishRun(t.Context(), run.RunID, outcome())
	wantError(t, "answer an interrupted run", err, store.ErrEnded)
	noError(t, there.FinishInvocation(t.Context(), failed(started(run, 2)))) // the call did happen
	for id, want := range map[string]superbiz.RunStatus{
		run.RunID: superbiz.RunInterrupted, queued.RunID: superbiz.RunQueued, mine.RunID: superbiz.RunRunning,
	} {
		loaded, err := f.store.Run(t.Context(), id)
		noError(t, err)
		equal(t, "status", loaded.Status, want)
	}
	rows, err := f.store.Invocations(t.Context(), run.RunID)
	noError(t, err)
	equal(t, "rows", rows, []superbiz.ToolInvocation{succeeded(t, started(run, 1), `{}`), failed(started(run, 2)), started(run, 3)})
}

func testResumed(t *testing.T, f *fixture) {
	there := f.open(t, "there")
	run := begin(t, there, superbiz.RunRunning)
	noError(t, there.AppendAttempt(t.Context(), run.RunID, attempt("first")))
	wantError(t, "take a running run", f.store.StartRun(t.Context(), run.RunID), store.ErrEnded)
	wantError(t, "write to it", f.store.AppendAttempt(t.Context(), run.RunID, attempt("")), store.ErrEnded)
	f.thereIs(store.Gone)
	_, err := f.store.MarkInterrupted(t.Context())
	noError(t, err)
	noError(t, f.store.StartRun(t.Context(), run.RunID))
	wantError(t, "the first process wakes up", there.AppendAttempt(t.Context(), run.RunID, attempt("")), store.ErrEnded)
	noError(t, f.store.AppendAttempt(t.Context(), run.RunID, attempt("second")))
	_, err = f.store.FinishRun(t.Context(), run.RunID, outcome())
	noError(t, err)
	loaded, err := f.store.Run(t.Context(), run.RunID)
	noError(t, err)
	equal(t, "attempts", loaded.Attempts, []superbiz.Attempt{attempt("first"), attempt("second")})
}

func testOneStarts(t *testing.T, f *fixture) {
	run := begin(t, f.store, superbiz.RunQueued)
	var processes sync.WaitGroup
	results := make(chan error, 10)
	for _, s := range []store.Store{f.store, f.open(t, "there"), f.open(t, "elsewhere")} {
		for range 3 {
			processes.Go(func() { results <- s.StartRun(t.Context(), run.RunID) })
		}
	}
	processes.Wait()
	close(results)
	won := 0
	for err := range results {
		if err == nil {
			won++
			continue
		}
		wantError(t, "come second", err, store.ErrEnded)
	}
	equal(t, "processes that started the run", won, 1)
}
