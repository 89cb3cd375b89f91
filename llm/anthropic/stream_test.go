package anthropic_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/boundtest"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/anthropic"
	"github.com/superbizagent/superbizagent/llm/llmtest"
	"github.com/superbizagent/superbizagent/llm/wire"
)

// canned answers every request with the same stream.
type canned string

func (c canned) RoundTrip(request *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {"text/event-stream"}},
		Body:       io.NopCloser(strings.NewReader(string(c))),
		Request:    request,
	}, nil
}

func chat(t *testing.T, stream string) (llm.Reply, error) {
	t.Helper()
	model, err := anthropic.New(anthropic.Config{
		Model: "m", Key: llm.NewSecret("k"),
		Wire: wire.Config{HTTP: &http.Client{Transport: canned(stream)}, Retry: wire.Retry{Attempts: 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return model.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: "x"}}})
}

// event is one event of a stream, whose type is in its name and in its data.
func event(kind, fields string) string {
	if fields != "" {
		fields = "," + fields
	}
	return "event: " + kind + "\ndata: {\"type\":\"" + kind + "\"" + fields + "}\n\n"
}

func begin(index, block string) string {
	return event("content_block_start", `"index":`+index+`,"content_block":{`+block+`}`)
}

func piece(index, delta string) string {
	return event("content_block_delta", `"index":`+index+`,"delta":{`+delta+`}`)
}

func end(index string) string { return event("content_block_stop", `"index":`+index) }

func ended(reason string) string {
	return event("message_delta", `"delta":{"stop_reason":"`+reason+`"},"usage":{"output_tokens":9}`)
}

const (
	text  = `"type":"text","text":""`
	hello = `"type":"text_delta","text":"hi"`
	use   = `"type":"tool_use","id":"a","name":"f","input":{}`
	half  = `"type":"input_json_delta","partial_json":"{\"n\":"`
	rest  = `"type":"input_json_delta","partial_json":"1}"`
)

// TestStream holds what a stream can be against what is made of it.
func TestStream(t *testing.T) {
	t.Parallel()
	start := event("message_start", `"message":{"id":"m","type":"message","role":"assistant","model":"m-1","content":[],"usage":{"input_tokens":5,"cache_read_input_tokens":2,"cache_creation_input_tokens":1,"output_tokens":1}}`)
	hi := begin("0", text) + piece("0", hello) + end("0")
	stop := event("message_stop", "")
	good := start + hi + ended("end_turn") + stop
	tests := []struct {
		name   string
		stream string
		want   llm.Finish
		kind   llm.ErrorKind
	}{
		{"a text", good, llm.FinishStop, ""},
		{"pings and comments", start + event("ping", "") + ": hm\n\n" + hi + event("ping", "") + ended("end_turn") + stop, llm.FinishStop, ""},
		{"thoughts are passed over", start + begin("0", `"type":"thinking","thinking":"","signature":""`) + piece("0", `"type":"thinking_delta","thinking":"hm"`) + piece("0", `"type":"signature_delta","signature":"s"`) + end("0") + begin("1", text) + piece("1", hello) + end("1") + ended("end_turn") + stop, llm.FinishStop, ""},
		{"a call", start + begin("0", use) + piece("0", half) + piece("0", rest) + end("0") + ended("tool_use") + stop, llm.FinishToolCalls, ""},
		{"a call without arguments", start + begin("0", use) + end("0") + ended("tool_use") + stop, llm.FinishToolCalls, ""},
		{"the context is full", start + hi + ended("model_context_window_exceeded") + stop, llm.FinishLength, ""},
		{"cut by length within a block", start + begin("0", use) + piece("0", half) + ended("max_tokens") + stop, llm.FinishLength, ""},
		{"an event of the future", start + hi + event("message_mood", `"mood":"good"`) + ended("end_turn") + stop, llm.FinishStop, ""},

		{"nothing", "", "", llm.ErrTruncated},
		{"no start", hi + ended("end_turn") + stop, "", llm.ErrMalformed},
		{"two starts", start + good, "", llm.ErrMalformed},
		{"no reason", start + hi + stop, "", llm.ErrTruncated},
		{"no stop", start + hi + ended("end_turn"), "", llm.ErrTruncated},
		{"a block without an end", start + begin("0", text) + piece("0", hello) + ended("end_turn") + stop, "", llm.ErrTruncated},
		{"two ends", start + hi + ended("end_turn") + ended("refusal") + stop, "", llm.ErrAmbiguous},
		{"more after the stop", good + hi, "", llm.ErrMalformed},
		{"two blocks of one index", start + hi + begin("0", text) + end("0") + ended("end_turn") + stop, "", llm.ErrAmbiguous},
		{"a block is missing", start + begin("1", text) + end("1") + ended("end_turn") + stop, "", llm.ErrMalformed},
		{"an index below none", start + begin("-1", text) + ended("end_turn") + stop, "", llm.ErrMalformed},
		{"a piece of no block", start + piece("0", hello) + ended("end_turn") + stop, "", llm.ErrMalformed},
		{"a piece of a block that has ended", start + hi + piece("0", hello) + ended("end_turn") + stop, "", llm.ErrMalformed},
		{"a block ends twice", start + hi + end("0") + ended("end_turn") + stop, "", llm.ErrMalformed},
		{"a text for a call", start + begin("0", use) + piece("0", hello) + end("0") + ended("tool_use") + stop, "", llm.ErrMalformed},
		{"a block that was not asked for", start + begin("0", `"type":"server_tool_use","id":"a","name":"web_search","input":{}`) + end("0") + ended("end_turn") + stop, "", llm.ErrMalformed},
		{"a turn that is paused", start + hi + ended("pause_turn") + stop, "", llm.ErrMalformed},
		{"waits for nothing", start + hi + ended("tool_use") + stop, "", llm.ErrMalformed},
		{"no JSON", start + "event: message_delta\ndata: {\n\n" + stop, "", llm.ErrMalformed},
		{"an error", start + hi + event("error", `"error":{"type":"rate_limit_error","message":"slow"}`), "", llm.ErrRateLimited},
		{"an error that is no JSON", start + hi + "event: error\ndata: oops\n\n", "", llm.ErrUnavailable},
		{"an error at once", event("error", `"error":{"type":"api_error","message":"down"}`), "", llm.ErrUnavailable},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := chat(t, test.stream)
			if llm.KindOf(err) != test.kind || got.Finish != test.want {
				t.Errorf("got %q and %v, want %q and the kind %q", got.Finish, err, test.want, test.kind)
			}
			if err == nil && got.Usage != (llm.Usage{PromptTokens: 8, CompletionTokens: 9, CachedTokens: 2}) {
				t.Errorf("got %+v, want all tokens, cached ones too", got.Usage)
			}
		})
	}
}

