package openai_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/llmtest"
	"github.com/superbizagent/superbizagent/llm/openai"
)

// TestQuirks looks at the bytes that an endpoint gets.
func TestQuirks(t *testing.T) {
	t.Parallel()
	tests := []struct {
		endpoint   string
		has, hasNo []string
	}{
		{
			"openai",
			[]string{`"max_completion_tokens":8192`, `"type":"json_schema"`, `"tool_choice":{"type":"function"`, `"include_usage":true`},
			[]string{`"max_tokens"`, `"reasoning_content"`},
		},
		{"dashscope", []string{`"max_tokens":8192`, `"type":"json_object"`, `"tool_choice":{"type":"function"`}, []string{`"json_schema"`}},
		{"deepseek", []string{`"reasoning_content":"hm"`}, []string{`"json_schema"`, `"parallel_tool_calls"`}},
		{"vllm", []string{`"type":"json_schema"`, `"tool_choice"`}, nil},
		{"ollama", []string{`"type":"json_schema"`}, []string{`"tool_choice"`}},
	}
	for _, test := range tests {
		t.Run(test.endpoint, func(t *testing.T) {
			t.Parallel()
			server := llmtest.Start(t, llmtest.OpenAI, llmtest.Always(llmtest.Turn{Text: "{}"}))
			model := newModel(t, known(t, test.endpoint), llmtest.Setup{URL: server.URL, Key: llm.NewSecret(llmtest.Key)})
			_, err := model.Chat(t.Context(), llm.Request{
				Messages: []llm.Message{
					{Role: llm.RoleUser, Text: "x"},
					{Role: llm.RoleAssistant, Reasoning: "hm", Calls: []llm.ToolCall{{ID: "a", Name: "f"}}},
					{Role: llm.RoleTool, CallID: "a"},
				},
				Tools:      []llm.Tool{{Name: "f"}},
				ForcedTool: "f",
				Schema:     json.RawMessage(`{"type":"object"}`),
			})
			if err != nil {
				t.Fatal(err)
			}
			body := string(server.Requests()[0].Body)
			for _, want := range test.has {
				if !strings.Contains(body, want) {
					t.Errorf("got %s, want %s in it", body, want)
				}
			}
			for _, bad := range test.hasNo {
				if strings.Contains(body, bad) {
					t.Errorf("got %s, want no %s in it", body, bad)
				}
			}
		})
	}
}

// TestRequiredChoice shows that an endpoint which can only be made to call some tool
// is told of the one.
func TestRequiredChoice(t *testing.T) {
	t.Parallel()
	server := llmtest.Start(t, llmtest.OpenAI, llmtest.Always(llmtest.Turn{Text: "x"}))
	endpoint := openai.Endpoint{Quirks: openai.Quirks{Choice: openai.ChoiceRequired}}
	model := newModel(t, endpoint, llmtest.Setup{URL: server.URL, Key: llm.NewSecret(llmtest.Key)})
	_, err := model.Chat(t.Context(), llm.Request{
		Messages: []llm.Message{{Role: llm.RoleUser, Text: "x"}}, Tools: []llm.Tool{{Name: "f"}, {Name: "g"}}, ForcedTool: "g",
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := server.Requests()[0].ForcedTool; got != "g" {
		t.Errorf("got %q, want g", got)
	}
}

func TestNoTools(t *testing.T) {
	t.Parallel()
	server := llmtest.Start(t, llmtest.OpenAI, llmtest.Always(llmtest.Turn{Text: "x"}))
	endpoint := openai.Endpoint{Quirks: openai.Quirks{NoTools: true, Choice: openai.ChoiceNamed}}
	model := newModel(t, endpoint, llmtest.Setup{URL: server.URL, Key: llm.NewSecret(llmtest.Key)})
	if features := model.Features(); features.Tools || features.ForcedTool {
		t.Errorf("got %+v, want no tools", features)
	}
	request := llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: "x"}}, Tools: []llm.Tool{{Name: "f"}}, ForcedTool: "f"}
	if _, err := model.Chat(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	if got := server.Requests()[0].Tools; len(got) > 0 {
		t.Errorf("got the tools %v, want none", got)
	}
}

func TestReasoningComesBack(t *testing.T) {
	t.Parallel()
	server := llmtest.Start(t, llmtest.OpenAI, llmtest.Always(llmtest.Turn{Text: "so", Reasoning: "hm, well"}))
	model := newModel(t, known(t, "deepseek"), llmtest.Setup{URL: server.URL, Key: llm.NewSecret(llmtest.Key)})
	got, err := model.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: "x"}}})
	if err != nil || got.Message.Reasoning != "hm, well" || got.Message.Text != "so" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	good := openai.Config{Endpoint: known(t, "openai"), Model: "m"}
	tests := []struct {
		name   string
		change func(*openai.Config)
		want   string
	}{
		{"no model", func(c *openai.Config) { c.Model = "" }, "no language model is named"},
		{"no URL", func(c *openai.Config) { c.Endpoint.BaseURL = "" }, "must begin with https://"},
		{"format", func(c *openai.Config) { c.Endpoint.Quirks.Format = "yaml" }, "must be json_object, json_schema or empty"},
		{"choice", func(c *openai.Config) { c.Endpoint.Quirks.Choice = "any" }, "must be named, required or empty"},
		{"field of the length", func(c *openai.Config) { c.Endpoint.Quirks.MaxTokens = "n" }, "must be max_tokens or max_completion_tokens"},
		{"length", func(c *openai.Config) { c.MaxTokens = -1 }, "is negative"},
		{"time", func(c *openai.Config) { c.Wire.Idle = -1 }, "is negative"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			config := good
			test.change(&config)
			_, err := openai.New(config)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
	if _, err := openai.New(good); err != nil {
		t.Error(err)
	}
}
