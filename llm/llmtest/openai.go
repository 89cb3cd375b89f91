package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/superbizagent/superbizagent/llm"
)

// openAISpeech is the chat completions API.
type openAISpeech struct{}

func (openAISpeech) path() string { return "/v1/chat/completions" }

func (openAISpeech) key(header http.Header) string {
	return strings.TrimPrefix(header.Get("Authorization"), "Bearer ")
}

func (openAISpeech) errorEvent() string { return "" }

func (openAISpeech) complaint(code, message string) string {
	return marshal(object{"error": object{"message": message, "type": code, "code": code, "param": nil}})
}

type object = map[string]any

// marshal is for values that always have a JSON text.
func marshal(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

type openAIRequest struct {
	Model    string          `json:"model"`
	Messages []openAIMessage `json:"messages"`
	Tools    []struct {
		Type     string `json:"type"`
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
	ToolChoice          json.RawMessage `json:"tool_choice"`
	MaxTokens           int             `json:"max_tokens"`
	MaxCompletionTokens int             `json:"max_completion_tokens"`
	Stream              bool            `json:"stream"`
	StreamOptions       struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	ResponseFormat *struct {
		Type       string `json:"type"`
		JSONSchema struct {
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

type openAIMessage struct {
	Role       string       `json:"role"`
	Content    *string      `json:"content"`
	Reasoning  string       `json:"reasoning_content"`
	ToolCallID string       `json:"tool_call_id"`
	ToolCalls  []openAICall `json:"tool_calls"`
}

type openAICall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string  `json:"name"`
		Arguments *string `json:"arguments"`
	} `json:"function"`
}

func (openAISpeech) read(_ http.Header, body []byte) (Request, error) {
	var said openAIRequest
	if err := json.Unmarshal(body, &said); err != nil {
		return Request{}, fmt.Errorf("the body is not as the API wants it: %w", err)
	}
	request := Request{Model: said.Model, Stream: said.Stream, wantsUsage: said.StreamOptions.IncludeUsage}
	request.MaxTokens = max(said.MaxTokens, said.MaxCompletionTokens)
	switch {
	case said.Model == "":
		return Request{}, errors.New("you must provide a model parameter")
	case said.MaxTokens > 0 && said.MaxCompletionTokens > 0:
		return Request{}, errors.New("max_tokens and max_completion_tokens are both set")
	case request.wantsUsage && !said.Stream:
		return Request{}, errors.New("stream_options is only allowed when stream is enabled")
	}
	for _, tool := range said.Tools {
		if tool.Type != "function" {
			return Request{}, fmt.Errorf("tools of the type %q are not known", tool.Type)
		}
		request.Tools = append(request.Tools, llm.Tool{Name: tool.Function.Name, Description: tool.Function.Description, Schema: tool.Function.Parameters})
	}
	if format := said.ResponseFormat; format != nil {
		request.Schema = format.JSONSchema.Schema
		if format.Type == "json_schema" && (format.JSONSchema.Name == "" || len(request.Schema) == 0) {
			return Request{}, errors.New("response_format.json_schema has no name or no schema")
		}
	}
	if err := readOpenAIMessages(&request, said.Messages); err != nil {
		return Request{}, err
	}
	if err := readOpenAIChoice(&request, said.ToolChoice); err != nil {
		return Request{}, err
	}
	return request, check(request.Request)
}

func readOpenAIMessages(request *Request, messages []openAIMessage) error {
	for i, said := range messages {
		if said.Content == nil && len(said.ToolCalls) == 0 {
			return fmt.Errorf("messages[%d] has neither content nor calls", i)
		}
		message := llm.Message{Role: llm.Role(said.Role), CallID: said.ToolCallID, Reasoning: said.Reasoning}
		if said.Content != nil {
			message.Text = *said.Content
		}
		for _, call := range said.ToolCalls {
			if call.Type != "function" || call.Function.Arguments == nil {
				return fmt.Errorf("messages[%d] has a call without a type or arguments", i)
			}
			message.Calls = append(message.Calls, llm.ToolCall{ID: call.ID, Name: call.Function.Name, Arguments: *call.Function.Arguments})
		}
		request.Messages = append(request.Messages, message)
	}
	return nil
}

func readOpenAIChoice(request *Request, choice json.RawMessage) error {
	var word string
	switch {
	case len(choice) == 0:
		return nil
	case json.Unmarshal(choice, &word) == nil:
		if word == "required" && len(request.Tools) == 1 {
			request.ForcedTool = request.Tools[0].Name
		}
		return nil
	}
	var named struct {
		Type     string `json:"type"`
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	}
	if err := json.Unmarshal(choice, &named); err != nil || named.Type != "function" {
		return errors.New("tool_choice is not as the API wants it")
	}
	request.ForcedTool = named.Function.Name
	return nil
}

func openAIFinish(turn Turn) any {
	switch {
	case turn.Fault == FaultNoFinish:
		return nil
	case turn.Finish == llm.FinishRefusal:
		return "content_filter"
	}
	return string(turn.Finish)
}

func openAIUsage(u llm.Usage) object {
	return object{
		"prompt_tokens": u.PromptTokens, "completion_tokens": u.CompletionTokens, "total_tokens": u.PromptTokens + u.CompletionTokens,
		"prompt_tokens_details": object{"cached_tokens": u.CachedTokens},
	}
}

func (openAISpeech) whole(request Request, turn Turn) string {
	calls := turn.faultyCalls()
	message := object{"role": "assistant", "content": turn.Text}
	if turn.Reasoning != "" {
		message["reasoning_content"] = turn.Reasoning
	}
	if len(calls) > 0 {
		var said []object
		for _, call := range calls {
			said = append(said, object{"id": call.ID, "type": "function", "function": object{"name": call.Name, "arguments": call.Arguments}})
		}
		message["tool_calls"] = said
	}
	text := marshal(object{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": request.Model,
		"choices": []object{{"index": 0, "message": message, "finish_reason": openAIFinish(turn)}},
		"usage":   openAIUsage(turn.Usage),
	})
	return spoil(text, turn.Fault)
}

func (s openAISpeech) events(request Request, turn Turn) []event {
	chunk := func(delta object, finish any) event {
		return event{data: marshal(object{
			"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": request.Model,
			"choices": []object{{"index": 0, "delta": delta, "finish_reason": finish}},
		})}
	}
	events := []event{chunk(object{"role": "assistant", "content": ""}, nil)}
	for _, piece := range cut(turn.Reasoning) {
		events = append(events, chunk(object{"reasoning_content": piece}, nil))
	}
	for _, piece := range cut(turn.Text) {
		events = append(events, chunk(object{"content": piece}, nil))
	}
	for i, call := range turn.faultyCalls() {
		index := i
		if turn.Fault == FaultSameIndex {
			index = 0
		}
		events = append(events, chunk(object{"tool_calls": []object{{
			"index": index, "id": call.ID, "type": "function", "function": object{"name": call.Name, "arguments": ""},
		}}}, nil))
		for _, piece := range cut(call.Arguments) {
			events = append(events, chunk(object{"tool_calls": []object{{"index": index, "function": object{"arguments": piece}}}}, nil))
		}
	}
	events = append(events, chunk(object{}, openAIFinish(turn)))
	if turn.Fault == FaultGoesOn {
		events = append(events, chunk(object{"content": " And another thing."}, nil))
	}
	if request.wantsUsage {
		events = append(events, event{data: marshal(object{
			"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": request.Model,
			"choices": []object{}, "usage": openAIUsage(turn.Usage),
		})})
	}
	middle := &events[len(events)/2]
	middle.data = spoil(middle.data, turn.Fault)
	return append(events, event{data: "[DONE]"})
}
