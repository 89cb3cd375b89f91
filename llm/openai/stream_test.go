package openai_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/boundtest"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/openai"
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
	endpoint := known(t, "vllm")
	model, err := openai.New(openai.Config{
		Endpoint: endpoint, Model: "m",
		Wire: wire.Config{HTTP: &http.Client{Transport: canned(stream)}, Retry: wire.Retry{Attempts: 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return model.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: "x"}}})
}

// delta is an event with a piece of the reply.
func delta(fields string) string {
	return `data: {"choices":[{"index":0,"delta":{` + fields + `}}]}` + "\n\n"
}

// call is an event with a piece of a call.
func call(fields string) string { return delta(`"tool_calls":[{` + fields + `}]`) }

const (
	done      = "data: [DONE]\n\n"
	stopped   = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n"
	callsDone = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}` + "\n\n"
)

// TestCalls holds how endpoints send calls against what is made of them.
func TestCalls(t *testing.T) {
	t.Parallel()
	one := llm.ToolCall{ID: "a", Name: "f", Arguments: `{"n":1}`}
	two := llm.ToolCall{ID: "b", Name: "f", Arguments: `{"n":2}`}
	tests := []struct {
		name   string
		stream string
		want   []llm.ToolCall
		kind   llm.ErrorKind
	}{
		{"head, then arguments", call(`"index":0,"id":"a","function":{"name":"f","arguments":""}`) + call(`"index":0,"function":{"arguments":"{\"n\":"}`) + call(`"index":0,"function":{"arguments":"1}"}`), []llm.ToolCall{one}, ""},
		{"whole calls, each with an index", call(`"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}`) + call(`"index":1,"id":"b","function":{"name":"f","arguments":"{\"n\":2}"}`), []llm.ToolCall{one, two}, ""},
		{"whole calls without an index", call(`"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}`) + call(`"id":"b","function":{"name":"f","arguments":"{\"n\":2}"}`), []llm.ToolCall{one, two}, ""},
		{"pieces of two calls in turn", call(`"index":1,"id":"b","function":{"name":"f","arguments":"{"}`) + call(`"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}`) + call(`"index":1,"function":{"arguments":"\"n\":2}"}`), []llm.ToolCall{two, one}, ""},
		{"the head with every piece", call(`"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":"}`) + call(`"index":0,"id":"a","function":{"name":"f","arguments":"1}"}`), []llm.ToolCall{one}, ""},
		{"the name after the id", call(`"index":0,"id":"a","function":{}`) + call(`"index":0,"function":{"name":"f"}`) + call(`"index":0,"function":{"arguments":"{\"n\":1}"}`), []llm.ToolCall{one}, ""},
		{"an empty id with every later piece", call(`"index":0,"id":"a","function":{"name":"f","arguments":"{"}`) + call(`"index":0,"id":"","function":{"name":"","arguments":"\"n\":1}"}`), []llm.ToolCall{one}, ""},

		{"two ids of one index", call(`"index":0,"id":"a","function":{"name":"f","arguments":"{}"}`) + call(`"index":0,"id":"b","function":{"name":"f","arguments":"{}"}`), nil, llm.ErrAmbiguous},
		{"two names of one index", call(`"index":0,"id":"a","function":{"name":"f","arguments":"{}"}`) + call(`"index":0,"function":{"name":"g","arguments":"{}"}`), nil, llm.ErrAmbiguous},
		{"one name twice, the second without an id", call(`"index":0,"id":"a","function":{"name":"f","arguments":"{}"}`) + call(`"index":0,"function":{"name":"f","arguments":"{}"}`), nil, llm.ErrAmbiguous},
		{"two calls of one index and id", call(`"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}`) + call(`"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":2}"}`), nil, llm.ErrAmbiguous},
		{"one id, two indexes", call(`"index":0,"id":"a","function":{"name":"f","arguments":"{}"}`) + call(`"index":1,"id":"a","function":{"name":"f","arguments":"{}"}`), nil, llm.ErrAmbiguous},
		{"no id at all", call(`"index":0,"function":{"name":"f","arguments":"{}"}`), nil, llm.ErrAmbiguous},
		{"neither id nor index", call(`"function":{"name":"f","arguments":"{}"}`), nil, llm.ErrAmbiguous},
		{"no name", call(`"index":0,"id":"a","function":{"arguments":"{}"}`), nil, llm.ErrMalformed},
		{"too many", strings.Repeat(call(`"id":"a","function":{"name":"f","arguments":"{}"}`), wire.MaxCalls+1), nil, llm.ErrTooLarge},
		{"an old function call", delta(`"function_call":{"name":"f","arguments":"{}"}`), nil, llm.ErrMalformed},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := chat(t, test.stream+callsDone+done)
			if llm.KindOf(err) != test.kind {
				t.Fatalf("got %v, want the kind %q", err, test.kind)
			}
			if diff := cmp.Diff(test.want, got.Message.Calls); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestStream holds how endpoints stream against what is made of it.
