package storetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

func testFinishOnce(t *testing.T, f *fixture) {
	run := begin(t, f.store, superbiz.RunRunning)
	row := succeeded(t, started(run, 1), `{"restart_count": 14}`)
	noError(t, f.store.StartInvocation(t.Context(), started(run, 1)))
	wantError(t, "start it again", f.store.StartInvocation(t.Context(), started(run, 1)), store.ErrDuplicate)

	moved := row
	moved.ToolName, moved.Seq, moved.Arguments, moved.StartedAt = "shell", 9, json.RawMessage(`{"rm":true}`), row.EndedAt
	noError(t, f.store.FinishInvocation(t.Context(), moved))
	forged := succeeded(t, started(run, 1), `{"restart_count": 0}`)
	wantError(t, "finish it again", f.store.FinishInvocation(t.Context(), forged), store.ErrEnded)
	wantError(t, "start it again", f.store.StartInvocation(t.Context(), started(run, 1)), store.ErrDuplicate)
	wantError(t, "import it", f.store.ImportInvocation(t.Context(), run.RunID, forged), store.ErrDuplicate)

	rows, err := f.store.Invocations(t.Context(), run.RunID)
	noError(t, err)
	equal(t, "rows", rows, []superbiz.ToolInvocation{row})

	other := begin(t, f.store, superbiz.RunRunning)
	keep(t, f.store, succeeded(t, started(other, 1), `{}`)) // ids are unique in a run
}

func testRefusedRows(t *testing.T, f *fixture) {
	run, other := begin(t, f.store, superbiz.RunRunning), begin(t, f.store, superbiz.RunRunning)
	for _, test := range []struct {
		name  string
		wrong func(*superbiz.ToolInvocation)
	}{
		{"no id", func(r *superbiz.ToolInvocation) { r.InvocationID = "" }},
		{"not running", func(r *superbiz.ToolInvocation) { r.Status = superbiz.InvocationSucceeded }},
		{"another session", func(r *superbiz.ToolInvocation) { r.SessionID = other.SessionID }},
		{"arguments that are no JSON", func(r *superbiz.ToolInvocation) { r.Arguments = json.RawMessage(`{"a":`) }},
		{"a scope that is no JSON", func(r *superbiz.ToolInvocation) { r.RetrievalDetails.Scope = json.RawMessage(`}`) }},
	} {
		row := started(run, 1)
		test.wrong(&row)
		if err := f.store.StartInvocation(t.Context(), row); err == nil {
			t.Errorf("%s: the row was kept", test.name)
		}
	}
	noError(t, f.store.StartInvocation(t.Context(), started(run, 1)))
	for _, output := range []string{`{`, `1 2`, "\"\xff\"", ` `} {
		row := succeeded(t, started(run, 1), `1`)
		row.Output = json.RawMessage(output)
		if err := f.store.FinishInvocation(t.Context(), row); err == nil {
			t.Errorf("the output %q was kept", output)
		}
	}
	if err := f.store.FinishInvocation(t.Context(), started(run, 1)); err == nil {
		t.Error("a row ended running")
	}
	rows, err := f.store.Invocations(t.Context(), run.RunID)
	noError(t, err)
	equal(t, "rows", rows, []superbiz.ToolInvocation{started(run, 1)})
}

