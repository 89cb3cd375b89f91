package recorded_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/executor/recorded"
	"github.com/superbizagent/superbizagent/tool"
)

// sink keeps what is imported; refuse makes it fail.
type sink struct {
	rows   []superbiz.ToolInvocation
	refuse error
}

func (*sink) StartInvocation(context.Context, superbiz.ToolInvocation) error  { return nil }
func (*sink) FinishInvocation(context.Context, superbiz.ToolInvocation) error { return nil }

func (s *sink) ImportInvocation(_ context.Context, _ string, row superbiz.ToolInvocation) error {
	s.rows = append(s.rows, row)
	return s.refuse
}

func recorder(t *testing.T, s tool.Sink) executor.Tools {
	t.Helper()
	registry, err := tool.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	r, err := tool.NewRecorder(tool.Config{
		Registry: registry, Sink: s, Policy: tool.AllowAll, SessionID: "s-new", RunID: "r-new",
		Mode: superbiz.DataBundle, Now: time.Now, Random: rand.Reader,
	})
	if err != nil {
		t.Fatal(err)
	}
	return named{r}
}

type named struct{ *tool.Recorder }

func (named) Names() []string { return nil }

func rows() []superbiz.ToolInvocation {
	return []superbiz.ToolInvocation{
		{InvocationID: "inv-1", SessionID: "s-old", RunID: "r-old", Output: json.RawMessage(`{"dsn":"postgres://app:hunter2-Zq81xx@db/x"}`), OutputSHA256: "old"},
		{InvocationID: "inv-2", SessionID: "s-other", RunID: "r-other", Output: json.RawMessage(`{}`), OutputSHA256: "kept"},
	}
}

func TestRowsOfTheFirstSessionBecomeRowsOfThisRun(t *testing.T) {
	s := &sink{}
	e := recorded.New("what was said", rows())
	text, err := e.Execute(t.Context(), executor.Task{Attempt: 1, Tools: recorder(t, s)})
	if err != nil || text != "what was said" {
		t.Fatalf("got %q, %v", text, err)
	}
	if len(s.rows) != 2 {
		t.Fatalf("%d rows, want 2", len(s.rows))
	}
	if own := s.rows[0]; own.SessionID != "s-new" || own.RunID != "r-new" || own.InvocationID != "inv-1" {
		t.Errorf("own row: %s %s %s", own.SessionID, own.RunID, own.InvocationID)
	}
	if foreign := s.rows[1]; foreign.SessionID != "s-other" || foreign.RunID != "r-other" || foreign.OutputSHA256 != "kept" {
		t.Errorf("foreign row: %+v", foreign)
	}
	if own := s.rows[0]; strings.Contains(string(own.Output), "hunter2") || own.OutputSHA256 == "old" {
		t.Errorf("not redacted and hashed anew: %s %s", own.Output, own.OutputSHA256)
	}
}

func TestRowsAreImportedOnce(t *testing.T) {
	s := &sink{}
	e := recorded.New("x", rows())
	if _, err := e.Execute(t.Context(), executor.Task{Attempt: 2, Tools: recorder(t, s)}); err != nil || len(s.rows) != 0 {
		t.Errorf("%d rows, %v; want none again", len(s.rows), err)
	}
}

func TestAStoreThatCannotKeepRowsIsAnError(t *testing.T) {
	e := recorded.New("x", rows())
	if _, err := e.Execute(t.Context(), executor.Task{Attempt: 1, Tools: recorder(t, &sink{refuse: errors.New("disk full")})}); err == nil || !strings.Contains(err.Error(), "inv-1") {
		t.Errorf("error %v, want one that names the row", err)
	}
}
