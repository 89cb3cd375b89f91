package storetest

import (
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

func testMessages(t *testing.T, f *fixture) {
	session, err := f.store.CreateSession(t.Context())
	noError(t, err)
	var want []store.Message
	for _, text := range []string{"Why?", "", "支付为什么失败？ 🔥", "two\nlines"} {
		message, err := f.store.AppendMessage(t.Context(), session.SessionID, text)
		noError(t, err)
		equal(t, "text", message.Text, text)
		want = append(want, message)
	}
	got, err := f.store.Messages(t.Context(), session.SessionID)
	noError(t, err)
	equal(t, "messages", got, want)
	for i, message := range got {
		equal(t, "seq", message.Seq, i+1)
		equal(t, "role", message.Role, store.RoleUser)
	}
	read, err := f.store.Session(t.Context(), session.SessionID)
	noError(t, err)
	equal(t, "created_at", read.CreatedAt, session.CreatedAt)
	equal(t, "updated_at", read.UpdatedAt, want[len(want)-1].CreatedAt)
}

func testListSessions(t *testing.T, f *fixture) {
	list, err := f.store.ListSessions(t.Context(), store.Page{})
	noError(t, err)
	equal(t, "no sessions", list, []store.SessionSummary{})

	answered := begin(t, f.store, superbiz.RunRunning)
	_, err = f.store.FinishRun(t.Context(), answered.RunID, outcome())
	noError(t, err)
	running := begin(t, f.store, superbiz.RunRunning)
	empty, err := f.store.CreateSession(t.Context())
	noError(t, err)

	first, err := f.store.ListSessions(t.Context(), store.Page{Limit: 2})
	noError(t, err)
	rest, err := f.store.ListSessions(t.Context(), store.Page{Limit: 2, After: first[len(first)-1].SessionID})
	noError(t, err)
	type line struct {
		id, question   string
		messages, runs int
		status         superbiz.RunStatus
		verdict        superbiz.Verdict
	}
	var got []line
	for _, s := range append(first, rest...) {
		got = append(got, line{s.SessionID, s.Question, s.Messages, s.Runs, s.LastStatus, s.LastVerdict})
	}
	want := []line{
		{id: empty.SessionID},
		{running.SessionID, "Why do checkouts fail?", 1, 1, superbiz.RunRunning, ""},
		{answered.SessionID, "Why do checkouts fail?", 2, 1, superbiz.RunCompleted, superbiz.VerdictLowConfid},
	}
	if len(got) != len(want) {
		t.Fatalf("got %d sessions, want %d: %v", len(got), len(want), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("session %d: got %+v, want %+v", i, got[i], want[i])
		}
	}
}