// testImportedRows: a saved incident brings rows of its own, among them rows of
// other sessions, broken ones, and ids that other runs have too.
func testImportedRows(t *testing.T, f *fixture) {
	first := begin(t, f.store, superbiz.RunRunning)
	second := ask(t, f.store, first.SessionID, superbiz.RunRunning)
	own := succeeded(t, started(second, 1), `{"restart_count": 14}`)
	foreign := succeeded(t, started(store.Run{RunID: "r-elsewhere", SessionID: "s-elsewhere"}, 2), `{}`)
	neighbour := failed(started(first, 3))
	odd := superbiz.ToolInvocation{InvocationID: "inv-04-odd", Seq: 4, Status: "perhaps", OutputSHA256: "none"}
	unfinished := started(second, 5)
	rows := []superbiz.ToolInvocation{own, foreign, neighbour, odd, unfinished}
	for _, row := range slices.Backward(rows) {
		noError(t, f.store.ImportInvocation(t.Context(), second.RunID, row))
	}
	keep(t, f.store, succeeded(t, started(first, 1), `{}`))

	got, err := f.store.Invocations(t.Context(), second.RunID)
	noError(t, err)
	equal(t, "rows", got, rows)
	wantError(t, "the same id again", f.store.ImportInvocation(t.Context(), second.RunID, foreign), store.ErrDuplicate)

	var runs []string
	noError(t, f.store.EachInvocation(t.Context(), first.SessionID, func(stored store.StoredInvocation) error {
		runs = append(runs, stored.RunID)
		return nil
	}))
	slices.Sort(runs)
	want := append(slices.Repeat([]string{second.RunID}, len(rows)), first.RunID)
	slices.Sort(want)
	equal(t, "the runs that keep them", runs, want)
}

func testOrder(t *testing.T, f *fixture) {
	run := begin(t, f.store, superbiz.RunRunning)
	for _, n := range []int{3, 120, 1, 11, 2} {
		noError(t, f.store.StartInvocation(t.Context(), started(run, n)))
	}
	for _, n := range []int{2, 120, 1} {
		noError(t, f.store.FinishInvocation(t.Context(), failed(started(run, n))))
	}
	rows, err := f.store.Invocations(t.Context(), run.RunID)
	noError(t, err)
	var got []int
	for _, row := range rows {
		got = append(got, row.Seq)
	}
	equal(t, "order", got, []int{1, 2, 3, 11, 120})
}

// testHostileText: text that a database or a decoder may choke on.
func testHostileText(t *testing.T, f *fixture) {
	session, err := f.store.CreateSession(t.Context())
	noError(t, err)
	message, err := f.store.AppendMessage(t.Context(), session.SessionID, "a\x00b\xff'; DROP TABLE runs; --")
	noError(t, err)
	equal(t, "message", message.Text, "a\uFFFDb\uFFFD'; DROP TABLE runs; --")
	run, err := f.store.CreateRun(t.Context(), newRun(message, superbiz.RunRunning))
	noError(t, err)

	raw := "\xff\xfe\x00 not UTF-8 🔥 \u2028</script>"
	attempts := []superbiz.Attempt{
		{RawOutput: &raw, ParseStatus: superbiz.ParseInvalid},
		{RawOutput: new(string), ParseStatus: superbiz.ParseEmpty},
		{StructuredOutput: json.RawMessage(`{"a":1,"a":2}`), ParseStatus: superbiz.ParseValid},
	}
	for _, a := range attempts {
		noError(t, f.store.AppendAttempt(t.Context(), run.RunID, a))
	}
	output := `{"n":12345678901234567890.10, "e":1E400,"s":"\u0000\ud83d\ude00 支付 </script>","big":18446744073709551615}`
	row := succeeded(t, started(run, 1), output)
	reason := "bad \xff\x00 bytes"
	row.Error = &reason
	keep(t, f.store, row)

	trace, err := store.LoadTrace(t.Context(), f.store, run.RunID)
	noError(t, err)
	equal(t, "attempts", trace.Executor.Attempts, attempts)
	equal(t, "output, to the byte", string(trace.ToolInvocations[0].Output), output)
	equal(t, "error", *trace.ToolInvocations[0].Error, "bad \uFFFD\uFFFD bytes")
	report, err := store.Audit(t.Context(), f.store, session.SessionID)
	noError(t, err)
	equal(t, "audit", report, store.AuditReport{Checked: 1, Faults: []store.AuditFault{}})
}

