package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/tool"
)

// memory is a Sink that keeps what it was told, in order.
type memory struct {
	mu       sync.Mutex
	started  []superbiz.ToolInvocation
	finished []superbiz.ToolInvocation
	log      []string
	failAt   string // "start" or "finish"
}

var errSink = errors.New("disk full")

func (m *memory) StartInvocation(_ context.Context, row superbiz.ToolInvocation) error {
	return m.keep("start", row, &m.started)
}

func (m *memory) FinishInvocation(ctx context.Context, row superbiz.ToolInvocation) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return m.keep("finish", row, &m.finished)
}

func (m *memory) keep(what string, row superbiz.ToolInvocation, rows *[]superbiz.ToolInvocation) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.log = append(m.log, what)
	if m.failAt == what {
		return errSink
	}
	*rows = append(*rows, row)
	return nil
}

func (m *memory) note(what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.log = append(m.log, what)
}

const anySchema = `{"type":"object","properties":{"q":{"type":"string"},"limit":{"type":"integer","default":10},"kind":{"type":"string"},"namespace":{"type":"string"},"password":{"type":"string"}},"additionalProperties":false}`

func newTool(name string, call func(context.Context, json.RawMessage) (tool.Result, error)) tool.Tool {
	return tool.Tool{
		Name: name, Description: "For tests.", Schema: json.RawMessage(anySchema), Source: "test",
		Class: superbiz.SourceObserved, Mode: superbiz.DataLive, Call: call,
	}
}

func returns(result tool.Result, err error) func(context.Context, json.RawMessage) (tool.Result, error) {
	return func(context.Context, json.RawMessage) (tool.Result, error) { return result, err }
}

func newRecorder(t *testing.T, sink tool.Sink, change func(*tool.Config), tools ...tool.Tool) *tool.Recorder {
	t.Helper()
	registry, err := tool.NewRegistry(tools...)
	if err != nil {
		t.Fatal(err)
	}
	config := tool.Config{
		Registry: registry, Sink: sink, Policy: tool.AllowAll, SessionID: "s-1", RunID: "r-1", Mode: superbiz.DataLive,
		Now: time.Now, Random: rand.NewChaCha8([32]byte{1}),
	}
	if change != nil {
		change(&config)
	}
	recorder, err := tool.NewRecorder(config)
	if err != nil {
		t.Fatal(err)
	}
	return recorder
}

