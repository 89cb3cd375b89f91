package llmtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/wire"
)

// Setup is what an adapter is to be configured with.
type Setup struct {
	URL  string
	Key  llm.Secret
	Wire wire.Config
}

// New makes a model of the adapter under test. It must be able to force a tool and to
// hold its text to a schema.
type New func(t *testing.T, setup Setup) llm.Model

// suite is one adapter on one protocol.
type suite struct {
	protocol Protocol
	newModel New
}

// Run holds an adapter to what the port promises, over HTTP against a server that
// speaks the protocol.
func Run(t *testing.T, protocol Protocol, newModel New) {
	t.Helper()
	s := suite{protocol, newModel}
	t.Run("reply", s.replies)
	t.Run("request", s.request)
	t.Run("fault", s.faults)
	t.Run("retry", s.retries)
	t.Run("cancelled", s.cancelled)
	t.Run("concurrent", s.concurrent)
	t.Run("unreachable", s.unreachable)
}

// fixture is a model, its server, and the pauses that it would have made.
type fixture struct {
	model  llm.Model
	server *Server
	mu     sync.Mutex
	pauses []time.Duration
}

// patient is long enough for a loaded machine; impatient is for servers that hang.
const (
	patient   = 20 * time.Second
	impatient = 200 * time.Millisecond
)

func (s suite) start(t *testing.T, script Script) *fixture {
	t.Helper()
	return s.startWithin(t, patient, script)
}

func (s suite) startWithin(t *testing.T, idle time.Duration, script Script) *fixture {
	t.Helper()
	f := &fixture{server: Start(t, s.protocol, script)}
	f.model = s.newModel(t, Setup{URL: f.server.URL, Key: llm.NewSecret(Key), Wire: f.wire(idle)})
	return f
}

func (f *fixture) wire(idle time.Duration) wire.Config {
	return wire.Config{
		Idle:       idle,
		Attempt:    2 * idle,
		ReplyBytes: 1 << 20,
		Retry: wire.Retry{
			Attempts: 3,
			First:    time.Second,
			Rand:     func() float64 { return 0.5 },
			Sleep: func(ctx context.Context, pause time.Duration) error {
				f.mu.Lock()
				defer f.mu.Unlock()
				f.pauses = append(f.pauses, pause)
				return ctx.Err()
			},
		},
	}
}