// TestArgumentsInHistory shows what becomes of arguments that the API would not take.
func TestArgumentsInHistory(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, arguments, want string }{
		{"an object", `{"n":1}`, `{"n":1}`},
		{"nothing", " ", `{}`},
		{"a list", `[1]`, `{"not_a_json_object":"[1]"}`},
		{"null", `null`, `{"not_a_json_object":"null"}`},
		{"half an object", `{"n":`, `{"not_a_json_object":"{\"n\":"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.Start(t, llmtest.Anthropic, llmtest.Always(llmtest.Turn{Text: "x"}))
			model := newModel(t, llmtest.Setup{URL: server.URL, Key: llm.NewSecret(llmtest.Key)})
			_, err := model.Chat(t.Context(), llm.Request{Messages: []llm.Message{
				{Role: llm.RoleUser},
				{Role: llm.RoleAssistant, Text: " ", Calls: []llm.ToolCall{{ID: "a", Name: "f", Arguments: test.arguments}}},
				{Role: llm.RoleTool, CallID: "a", Text: ""},
				{Role: llm.RoleSystem, Text: "Be short."},
			}})
			if err != nil {
				t.Fatal(err)
			}
			got := server.Requests()[0].Messages
			want := []llm.Message{
				{Role: llm.RoleUser, Text: "(nothing)"},
				{Role: llm.RoleAssistant, Calls: []llm.ToolCall{{ID: "a", Name: "f", Arguments: test.want}}},
				{Role: llm.RoleTool, CallID: "a"},
				{Role: llm.RoleUser, Text: "Be short."},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestEnvironmentIsNotRead shows that only the configuration counts.
func TestEnvironmentIsNotRead(t *testing.T) {
	server := llmtest.Start(t, llmtest.Anthropic, llmtest.Always(llmtest.Turn{Text: "x"}))
	t.Setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
	t.Setenv("ANTHROPIC_API_KEY", "another")
	t.Setenv("ANTHROPIC_AUTH_TOKEN", "a third")
	t.Setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Odd: 1")
	model := newModel(t, llmtest.Setup{URL: server.URL, Key: llm.NewSecret(llmtest.Key)})
	if _, err := model.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: "x"}}}); err != nil {
		t.Fatal(err)
	}
	if got := server.Requests()[0].Header.Get("X-Odd"); got != "" {
		t.Errorf("got the header %q of the environment", got)
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	key := llm.NewSecret("k")
	tests := []struct {
		name   string
		config anthropic.Config
		want   string
	}{
		{"no model", anthropic.Config{Key: key}, "no language model is named"},
		{"no key", anthropic.Config{Model: "m"}, "wants a key"},
		{"URL", anthropic.Config{Model: "m", Key: key, BaseURL: "api"}, "must begin with https://"},
		{"length", anthropic.Config{Model: "m", Key: key, MaxTokens: -1}, "is negative"},
		{"time", anthropic.Config{Model: "m", Key: key, Wire: wire.Config{Idle: -1}}, "is negative"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := anthropic.New(test.config)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func FuzzStream(f *testing.F) {
	start := event("message_start", `"message":{"usage":{"input_tokens":-5}}`)
	f.Add(start + begin("0", text) + piece("0", hello) + end("0") + ended("end_turn") + event("message_stop", ""))
	f.Add(start + begin("0", use) + piece("0", half) + ended("tool_use") + event("message_stop", ""))
	f.Add("event: error\ndata: null\n\n")
	f.Fuzz(func(t *testing.T, stream string) {
		var got llm.Reply
		var err error
		bound := boundtest.Bound{Base: 1 << 20, PerByte: 1 << 10}
		bound.Hold(t, len(stream), func() { got, err = chat(t, stream) })
		switch {
		case err != nil && llm.KindOf(err) == "":
			t.Errorf("got the error %v, which has no kind", err)
		case err == nil && (got.Finish == "" || got.Usage.PromptTokens < 0 || (len(got.Message.Calls) > 0) != (got.Finish == llm.FinishToolCalls)):
			t.Errorf("got the reply %+v", got)
		}
	})
}
