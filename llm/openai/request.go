package openai

import (
	"encoding/json"

	sdk "github.com/sashabaranov/go-openai"

	"github.com/superbizagent/superbizagent/llm"
)

// request puts a turn into the words of the protocol, as far as the endpoint has them.
func (m *Model) request(request llm.Request) sdk.ChatCompletionRequest {
	quirks := m.config.Endpoint.Quirks
	body := sdk.ChatCompletionRequest{
		Model:       m.config.Model,
		Messages:    messages(request.Messages, quirks),
		Temperature: m.config.Temperature,
	}
	limit := request.MaxTokens
	if limit <= 0 {
		limit = m.config.MaxTokens
	}
	if quirks.MaxTokens == "max_completion_tokens" {
		body.MaxCompletionTokens = limit
	} else {
		body.MaxTokens = limit //nolint:staticcheck // OpenAI's own models want the other one, all other endpoints this
	}
	if quirks.StreamUsage && !quirks.WholeReply {
		body.StreamOptions = &sdk.StreamOptions{IncludeUsage: true}
	}
	if len(request.Schema) > 0 {
		body.ResponseFormat = format(request.Schema, quirks.Format)
	}
	if len(request.Tools) > 0 && !quirks.NoTools {
		offer(&body, request, quirks)
	}
	return body
}

// offer tells the model of the tools, and makes it call one where that is asked for.
func offer(body *sdk.ChatCompletionRequest, request llm.Request, quirks Quirks) {
	if quirks.ParallelCalls && request.ForcedTool == "" {
		body.ParallelToolCalls = true
	}
	onlyForced := false
	switch {
	case request.ForcedTool == "":
	case quirks.Choice == ChoiceNamed:
		body.ToolChoice = sdk.ToolChoice{Type: sdk.ToolTypeFunction, Function: sdk.ToolFunction{Name: request.ForcedTool}}
	case quirks.Choice == ChoiceRequired:
		body.ToolChoice = "required"
		onlyForced = true
	}
	for _, tool := range request.Tools {
		if onlyForced && tool.Name != request.ForcedTool {
			continue
		}
		body.Tools = append(body.Tools, sdk.Tool{
			Type:     sdk.ToolTypeFunction,
			Function: &sdk.FunctionDefinition{Name: tool.Name, Description: tool.Description, Parameters: parameters(tool.Schema)},
		})
	}
}

func parameters(schema json.RawMessage) json.RawMessage {
	if len(schema) == 0 {
		return json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return schema
}

func format(schema json.RawMessage, known Format) *sdk.ChatCompletionResponseFormat {
	switch known {
	case FormatSchema:
		return &sdk.ChatCompletionResponseFormat{
			Type: sdk.ChatCompletionResponseFormatTypeJSONSchema,
			// Not strict: that allows a small part of JSON Schema only, and refuses the rest.
			JSONSchema: &sdk.ChatCompletionResponseFormatJSONSchema{Name: "reply", Schema: schema},
		}
	case FormatObject:
		return &sdk.ChatCompletionResponseFormat{Type: sdk.ChatCompletionResponseFormatTypeJSONObject}
	}
	return nil
}

func messages(conversation []llm.Message, quirks Quirks) []sdk.ChatCompletionMessage {
	said := make([]sdk.ChatCompletionMessage, 0, len(conversation))
	for _, message := range conversation {
		one := sdk.ChatCompletionMessage{Role: string(message.Role), Content: message.Text, ToolCallID: message.CallID}
		if message.Text == "" && len(message.Calls) == 0 {
			one.Content = "(nothing)" // the field is required, and the vendor's client leaves an empty one out
		}
		if quirks.ReturnReasoning && len(message.Calls) > 0 {
			one.ReasoningContent = message.Reasoning
		}
		for _, call := range message.Calls {
			one.ToolCalls = append(one.ToolCalls, sdk.ToolCall{
				ID: call.ID, Type: sdk.ToolTypeFunction,
				Function: sdk.FunctionCall{Name: call.Name, Arguments: arguments(call.Arguments)},
			})
		}
		said = append(said, one)
	}
	return said
}

// arguments are what the model wrote; the vendor's client leaves an empty text out,
// and endpoints refuse a call without any.
func arguments(text string) string {
	if text == "" {
		return "{}"
	}
	return text
}