func testLargeOutputs(t *testing.T, f *fixture) {
	run := begin(t, f.store, superbiz.RunRunning)
	output := `{"lines":["` + strings.Repeat(`connection refused \u65e0 `, 5<<20/len(`connection refused \u65e0 `)) + `"]}`
	keep(t, f.store, succeeded(t, started(run, 1), output))
	rows, err := f.store.Invocations(t.Context(), run.RunID)
	noError(t, err)
	if got := string(rows[0].Output); got != output {
		t.Errorf("got %d bytes, want the same %d", len(got), len(output))
	}
	raw := strings.Repeat("x", 4<<20)
	noError(t, f.store.AppendAttempt(t.Context(), run.RunID, attempt(raw)))
	loaded, err := f.store.Run(t.Context(), run.RunID)
	noError(t, err)
	if got := *loaded.Attempts[0].RawOutput; got != raw {
		t.Errorf("got a raw output of %d bytes, want the same %d", len(got), len(raw))
	}
}

// testManyWriters: two processes, each with many goroutines, and readers between.
func testManyWriters(t *testing.T, f *fixture) {
	const sessions, rows = 4, 10
	processes := []store.Store{f.store, f.open(t, "there")}
	var writers sync.WaitGroup
	faults := make(chan error, 1000)
	for _, s := range processes {
		for range sessions {
			run := begin(t, s, superbiz.RunRunning)
			for n := range rows {
				writers.Go(func() {
					faults <- s.StartInvocation(t.Context(), started(run, n))
					faults <- s.FinishInvocation(t.Context(), failed(started(run, n)))
					_, err := s.Invocations(t.Context(), run.RunID)
					faults <- err
					_, err = s.AppendMessage(t.Context(), run.SessionID, fmt.Sprint(n))
					faults <- err
				})
			}
		}
	}
	writers.Wait()
	close(faults)
	for err := range faults {
		noError(t, err)
	}
	list, err := f.store.ListSessions(t.Context(), store.Page{})
	noError(t, err)
	equal(t, "sessions", len(list), sessions*len(processes))
	for _, summary := range list {
		whole, err := store.LoadSession(t.Context(), f.store, summary.SessionID)
		noError(t, err)
		equal(t, "messages", len(whole.Messages), 1+rows)
		equal(t, "rows", len(whole.Runs[0].ToolInvocations), rows)
		for i, message := range whole.Messages {
			equal(t, "seq", message.Seq, i+1)
		}
	}
}

func testAudit(t *testing.T, f *fixture) {
	run := begin(t, f.store, superbiz.RunRunning)
	good := succeeded(t, started(run, 1), `{"b": 1.0, "a": 9007199254740993}`)
	forged := succeeded(t, started(run, 2), `{"restart_count": 14}`)
	forged.Output = json.RawMessage(`{"restart_count": 0}`)
	unreadable := succeeded(t, started(run, 3), `{}`)
	unreadable.Output = json.RawMessage(`{"a":1,"a":2}`)
	unhashed := succeeded(t, started(run, 4), `{}`)
	unhashed.OutputSHA256 = ""
	lost := succeeded(t, started(run, 5), `{}`)
	lost.Output = nil
	for _, row := range []superbiz.ToolInvocation{good, forged, unreadable, unhashed, lost, failed(started(run, 6))} {
		keep(t, f.store, row)
	}
	other := begin(t, f.store, superbiz.RunRunning)
	keep(t, f.store, succeeded(t, started(other, 1), `1`))

	report, err := store.Audit(t.Context(), f.store, run.SessionID)
	noError(t, err)
	equal(t, "checked", report.Checked, 4)
	equal(t, "unhashed", report.Unhashed, 1)
	var found []string
	for _, fault := range report.Faults {
		equal(t, "run", fault.RunID, run.RunID)
		if (fault.Got == "") == (fault.Error == "") {
			t.Errorf("got hash %q and error %q, want one of them", fault.Got, fault.Error)
		}
		found = append(found, fault.InvocationID)
	}
	equal(t, "faults", found, []string{forged.InvocationID, unreadable.InvocationID, lost.InvocationID})
	all, err := store.Audit(t.Context(), f.store, "")
	noError(t, err)
	equal(t, "checked in all sessions", all.Checked, 5)
}