func TestStream(t *testing.T) {
	t.Parallel()
	hi := delta(`"content":"hi"`)
	tests := []struct {
		name   string
		stream string
		want   llm.Finish
		kind   llm.ErrorKind
	}{
		{"with nothing else", hi + stopped + done, llm.FinishStop, ""},
		{"without the last word", hi + stopped, llm.FinishStop, ""},
		{"with comments, for a while", strings.Repeat(": keep-alive\n\n", 2000) + hi + stopped + done, llm.FinishStop, ""},
		{"no space after the colon", strings.ReplaceAll(hi+stopped+done, "data: ", "data:"), llm.FinishStop, ""},
		{"the end said twice", hi + stopped + stopped + done, llm.FinishStop, ""},
		{"a filter", hi + strings.Replace(stopped, "stop", "content_filter", 1) + done, llm.FinishRefusal, ""},
		{"a refusal in its own field", delta(`"refusal":"no"`) + stopped + done, llm.FinishRefusal, ""},
		{"cut by length", hi + strings.Replace(stopped, "stop", "length", 1) + done, llm.FinishLength, ""},

		{"nothing", "", "", llm.ErrTruncated},
		{"only the last word", done, "", llm.ErrTruncated},
		{"no end", hi + done, "", llm.ErrTruncated},
		{"cut within an event", hi + stopped[:30], "", llm.ErrTruncated},
		{"two ends", hi + stopped + callsDone + done, "", llm.ErrAmbiguous},
		{"a second choice", hi + strings.Replace(hi, `"index":0`, `"index":1`, 1) + stopped + done, "", llm.ErrAmbiguous},
		{"an end that is not known", hi + strings.Replace(stopped, "stop", "tired", 1) + done, "", llm.ErrMalformed},
		{"the endpoint gave up", hi + strings.Replace(stopped, "stop", "insufficient_system_resource", 1) + done, "", llm.ErrUnavailable},
		{"an event that is a list", hi + "data: []\n\n" + stopped + done, "", llm.ErrMalformed},
		{"a text that is a number", delta(`"content":7`) + stopped + done, "", llm.ErrMalformed},
		{"an error as a text", hi + `data: {"error":"the model crashed: internal"}` + "\n\n", "", llm.ErrUnavailable},
		{"an error that calls itself an object", hi + `data: {"object":"error","message":"maximum context length"}` + "\n\n", "", llm.ErrContextFull},
		{"an error with its fields in another order", hi + `data: {"id":"x","error":{"type":"rate_limit_error","message":"slow"}}` + "\n\n", "", llm.ErrRateLimited},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := chat(t, test.stream)
			if llm.KindOf(err) != test.kind || got.Finish != test.want {
				t.Errorf("got %q and %v, want %q and the kind %q", got.Finish, err, test.want, test.kind)
			}
		})
	}
}

func TestUsageOfAFault(t *testing.T) {
	t.Parallel()
	counted := `data: {"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":4}}` + "\n\n"
	_, err := chat(t, delta(`"content":"hi"`)+counted+done)
	fault, ok := err.(*llm.Error) //nolint:errorlint // the port promises this type
	if !ok || fault.Usage != (llm.Usage{PromptTokens: 11, CompletionTokens: 4}) {
		t.Errorf("got %#v, want what it had cost", err)
	}
}

func FuzzStream(f *testing.F) {
	f.Add(delta(`"content":"hi"`) + stopped + done)
	f.Add(call(`"index":-1,"id":"a","function":{"name":"f","arguments":"{}"}`) + callsDone)
	f.Add(`data: {"error":null,"choices":null,"usage":{"prompt_tokens":-1}}` + "\n\n")
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
