package llmtest_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/llmtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// post sends a body as no adapter of ours would, and returns the status and the answer.
func post(t *testing.T, server *llmtest.Server, path, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+llmtest.Key)
	request.Header.Set("Anthropic-Version", "2023-06-01")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// TestStrict shows that the servers refuse what the real endpoints refuse.
func TestStrict(t *testing.T) {
	t.Parallel()
	const (
		openAI    = llmtest.OpenAI
		anthropic = llmtest.Anthropic
		user      = `{"role":"user","content":"x"}`
		userBlock = `{"role":"user","content":[{"type":"text","text":"x"}]}`
		rest      = `"model":"m","max_tokens":9,"stream":true,`
		calls     = `{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}`
		uses      = `{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]}`
	)
	tests := []struct {
		name     string
		protocol llmtest.Protocol
		body     string
		want     string
	}{
		{"good", openAI, `{` + rest + `"messages":[` + user + `]}`, ""},
		{"no JSON", openAI, `{`, "not as the API wants it"},
		{"no model", openAI, `{"messages":[` + user + `]}`, "model parameter"},
		{"no messages", openAI, `{` + rest + `"messages":[]}`, "no messages"},
		{"two lengths", openAI, `{` + rest + `"max_completion_tokens":9,"messages":[` + user + `]}`, "both set"},
		{"usage of no stream", openAI, `{"model":"m","stream_options":{"include_usage":true},"messages":[` + user + `]}`, "stream_options"},
		{"no content", openAI, `{` + rest + `"messages":[{"role":"user"}]}`, "neither content nor calls"},
		{"a role", openAI, `{` + rest + `"messages":[{"role":"oracle","content":"x"}]}`, `the role \"oracle\"`},
		{"a call without a result", openAI, `{` + rest + `"messages":[` + user + `,` + calls + `]}`, "has no result"},
		{"a question before the result", openAI, `{` + rest + `"messages":[` + user + `,` + calls + `,` + user + `]}`, "before the result"},
		{"a result of no call", openAI, `{` + rest + `"messages":[` + user + `,{"role":"tool","tool_call_id":"z","content":"x"}]}`, "is not open"},
		{"a tool without a schema", openAI, `{` + rest + `"messages":[` + user + `],"tools":[{"type":"function","function":{"name":"f"}}]}`, "no schema"},
		{"a tool with an odd name", openAI, `{` + rest + `"messages":[` + user + `],"tools":[{"type":"function","function":{"name":"f g","parameters":{}}}]}`, "is not allowed"},
		{"a tool that is not there", openAI, `{` + rest + `"messages":[` + user + `],"tool_choice":{"type":"function","function":{"name":"f"}}}`, "is not there"},
		{"a schema without a name", openAI, `{` + rest + `"messages":[` + user + `],"response_format":{"type":"json_schema","json_schema":{"schema":{}}}}`, "no name"},

		{"good", anthropic, `{` + rest + `"messages":[` + userBlock + `]}`, ""},
		{"no length", anthropic, `{"model":"m","stream":true,"messages":[` + userBlock + `]}`, "max_tokens"},
		{"the model begins", anthropic, `{` + rest + `"messages":[` + uses + `]}`, "the role must be user"},
		{"a blank text", anthropic, `{` + rest + `"messages":[{"role":"user","content":[{"type":"text","text":" "}]}]}`, "non-whitespace"},
		{"an input that is a text", anthropic, `{` + rest + `"messages":[` + userBlock + `,` + strings.Replace(uses, `{}`, `"{}"`, 1) + `]}`, "valid dictionary"},
		{"a call without a result", anthropic, `{` + rest + `"messages":[` + userBlock + `,` + uses + `,` + userBlock + `]}`, "before the result"},
	}
	for _, test := range tests {
		t.Run(string(test.protocol)+", "+test.name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.NewServer(test.protocol, llmtest.Always(llmtest.Turn{Text: "x"}))
			defer server.Close()
			path := "/chat/completions"
			if test.protocol == anthropic {
				path = "/v1/messages"
			}
			status, got := post(t, server, path, test.body)
			if test.want == "" {
				if status != http.StatusOK || len(server.Faults()) > 0 {
					t.Errorf("got %d %s, want that it is well", status, got)
				}
				return
			}
			if status != http.StatusBadRequest || !strings.Contains(got, test.want) || len(server.Faults()) != 1 {
				t.Errorf("got %d %s, want %q in it", status, got, test.want)
			}
		})
	}
}

func TestTurnsEnd(t *testing.T) {
	t.Parallel()
	server := llmtest.NewServer(llmtest.OpenAI, llmtest.Turns(llmtest.Turn{Text: "first"}))
	defer server.Close()
	body := `{"model":"m","messages":[{"role":"user","content":"x"}]}`
	if status, got := post(t, server, "/chat/completions", body); status != http.StatusOK || !strings.Contains(got, "first") {
		t.Errorf("got %d %s, want the first turn", status, got)
	}
	if status, got := post(t, server, "/chat/completions", body); status != http.StatusBadRequest || !strings.Contains(got, "no more turns") {
		t.Errorf("got %d %s, want that there are no more turns", status, got)
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	results := []llm.Message{{Role: llm.RoleTool, CallID: "a"}, {Role: llm.RoleTool, CallID: "b"}}
	request := llmtest.Request{Request: llm.Request{Messages: append([]llm.Message{{Role: llm.RoleUser}, {Role: llm.RoleAssistant}}, results...)}}
	same := func(a, b llm.Message) bool { return a.CallID == b.CallID }
	if got := request.Results(); !slices.EqualFunc(got, results, same) {
		t.Errorf("got %v, want %v", got, results)
	}
}
