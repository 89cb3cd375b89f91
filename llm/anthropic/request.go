package anthropic

import (
	"encoding/json"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/param"

	"github.com/superbizagent/superbizagent/llm"
)

// request puts a turn into the words of the API. The conversation grows at its end
// only, so the endpoint is told to keep it: reading it again costs a tenth.
func (m *Model) request(request llm.Request) sdk.MessageNewParams {
	system, rest := split(request.Messages)
	body := sdk.MessageNewParams{
		Model:        m.config.Model,
		MaxTokens:    int64(m.config.MaxTokens),
		System:       system,
		Messages:     turns(rest),
		CacheControl: sdk.NewCacheControlEphemeralParam(),
	}
	if request.MaxTokens > 0 {
		body.MaxTokens = int64(request.MaxTokens)
	}
	for _, tool := range request.Tools {
		body.Tools = append(body.Tools, sdk.ToolUnionParam{OfTool: &sdk.ToolParam{
			Name:        tool.Name,
			Description: param.NewOpt(tool.Description),
			InputSchema: param.Override[sdk.ToolInputSchemaParam](inputSchema(tool.Schema)),
		}})
	}
	if request.ForcedTool != "" && len(request.Tools) > 0 {
		body.ToolChoice = sdk.ToolChoiceParamOfTool(request.ForcedTool)
	}
	if m.config.Schema && len(request.Schema) > 0 {
		body.OutputConfig.Format = param.Override[sdk.JSONOutputFormatParam](outputFormat{"json_schema", request.Schema})
	}
	return body
}

type outputFormat struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`
}

func inputSchema(schema json.RawMessage) json.RawMessage {
	if len(schema) == 0 {
		return json.RawMessage(`{"type":"object"}`)
	}
	return schema
}

// split takes the system messages that a conversation begins with from the rest.
func split(conversation []llm.Message) ([]sdk.TextBlockParam, []llm.Message) {
	var system []sdk.TextBlockParam
	for i, message := range conversation {
		if message.Role != llm.RoleSystem {
			return system, conversation[i:]
		}
		if !blank(message.Text) {
			system = append(system, sdk.TextBlockParam{Text: message.Text})
		}
	}
	return system, nil
}

// turns makes one turn of what follows without the other side speaking: the API wants
// the results of calls in the one message after them. A system message in the midst
// of a conversation, which the API does not know, is the user's.
func turns(conversation []llm.Message) []sdk.MessageParam {
	var said []sdk.MessageParam
	for len(conversation) > 0 {
		ours := conversation[0].Role != llm.RoleAssistant
		var parts []sdk.ContentBlockParamUnion
		for len(conversation) > 0 && ours == (conversation[0].Role != llm.RoleAssistant) {
			parts = append(parts, blocks(conversation[0])...)
			conversation = conversation[1:]
		}
		if len(parts) == 0 { // the API refuses empty turns and blank texts
			parts = append(parts, sdk.NewTextBlock("(nothing)"))
		}
		if ours {
			said = append(said, sdk.NewUserMessage(parts...))
		} else {
			said = append(said, sdk.NewAssistantMessage(parts...))
		}
	}
	return said
}

func blocks(message llm.Message) []sdk.ContentBlockParamUnion {
	if message.Role == llm.RoleTool {
		return []sdk.ContentBlockParamUnion{sdk.NewToolResultBlock(message.CallID, message.Text, message.Failed)}
	}
	var parts []sdk.ContentBlockParamUnion
	if !blank(message.Text) {
		parts = append(parts, sdk.NewTextBlock(message.Text))
	}
	for _, call := range message.Calls {
		parts = append(parts, sdk.NewToolUseBlock(call.ID, input(call.Arguments), call.Name))
	}
	return parts
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// input is what a model wrote as arguments, where the API can take it: as an object.
// What was none is shown to the model as the text that it wrote.
func input(arguments string) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(arguments), &object) == nil && object != nil {
		return json.RawMessage(arguments)
	}
	if blank(arguments) {
		return json.RawMessage(`{}`)
	}
	text, err := json.Marshal(map[string]string{"not_a_json_object": arguments})
	if err != nil { // a string always has a JSON text
		return json.RawMessage(`{}`)
	}
	return text
}