func call(t *testing.T, recorder *tool.Recorder, name, arguments string) superbiz.ToolInvocation {
	t.Helper()
	row, err := recorder.Call(t.Context(), name, json.RawMessage(arguments))
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func errorOf(row superbiz.ToolInvocation) string {
	if row.Error == nil {
		return ""
	}
	return *row.Error
}

func TestRecorderWritesTheRowBeforeTheCall(t *testing.T) {
	t.Parallel()
	sink := &memory{}
	recorder := newRecorder(t, sink, nil, newTool("look", func(context.Context, json.RawMessage) (tool.Result, error) {
		sink.note("call")
		return tool.Text("one\ntwo\n"), nil
	}))
	row := call(t, recorder, "look", `{"q":"x"}`)
	if diff := cmp.Diff([]string{"start", "call", "finish"}, sink.log); diff != "" {
		t.Error(diff)
	}
	running := sink.started[0]
	if running.Status != superbiz.InvocationRunning || running.ResultKind != superbiz.ResultNone || string(running.Output) != "null" {
		t.Errorf("got %s, %s, output %s before the call, want running, none, null", running.Status, running.ResultKind, running.Output)
	}
	if diff := cmp.Diff(row, sink.finished[0]); diff != "" {
		t.Errorf("the row returned is not the row stored: %s", diff)
	}
	if running.InvocationID != row.InvocationID || !regexp.MustCompile(`^inv-01-[2-9a-z]{4}$`).MatchString(row.InvocationID) {
		t.Errorf("got ids %q and %q", running.InvocationID, row.InvocationID)
	}
}

func TestRecorderCompletesTheRow(t *testing.T) {
	t.Parallel()
	total := int64(7)
	result := tool.Lines([]string{"a", "b"})
	result.Truncated = true
	result.Retrieval.Total = &total
	result.Retrieval.Scope = json.RawMessage(`{"namespace":"shop"}`)
	recorder := newRecorder(t, &memory{}, nil, newTool("look", returns(result, nil)))
	got := call(t, recorder, "look", `{"q":"x"}`)
	hash, err := evidence.HashOutput(json.RawMessage(`{"lines":["a","b"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got.StartedAt.IsZero() || got.EndedAt.Before(got.StartedAt) {
		t.Errorf("got times %s and %s", got.StartedAt, got.EndedAt)
	}
	got.StartedAt, got.EndedAt, got.InvocationID = time.Time{}, time.Time{}, ""
	want := superbiz.ToolInvocation{
		SessionID: "s-1", RunID: "r-1", Seq: 1, ToolName: "look", ToolSource: "test", Arguments: json.RawMessage(`{"q":"x"}`),
		Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData, DataMode: superbiz.DataLive, SourceClass: superbiz.SourceObserved,
		AttemptCount: 1, Output: json.RawMessage(`{"lines":["a","b"]}`), OutputSHA256: hash, Truncated: true,
		RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: []string{"$.lines[0:2]"}, Scope: json.RawMessage(`{"namespace":"shop"}`), Total: &total},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRecorderOutcomes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		result    tool.Result
		err       error
		status    superbiz.InvocationStatus
		kind      superbiz.ResultKind
		wantError string
	}{
		{"data", tool.Text("x"), nil, superbiz.InvocationSucceeded, superbiz.ResultData, ""},
		{"nothing found", tool.Text(" \n"), nil, superbiz.InvocationSucceeded, superbiz.ResultEmpty, ""},
		{"not permitted", tool.Result{}, tool.Fail(tool.CodeNotPermitted, "pods is forbidden"), superbiz.InvocationFailed, superbiz.ResultError, "not_permitted: pods is forbidden"},
		{"not recorded", tool.Result{}, fmt.Errorf("look: %w", tool.Fail(tool.CodeNotRecorded, "nobody asked")), superbiz.InvocationFailed, superbiz.ResultError, "not_recorded: nobody asked"},
		{"untyped", tool.Result{}, errors.New("boom"), superbiz.InvocationFailed, superbiz.ResultError, "failed: boom"},
		{"no kind", tool.Result{Output: json.RawMessage(`1`)}, nil, superbiz.InvocationFailed, superbiz.ResultError, `bad_output: the tool returned a result of kind ""`},
		{"no JSON", tool.Data(json.RawMessage(`{"a":`)), nil, superbiz.InvocationFailed, superbiz.ResultError, "bad_output: the tool returned what is not valid JSON"},
		{"duplicate names", tool.Data(json.RawMessage(`{"a":1,"a":2}`)), nil, superbiz.InvocationFailed, superbiz.ResultError, "bad_output"},
		{"two values", tool.Data(json.RawMessage(`1 2`)), nil, superbiz.InvocationFailed, superbiz.ResultError, "bad_output"},
		{"too large", tool.Data(json.RawMessage(`"` + strings.Repeat("x", 2000) + `"`)), nil, superbiz.InvocationFailed, superbiz.ResultError, "too_large: the tool returned 2002 bytes"},
		{"secret in an error", tool.Result{}, errors.New("dial postgres://app:hunter22@db:5432"), superbiz.InvocationFailed, superbiz.ResultError, "failed: dial postgres://app:[REDACTED]@db:5432"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			recorder := newRecorder(t, &memory{}, func(c *tool.Config) { c.MaxOutput = 1000 }, newTool("look", returns(test.result, test.err)))
			row := call(t, recorder, "look", `{}`)
			if row.Status != test.status || row.ResultKind != test.kind {
				t.Errorf("got %s, %s, want %s, %s", row.Status, row.ResultKind, test.status, test.kind)
			}
			if got := errorOf(row); !strings.HasPrefix(got, test.wantError) || test.wantError == "" && got != "" {
				t.Errorf("got error %q, want %q", got, test.wantError)
			}
			if row.Status != superbiz.InvocationSucceeded && len(row.RetrievalDetails.EvidenceRefs) != 0 {
				t.Errorf("a failed call may be cited at %q", row.RetrievalDetails.EvidenceRefs)
			}
		})
	}
}

func TestRecorderKeepsTheOutputOfAFailedCall(t *testing.T) {
	t.Parallel()
	recorder := newRecorder(t, &memory{}, nil, newTool("look", returns(tool.Text("forbidden"), tool.Fail(tool.CodeNotPermitted, "no"))))
	row := call(t, recorder, "look", `{}`)
	if got := string(row.Output); got != `{"lines":["forbidden"]}` || row.OutputSHA256 == "" {
		t.Errorf("got output %s, hash %q", got, row.OutputSHA256)
	}
}

func TestRecorderRedacts(t *testing.T) {
	t.Parallel()
	var seen string
	look := newTool("look", func(_ context.Context, arguments json.RawMessage) (tool.Result, error) {
		seen = string(arguments)
		result := tool.Text("token=ghp_0123456789abcdefghij0123456789abcdef")
		result.Retrieval.Scope = json.RawMessage(`{"url":"http://u:hunter22@h"}`)
		return result, nil
	})
	sink := &memory{}
	row := call(t, newRecorder(t, sink, nil, look), "look", `{"password":"hunter22"}`)
	all, err := json.Marshal([]any{row, sink.started, sink.finished})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(all), "hunter22") || strings.Contains(string(all), "ghp_") {
		t.Errorf("a secret was kept: %s", all)
	}
	if want := `{"password":"hunter22"}`; seen != want {
		t.Errorf("the tool got %s, want %s", seen, want)
	}
}

func TestRecorderRefusesBadCalls(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		tool      string
		arguments string
		kept      string
		want      string
	}{
		{"unknown tool", "peek", `{}`, `{}`, `unknown_tool: there is no tool "peek"; the tools of this run are: look`},
		{"wrong type", "look", `{"limit":"5"}`, `{"limit":"5"}`, `bad_arguments: look: $.limit: got string, want integer`},
		{"unknown argument", "look", `{"nope":1}`, `{"nope":1}`, `bad_arguments: look: additional properties 'nope' not allowed`},
		{"no object", "look", `[1]`, `{"unreadable":"[1]"}`, `bad_arguments: the arguments must be one JSON object, not [1]`},
		{"no JSON", "look", `{"q": token=a1b2c3d4e5f6`, `{"unreadable":"{\"q\": token=[REDACTED]"}`, `bad_arguments: the arguments are not valid JSON`},
		{"duplicate names", "look", `{"q":"a","q":"b"}`, `{"unreadable":"{\"q\":\"a\",\"q\":\"b\"}"}`, `bad_arguments: the arguments are not valid JSON`},
		{"two values", "look", `{} {}`, `{"unreadable":"{} {}"}`, `bad_arguments: the arguments are not valid JSON`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			recorder := newRecorder(t, &memory{}, nil, newTool("look", func(context.Context, json.RawMessage) (tool.Result, error) {
				t.Error("the tool was called")
				return tool.Text("x"), nil
			}))
			row := call(t, recorder, test.tool, test.arguments)
			if row.Status != superbiz.InvocationFailed || row.ResultKind != superbiz.ResultError {
				t.Errorf("got %s, %s, want failed, error", row.Status, row.ResultKind)
			}
			if !strings.HasPrefix(errorOf(row), test.want) {
				t.Errorf("got error %q, want %q", errorOf(row), test.want)
			}
			if string(row.Arguments) != test.kept {
				t.Errorf("got arguments %s, want %s", row.Arguments, test.kept)
			}
		})
	}
}

func TestRecorderSkipsNearDuplicates(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		tool          string
		first, second string
		skipped       bool
	}{
		{"same", "look", `{"q":"x"}`, `{"q":"x"}`, true},
		{"order and white space", "look", `{"q":"x","limit":5}`, ` { "limit": 5, "q": " x " }`, true},
		{"default", "look", `{"q":"x"}`, `{"q":"x","limit":10}`, true},
		{"spelling of a number", "look", `{"limit":20}`, `{"limit":2e1}`, true},
		{"null", "look", `{"q":"x"}`, `{"q":"x","limit":null}`, true},
		{"null and blank", "look", `{"q":"x"}`, `{"q":"x","namespace":" "}`, true},
		{"kind", "kubernetes_get", `{"kind":"Pod"}`, `{"kind":"pods"}`, true},
		{"cluster-wide kind", "kubernetes_get", `{"kind":"Node","namespace":"shop"}`, `{"kind":"nodes"}`, true},
		{"other value", "look", `{"q":"x"}`, `{"q":"X"}`, false},
		{"other namespace", "kubernetes_get", `{"kind":"Pod","namespace":"shop"}`, `{"kind":"pods"}`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			recorder := newRecorder(t, &memory{}, nil, newTool(test.tool, returns(tool.Text("x"), nil)))
			first := call(t, recorder, test.tool, test.first)
			second := call(t, recorder, test.tool, test.second)
			if got := second.Status == superbiz.InvocationSkipped; got != test.skipped {
				t.Fatalf("got status %s (%s), want skipped: %v", second.Status, errorOf(second), test.skipped)
			}
			if test.skipped && (!strings.Contains(errorOf(second), first.InvocationID) || second.ResultKind != superbiz.ResultNone || second.AttemptCount != 0) {
				t.Errorf("got error %q, kind %s, want one that points to %s", errorOf(second), second.ResultKind, first.InvocationID)
			}
		})
	}
}

func TestRecorderMayAskAgainAfterAFailureToReach(t *testing.T) {
	t.Parallel()
	tests := []struct {
		code tool.Code
		want superbiz.InvocationStatus
	}{
		{tool.CodeNotReachable, superbiz.InvocationFailed},
		{tool.CodeNotRecorded, superbiz.InvocationSkipped},
		{tool.CodeNotPermitted, superbiz.InvocationSkipped},
	}
	for _, test := range tests {
		t.Run(string(test.code), func(t *testing.T) {
			t.Parallel()
			recorder := newRecorder(t, &memory{}, nil, newTool("look", returns(tool.Result{}, tool.Fail(test.code, "no"))))
			call(t, recorder, "look", `{}`)
			if got := call(t, recorder, "look", `{}`).Status; got != test.want {
				t.Errorf("got %s the second time, want %s", got, test.want)
			}
		})
	}
}

func TestRecorderPolicy(t *testing.T) {
	t.Parallel()
	recorder := newRecorder(t, &memory{}, func(c *tool.Config) {
		c.Policy = func(tool.Tool, json.RawMessage) error { return errors.New("this source may not be read in production") }
	}, newTool("look", returns(tool.Text("x"), nil)))
	row := call(t, recorder, "look", `{}`)
	if row.Status != superbiz.InvocationDenied || row.ResultKind != superbiz.ResultNone || errorOf(row) != "denied: this source may not be read in production" {
		t.Errorf("got %s, %s, %q", row.Status, row.ResultKind, errorOf(row))
	}
}

func TestRecorderBudget(t *testing.T) {
	t.Parallel()
	recorder := newRecorder(t, &memory{}, func(c *tool.Config) { c.Budget.Calls = 2 }, newTool("look", returns(tool.Text("x"), nil)))
	var got []superbiz.InvocationStatus
	for i := range 3 {
		got = append(got, call(t, recorder, "look", fmt.Sprintf(`{"limit":%d}`, i)).Status)
	}
	want := []superbiz.InvocationStatus{superbiz.InvocationSucceeded, superbiz.InvocationSucceeded, superbiz.InvocationSkipped}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if left := recorder.Left().Calls; left != 0 {
		t.Errorf("%d calls left, want 0", left)
	}
}

func TestRecorderEndsAnEndlessCaller(t *testing.T) {
	t.Parallel()
	sink := &memory{}
	recorder := newRecorder(t, sink, func(c *tool.Config) { c.Budget.Calls = 1 }, newTool("look", returns(tool.Text("x"), nil)))
	var err error
	calls := 0
	for ; err == nil && calls < 1000; calls++ {
		_, err = recorder.Call(t.Context(), "look", nil)
	}
	if !errors.Is(err, tool.ErrRefused) || calls > 100 {
		t.Errorf("got %v after %d calls, want ErrRefused soon", err, calls)
	}
	if len(sink.started) != len(sink.finished) {
		t.Errorf("%d rows begun, %d ended", len(sink.started), len(sink.finished))
	}
}

func TestRecorderSinkFailure(t *testing.T) {
	t.Parallel()
	for _, failAt := range []string{"start", "finish"} {
		t.Run(failAt, func(t *testing.T) {
			t.Parallel()
			sink := &memory{failAt: failAt}
			recorder := newRecorder(t, sink, nil, newTool("look", func(context.Context, json.RawMessage) (tool.Result, error) {
				sink.note("call")
				return tool.Text("x"), nil
			}))
			_, err := recorder.Call(t.Context(), "look", nil)
			if !errors.Is(err, errSink) {
				t.Errorf("got error %v, want %v", err, errSink)
			}
			if called := slices.Contains(sink.log, "call"); called != (failAt == "finish") {
				t.Errorf("called: %v", called)
			}
		})
	}
}

func TestRecorderTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		deaf := newTool("deaf", func(context.Context, json.RawMessage) (tool.Result, error) {
			<-release
			return tool.Text("too late"), nil
		})
		deaf.Timeout = time.Second
		polite := newTool("polite", func(ctx context.Context, _ json.RawMessage) (tool.Result, error) {
			<-ctx.Done()
			return tool.Result{}, fmt.Errorf("ask the source: %w", ctx.Err())
		})
		recorder := newRecorder(t, &memory{}, func(c *tool.Config) { c.Timeout = 2 * time.Second; c.Budget.Wall = 4 * time.Second }, deaf, polite)
		for name, limit := range map[string]string{"deaf": "1s", "polite": "2s"} {
			row := call(t, recorder, name, `{}`)
			if row.Status != superbiz.InvocationTimeout || row.ResultKind != superbiz.ResultError || !strings.Contains(errorOf(row), "longer than "+limit) {
				t.Errorf("%s: got %s, %s, %q", name, row.Status, row.ResultKind, errorOf(row))
			}
		}
		if rows := recorder.Rows(); !strings.HasSuffix(errorOf(rows[slices.IndexFunc(rows, isOf("deaf"))]), "may still be running") ||
			strings.HasSuffix(errorOf(rows[slices.IndexFunc(rows, isOf("polite"))]), "may still be running") {
			t.Errorf("got %+v: want the row of the tool that did not stop to say so, and no other", rows)
		}
		if row := call(t, recorder, "polite", `{"q":"again"}`); !strings.Contains(errorOf(row), "what was left of the run's time") {
			t.Errorf("got %q", errorOf(row))
		}
		if row := call(t, recorder, "polite", `{"q":"more"}`); row.Status != superbiz.InvocationSkipped {
			t.Errorf("got %s, want skipped when the time is over", row.Status)
		}
		before := time.Now()
		if err := recorder.Close(t.Context()); err != nil || time.Since(before) != 2*time.Second {
			t.Errorf("got %v after %s, want to wait no longer for a tool that does not stop", err, time.Since(before))
		}
		close(release)
		synctest.Wait()
		if err := recorder.Close(t.Context()); err != nil || time.Since(before) != 2*time.Second {
			t.Errorf("got %v after %s, want not to wait when all have stopped", err, time.Since(before))
		}
	})
}

func isOf(name string) func(superbiz.ToolInvocation) bool {
	return func(row superbiz.ToolInvocation) bool { return row.ToolName == name }
}

func TestRecorderKnowsItsRows(t *testing.T) {
	t.Parallel()
	sink := &memory{}
	recorder := newRecorder(t, sink, nil,
		newTool("look", returns(tool.Data(json.RawMessage(" {\"a\": 1}\n")), nil)), newTool("fail", returns(tool.Result{}, errors.New("bad \xff\x00"))))
	call(t, recorder, "look", `{}`)
	call(t, recorder, "fail", `{}`)
	if got, want := recorder.Rows(), sink.finished; !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	if row := recorder.Rows()[1]; !strings.HasSuffix(errorOf(row), "bad \uFFFD\uFFFD") {
		t.Errorf("got %q, want text that a store keeps as it is", errorOf(row))
	}
}

func TestRecorderCancelled(t *testing.T) {
	t.Parallel()
	sink := &memory{}
	ctx, cancel := context.WithCancel(t.Context())
	recorder := newRecorder(t, sink, nil, newTool("look", func(ctx context.Context, _ json.RawMessage) (tool.Result, error) {
		cancel()
		<-ctx.Done()
		return tool.Result{}, ctx.Err()
	}))
	row, err := recorder.Call(ctx, "look", nil)
	if err != nil || row.Status != superbiz.InvocationFailed || !strings.HasPrefix(errorOf(row), "cancelled: ") {
		t.Errorf("got %s, %q, %v, want failed, cancelled", row.Status, errorOf(row), err)
	}
	if len(sink.finished) != 1 {
		t.Error("the end of a cancelled call was not stored")
	}
}

func TestRecorderPanic(t *testing.T) {
	t.Parallel()
	recorder := newRecorder(t, &memory{}, nil, newTool("look", func(context.Context, json.RawMessage) (tool.Result, error) {
		panic("password=hunter22 in the way")
	}))
	row := call(t, recorder, "look", `{}`)
	if want := "panicked: look has a bug and broke down: password=[REDACTED] in the way"; errorOf(row) != want || row.Status != superbiz.InvocationFailed {
		t.Errorf("got %s, %q, want failed, %q", row.Status, errorOf(row), want)
	}
}

func TestRecorderManyAtOnce(t *testing.T) {
	t.Parallel()
	sink := &memory{}
	recorder := newRecorder(t, sink, nil, newTool("look", returns(tool.Text("x"), nil)))
	var group sync.WaitGroup
	for i := range 50 {
		group.Go(func() {
			if _, err := recorder.Call(t.Context(), "look", json.RawMessage(fmt.Sprintf(`{"limit":%d}`, i%25))); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	ids, seqs := map[string]bool{}, map[int]bool{}
	ran := 0
	for _, row := range sink.finished {
		ids[row.InvocationID], seqs[row.Seq] = true, true
		if row.Status == superbiz.InvocationSucceeded {
			ran++
		}
	}
	if len(ids) != 50 || len(seqs) != 50 || ran != 25 {
		t.Errorf("got %d ids, %d seqs, %d calls that ran, want 50, 50, 25", len(ids), len(seqs), ran)
	}
}

func TestRecorderGoesOnCounting(t *testing.T) {
	t.Parallel()
	recorder := newRecorder(t, &memory{}, func(c *tool.Config) { c.FirstSeq = 12 }, newTool("look", returns(tool.Text("x"), nil)))
	if row := call(t, recorder, "look", ``); row.Seq != 12 || !strings.HasPrefix(row.InvocationID, "inv-12-") {
		t.Errorf("got %d, %s, want 12", row.Seq, row.InvocationID)
	}
}

func TestRecorderNeedsRandomness(t *testing.T) {
	t.Parallel()
	for name, random := range map[string]io.Reader{"none": strings.NewReader(""), "constant": zeros{}, "useless": ones{}} {
		recorder := newRecorder(t, &memory{}, func(c *tool.Config) { c.Random = random }, newTool("look", returns(tool.Text("x"), nil)))
		_, err := recorder.Call(t.Context(), "look", json.RawMessage(`{"q":"1"}`))
		if name == "constant" && err != nil || name != "constant" && err == nil {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type ones struct{}

func (ones) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 255
	}
	return len(p), nil
}

func TestNewRecorderChecks(t *testing.T) {
	t.Parallel()
	registry, err := tool.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	good := tool.Config{Registry: registry, Sink: &memory{}, Policy: tool.AllowAll, SessionID: "s", RunID: "r", Mode: superbiz.DataLive, Now: time.Now, Random: zeros{}}
	if _, err := tool.NewRecorder(good); err != nil {
		t.Errorf("got error %v for a whole configuration", err)
	}
	tests := map[string]func(*tool.Config){
		"registry":  func(c *tool.Config) { c.Registry = nil },
		"sink":      func(c *tool.Config) { c.Sink = nil },
		"policy":    func(c *tool.Config) { c.Policy = nil },
		"clock":     func(c *tool.Config) { c.Now = nil },
		"random":    func(c *tool.Config) { c.Random = nil },
		"session":   func(c *tool.Config) { c.SessionID = "" },
		"run":       func(c *tool.Config) { c.RunID = "" },
		"mode":      func(c *tool.Config) { c.Mode = "" },
		"timeout":   func(c *tool.Config) { c.Timeout = -1 },
		"budget":    func(c *tool.Config) { c.Budget.Calls = -1 },
		"wall time": func(c *tool.Config) { c.Budget.Wall = -1 },
		"output":    func(c *tool.Config) { c.MaxOutput = -1 },
	}
	for name, spoil := range tests {
		config := good
		spoil(&config)
		if _, err := tool.NewRecorder(config); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// BenchmarkRecorder runs a call that returns 50 KB of log lines.
func BenchmarkRecorder(b *testing.B) {
	line := `2026-05-06T21:39:00.123Z level=info msg="request done" method=GET path=/api/cart status=200 took=12ms trace=0123456789abcdef`
	lines := slices.Repeat([]string{line}, 400)
	registry, err := tool.NewRegistry(newTool("look", returns(tool.Lines(lines), nil)))
	if err != nil {
		b.Fatal(err)
	}
	recorder, err := tool.NewRecorder(tool.Config{
		Registry: registry, Sink: &memory{}, Policy: tool.AllowAll, SessionID: "s", RunID: "r", Mode: superbiz.DataLive,
		Now: time.Now, Random: rand.NewChaCha8([32]byte{}), Budget: tool.Budget{Calls: 1 << 30, Wall: time.Hour},
	})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(50_000)
	for i := 0; b.Loop(); i++ {
		if _, err := recorder.Call(b.Context(), "look", json.RawMessage(fmt.Sprintf(`{"limit":%d}`, i))); err != nil {
			b.Fatal(err)
		}
	}
}