func question() llm.Request {
	return llm.Request{
		Messages: []llm.Message{
			{Role: llm.RoleSystem, Text: "You find causes."},
			{Role: llm.RoleUser, Text: "Why is checkout down? 为什么?"},
		},
		Tools: []llm.Tool{
			{Name: "alerts_list", Description: "Lists alerts.", Schema: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}}}`)},
			{Name: "submit_evidence", Description: "Takes the answer.", Schema: json.RawMessage(`{"type":"object"}`)},
		},
	}
}

func (s suite) replies(t *testing.T) {
	t.Parallel()
	calls := []llm.ToolCall{
		{ID: "call_1", Name: "alerts_list", Arguments: `{"n": 1}`},
		{ID: "call_2", Name: "alerts_list", Arguments: `{"n": 2}`},
	}
	tests := []struct {
		name string
		turn Turn
		want llm.Reply
	}{
		{"text", Turn{Text: "It ran out of memory: 内存不足。"}, reply("It ran out of memory: 内存不足。", llm.FinishStop)},
		{"no text", Turn{}, reply("", llm.FinishStop)},
		{"parallel calls", Turn{Text: "I look.", Calls: calls}, reply("I look.", llm.FinishToolCalls, calls...)},
		{"calls, said to be the end", Turn{Calls: calls, Finish: llm.FinishStop}, reply("", llm.FinishToolCalls, calls...)},
		{
			"arguments that are no JSON", Turn{Calls: []llm.ToolCall{{ID: "a", Name: "alerts_list", Arguments: `{"n": `}}},
			reply("", llm.FinishToolCalls, llm.ToolCall{ID: "a", Name: "alerts_list", Arguments: `{"n": `}),
		},
		{
			"a tool that is not there", Turn{Calls: []llm.ToolCall{{ID: "a", Name: "format_disk", Arguments: `{}`}}},
			reply("", llm.FinishToolCalls, llm.ToolCall{ID: "a", Name: "format_disk", Arguments: `{}`}),
		},
		{"cut by length", Turn{Text: "It ran", Finish: llm.FinishLength}, reply("It ran", llm.FinishLength)},
		{"calls cut by length", Turn{Text: "I look", Calls: calls, Finish: llm.FinishLength}, reply("I look", llm.FinishLength)},
		{"refusal", Turn{Text: "I cannot.", Finish: llm.FinishRefusal}, reply("I cannot.", llm.FinishRefusal)},
		{"refusal with calls", Turn{Text: "I cannot.", Calls: calls, Finish: llm.FinishRefusal}, reply("I cannot.", llm.FinishRefusal)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.turn.Usage = llm.Usage{PromptTokens: 1200, CompletionTokens: 34, CachedTokens: 1000}
			f := s.start(t, Turns(test.turn))
			got, err := f.model.Chat(t.Context(), question())
			if err != nil {
				t.Fatal(err)
			}
			test.want.Usage, test.want.Model = test.turn.Usage, f.model.Name()
			equal(t, "reply", got, test.want)
		})
	}
}

func reply(text string, finish llm.Finish, calls ...llm.ToolCall) llm.Reply {
	return llm.Reply{Message: llm.Message{Role: llm.RoleAssistant, Text: text, Calls: calls}, Finish: finish}
}

// request holds a whole conversation against what the server understood of it.
func (s suite) request(t *testing.T) {
	t.Parallel()
	f := s.start(t, Always(Turn{Text: "Done."}))
	asked := question()
	asked.Messages = append(asked.Messages,
		llm.Message{Role: llm.RoleAssistant, Text: "I look.", Calls: []llm.ToolCall{
			{ID: "call_1", Name: "alerts_list", Arguments: `{"n":1}`},
			{ID: "call_2", Name: "alerts_list", Arguments: `{"n":2}`},
		}},
		llm.Message{Role: llm.RoleTool, CallID: "call_1", Text: `{"alerts": ["a < b & c"]}`},
		llm.Message{Role: llm.RoleTool, CallID: "call_2", Text: "not permitted", Failed: true},
		llm.Message{Role: llm.RoleUser, Text: "Say what you know."},
	)
	asked.MaxTokens = 77
	if f.model.Features().ForcedTool {
		asked.ForcedTool = "submit_evidence"
	}
	if _, err := f.model.Chat(t.Context(), asked); err != nil {
		t.Fatal(err)
	}
	asked.ForcedTool = ""
	if f.model.Features().Schema {
		asked.Schema = json.RawMessage(`{"type":"object"}`)
	}
	if _, err := f.model.Chat(t.Context(), asked); err != nil {
		t.Fatal(err)
	}
	if s.protocol == OpenAI { // which cannot say that a call failed
		asked.Messages[4].Failed = false
	}
	got := f.server.Requests()
	equal(t, "number of requests", len(got), 2)
	equal(t, "model", got[0].Model, f.model.Name())
	equal(t, "conversation", got[0].Messages, asked.Messages)
	equal(t, "length", got[0].MaxTokens, 77)
	if f.model.Features().ForcedTool {
		equal(t, "forced tool", got[0].ForcedTool, "submit_evidence")
	}
	equal(t, "tools", got[1].Tools, asked.Tools)
	equal(t, "schema", string(got[1].Schema), string(asked.Schema))
}

func (s suite) faults(t *testing.T) {
	t.Parallel()
	kinds := map[Fault]llm.ErrorKind{
		FaultHang: llm.ErrTimeout, FaultStall: llm.ErrTimeout, FaultDrip: llm.ErrTimeout,
		FaultCut: llm.ErrTruncated, FaultReset: llm.ErrTruncated, FaultNoFinish: llm.ErrTruncated,
		FaultGoesOn: llm.ErrMalformed, FaultGarbage: llm.ErrMalformed, FaultDuplicate: llm.ErrMalformed, FaultNotUTF8: llm.ErrMalformed,
		FaultHTML:      llm.ErrMalformed,
		FaultSameIndex: llm.ErrAmbiguous, FaultEmptyID: llm.ErrAmbiguous, FaultRepeatedID: llm.ErrAmbiguous,
		FaultGiant: llm.ErrTooLarge, FaultMidStream: llm.ErrUnavailable, FaultRateLimited: llm.ErrRateLimited,
		FaultUnavailable: llm.ErrUnavailable, FaultUnauthorized: llm.ErrUnauthorized, FaultQuota: llm.ErrQuota,
		FaultContextFull: llm.ErrContextFull, FaultBadRequest: llm.ErrBadRequest, FaultRedirect: llm.ErrBadRequest,
	}
	for _, fault := range Faults() {
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			idle := patient
			if kinds[fault] == llm.ErrTimeout {
				idle = impatient
			}
			f := s.startWithin(t, idle, Always(Turn{Fault: fault}))
			got, err := f.model.Chat(t.Context(), question())
			switch streams := f.server.Requests()[0].Stream; {
			case fault == FaultFiltered:
				equal(t, "finish", got.Finish, llm.FinishRefusal)
				return
			case !streams && (fault == FaultSameIndex || fault == FaultGoesOn): // only a stream can go wrong like that
				equal(t, "kind of the error", llm.KindOf(err), "")
				return
			}
			if !errors.Is(err, kinds[fault]) || kinds[fault] == "" {
				t.Errorf("got the error %v, want the kind %q", err, kinds[fault])
			}
			equal(t, "reply", got, llm.Reply{})
			checkSecrets(t, err)
		})
	}
}

// checkSecrets looks for the key in an error and in all that it wraps.
func checkSecrets(t *testing.T, err error) {
	t.Helper()
	for ; err != nil; err = errors.Unwrap(err) {
		for _, text := range []string{err.Error(), fmt.Sprintf("%+v", err), fmt.Sprintf("%#v", err)} {
			if strings.Contains(text, Key) {
				t.Errorf("the key is in %q", text)
			}
			if len(text) > 4<<10 || strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("the error is not one short line: %q", text)
			}
		}
	}
}

func (s suite) retries(t *testing.T) {
	t.Parallel()
	well := Turn{Text: "Done."}
	down := Turn{Fault: FaultUnavailable}
	tests := []struct {
		name   string
		turns  []Turn
		want   llm.ErrorKind
		pauses []time.Duration
	}{
		{"after 429, as long as is asked for and a little more", []Turn{{Fault: FaultRateLimited, RetryAfter: "7"}, well}, "", []time.Duration{7500 * time.Millisecond}},
		{"after 500, longer each time", []Turn{down, down, well}, "", []time.Duration{750 * time.Millisecond, 1500 * time.Millisecond}},
		{"not for ever", []Turn{down, down, down, well}, llm.ErrUnavailable, []time.Duration{750 * time.Millisecond, 1500 * time.Millisecond}},
		{"not after an hour", []Turn{{Fault: FaultRateLimited, RetryAfter: "3600"}, well}, llm.ErrRateLimited, nil},
		{"not with a wrong key", []Turn{{Fault: FaultUnauthorized}, well}, llm.ErrUnauthorized, nil},
		{"not without credit", []Turn{{Fault: FaultQuota, RetryAfter: "1"}, well}, llm.ErrQuota, nil},
		{"not what is paid for", []Turn{{Fault: FaultCut}, well}, llm.ErrTruncated, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f := s.start(t, Turns(test.turns...))
			_, err := f.model.Chat(t.Context(), question())
			equal(t, "kind of the error", llm.KindOf(err), test.want)
			equal(t, "pauses", f.pauses, test.pauses)
		})
	}
}

func (s suite) cancelled(t *testing.T) {
	t.Parallel()
	for _, fault := range []Fault{FaultHang, FaultStall, FaultDrip} {
		t.Run(string(fault), func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			f := s.start(t, func(Request) Turn {
				time.AfterFunc(50*time.Millisecond, cancel)
				return Turn{Fault: fault}
			})
			_, err := f.model.Chat(ctx, question())
			if !errors.Is(err, llm.ErrCancelled) || !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want that it was cancelled", err)
			}
		})
	}
}

func (s suite) concurrent(t *testing.T) {
	t.Parallel()
	f := s.start(t, func(request Request) Turn {
		return Turn{Text: "You said: " + request.Messages[len(request.Messages)-1].Text}
	})
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			said := fmt.Sprintf("number %d", i)
			got, err := f.model.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: said}}})
			if err != nil || got.Message.Text != "You said: "+said {
				t.Errorf("got %q, %v, want what belongs to %q", got.Message.Text, err, said)
			}
		})
	}
	group.Wait()
}

func (s suite) unreachable(t *testing.T) {
	t.Parallel()
	f := &fixture{}
	server := NewServer(s.protocol, Turns())
	server.Close()
	model := s.newModel(t, Setup{URL: server.URL, Key: llm.NewSecret(Key), Wire: f.wire(patient)})
	_, err := model.Chat(t.Context(), question())
	equal(t, "kind of the error", llm.KindOf(err), llm.ErrUnavailable)
	equal(t, "number of pauses", len(f.pauses), 2)
	checkSecrets(t, err)
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if got, want := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); got != want {
		t.Errorf("%s: got %s, want %s", what, got, want)
	}
}
