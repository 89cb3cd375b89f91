package llmtest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/superbizagent/superbizagent/llm"
)

// anthropicSpeech is the messages API.
type anthropicSpeech struct{}

func (anthropicSpeech) path() string { return "/v1/messages" }

// key takes both headers that the API does.
func (anthropicSpeech) key(header http.Header) string {
	return cmp.Or(header.Get("X-Api-Key"), strings.TrimPrefix(header.Get("Authorization"), "Bearer "))
}

func (anthropicSpeech) errorEvent() string { return "error" }

func (anthropicSpeech) complaint(code, message string) string {
	return marshal(object{"type": "error", "error": object{"type": code, "message": message}})
}

type anthropicRequest struct {
	Model     string             `json:"model"`
	MaxTokens int                `json:"max_tokens"`
	System    []anthropicBlock   `json:"system"`
	Messages  []anthropicMessage `json:"messages"`
	Tools     []struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		InputSchema json.RawMessage `json:"input_schema"`
	} `json:"tools"`
	ToolChoice struct {
		Type string `json:"type"`
		Name string `json:"name"`
	} `json:"tool_choice"`
	OutputConfig struct {
		Format struct {
			Type   string          `json:"type"`
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"output_config"`
	Stream bool `json:"stream"`
}

type anthropicMessage struct {
	Role    string           `json:"role"`
	Content []anthropicBlock `json:"content"`
}

type anthropicBlock struct {
	Type      string           `json:"type"`
	Text      string           `json:"text"`
	ID        string           `json:"id"`
	Name      string           `json:"name"`
	Input     json.RawMessage  `json:"input"`
	ToolUseID string           `json:"tool_use_id"`
	IsError   bool             `json:"is_error"`
	Content   []anthropicBlock `json:"content"`
}

func (anthropicSpeech) read(header http.Header, body []byte) (Request, error) {
	var said anthropicRequest
	if err := json.Unmarshal(body, &said); err != nil {
		return Request{}, fmt.Errorf("the body is not as the API wants it: %w", err)
	}
	switch {
	case header.Get("Anthropic-Version") == "":
		return Request{}, errors.New("the header anthropic-version is required")
	case said.Model == "":
		return Request{}, errors.New("model: Field required")
	case said.MaxTokens <= 0:
		return Request{}, errors.New("max_tokens: Field required")
	case !said.Stream:
		return Request{}, errors.New("this server only streams")
	}
	request := Request{Model: said.Model, Stream: said.Stream}
	request.MaxTokens, request.ForcedTool, request.Schema = said.MaxTokens, said.ToolChoice.Name, said.OutputConfig.Format.Schema
	for _, tool := range said.Tools {
		request.Tools = append(request.Tools, llm.Tool{Name: tool.Name, Description: tool.Description, Schema: tool.InputSchema})
	}
	for _, block := range said.System {
		request.Messages = append(request.Messages, llm.Message{Role: llm.RoleSystem, Text: block.Text})
	}
	if err := readAnthropicTurns(&request, said.Messages); err != nil {
		return Request{}, err
	}
	return request, check(request.Request)
}

func readAnthropicTurns(request *Request, turns []anthropicMessage) error {
	for i, turn := range turns {
		want := "user"
		if i%2 == 1 {
			want = "assistant"
		}
		if turn.Role != want || len(turn.Content) == 0 {
			return fmt.Errorf("messages.%d: the role must be %s, and the content must not be empty", i, want)
		}
		read := readUserTurn
		if want == "assistant" {
			read = readAssistantTurn
		}
		if err := read(request, turn.Content); err != nil {
			return fmt.Errorf("messages.%d: %w", i, err)
		}
	}
	return nil
}

func readUserTurn(request *Request, blocks []anthropicBlock) error {
	for _, block := range blocks {
		switch block.Type {
		case "tool_result":
			message := llm.Message{Role: llm.RoleTool, CallID: block.ToolUseID, Failed: block.IsError}
			for _, part := range block.Content {
				message.Text += part.Text
			}
			request.Messages = append(request.Messages, message)
		case "text":
			if strings.TrimSpace(block.Text) == "" {
				return errors.New("text content blocks must contain non-whitespace text")
			}
			request.Messages = append(request.Messages, llm.Message{Role: llm.RoleUser, Text: block.Text})
		default:
			return fmt.Errorf("a user may not say a %q", block.Type)
		}
	}
	return nil
}

func readAssistantTurn(request *Request, blocks []anthropicBlock) error {
	message := llm.Message{Role: llm.RoleAssistant}
	for _, block := range blocks {
		switch block.Type {
		case "tool_use":
			if !strings.HasPrefix(string(block.Input), "{") {
				return errors.New("tool_use.input: Input should be a valid dictionary")
			}
			message.Calls = append(message.Calls, llm.ToolCall{ID: block.ID, Name: block.Name, Arguments: string(block.Input)})
		case "text":
			if strings.TrimSpace(block.Text) == "" {
				return errors.New("text content blocks must contain non-whitespace text")
			}
			message.Text += block.Text
		default:
			return fmt.Errorf("an assistant may not say a %q", block.Type)
		}
	}
	request.Messages = append(request.Messages, message)
	return nil
}

func (anthropicSpeech) whole(Request, Turn) string { return "{}" } // it only streams

func anthropicReason(turn Turn) any {
	if turn.Fault == FaultNoFinish {
		return nil
	}
	return map[llm.Finish]string{
		llm.FinishStop: "end_turn", llm.FinishToolCalls: "tool_use", llm.FinishLength: "max_tokens", llm.FinishRefusal: "refusal",
	}[turn.Finish]
}

func (s anthropicSpeech) events(request Request, turn Turn) []event {
	say := func(kind string, fields object) event {
		fields["type"] = kind
		return event{kind, marshal(fields)}
	}
	used := turn.Usage
	events := []event{say("message_start", object{"message": object{
		"id": "msg_1", "type": "message", "role": "assistant", "model": request.Model, "content": []any{}, "stop_reason": nil,
		"usage": object{"input_tokens": used.PromptTokens - used.CachedTokens, "cache_read_input_tokens": used.CachedTokens, "output_tokens": 1},
	}}), say("ping", object{})}
	index := 0
	part := func(block, delta object, field, text string) {
		events = append(events, say("content_block_start", object{"index": index, "content_block": block}))
		for _, piece := range cut(text) {
			growing := object{field: piece, "type": delta["type"]}
			events = append(events, say("content_block_delta", object{"index": index, "delta": growing}))
		}
		events = append(events, say("content_block_stop", object{"index": index}))
		if turn.Fault != FaultSameIndex || len(turn.Calls) == 0 {
			index++
		}
	}
	if turn.Reasoning != "" {
		part(object{"type": "thinking", "thinking": "", "signature": ""}, object{"type": "thinking_delta"}, "thinking", turn.Reasoning)
	}
	if turn.Text != "" {
		part(object{"type": "text", "text": ""}, object{"type": "text_delta"}, "text", turn.Text)
	}
	for _, call := range turn.faultyCalls() {
		part(object{"type": "tool_use", "id": call.ID, "name": call.Name, "input": object{}}, object{"type": "input_json_delta"}, "partial_json", call.Arguments)
	}
	events = append(events, say("message_delta", object{
		"delta": object{"stop_reason": anthropicReason(turn), "stop_sequence": nil}, "usage": object{"output_tokens": used.CompletionTokens},
	}))
	if turn.Fault == FaultGoesOn {
		part(object{"type": "text", "text": ""}, object{"type": "text_delta"}, "text", " And another thing.")
	}
	middle := &events[len(events)/2]
	middle.data = spoil(middle.data, turn.Fault)
	return append(events, say("message_stop", object{}))
}
