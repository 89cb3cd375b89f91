package bundle

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	gojson "github.com/go-json-experiment/json"
)

// examples returns the arguments of the recorded calls, in recorded order.
func (t *recordedTool) examples() []json.RawMessage {
	examples := make([]json.RawMessage, len(t.made))
	for i, call := range t.made {
		examples[i] = call.Arguments
	}
	return examples
}

// describe says what is known of a recorded tool: what was asked of it.
func (t *recordedTool) describe() string {
	var told []string
	length := 0
	for _, call := range t.made {
		if length += len(call.Arguments); length > 600 {
			break
		}
		told = append(told, string(call.Arguments))
	}
	text := fmt.Sprintf("Only calls that were made when the incident was saved have an answer (%d were)", len(t.made))
	if len(told) > 0 {
		text += ", for example with " + strings.Join(told, " or ")
	}
	return text + "."
}

// property is what is known of one argument of a recorded tool.
type property struct {
	Types    []string `json:"type"`
	Examples []any    `json:"examples,omitempty"`
}

// maxExamples is how many values of an argument a schema shows.
const maxExamples = 20

// schema makes a JSON Schema of the arguments that were recorded. Any other
// argument is allowed: that call was then not recorded, and is told so.
func (t *recordedTool) schema() json.RawMessage {
	properties := map[string]*property{}
	for _, call := range t.made {
		var arguments map[string]any
		if gojson.Unmarshal(call.Arguments, &arguments) != nil {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(arguments)) {
			if properties[name] == nil {
				properties[name] = &property{}
			}
			properties[name].note(arguments[name])
		}
	}
	text, err := json.Marshal(map[string]any{"type": "object", "properties": properties})
	if err != nil {
		return json.RawMessage(`{"type":"object"}`)
	}
	return text
}

// withProperties adds the properties of one schema to those of another.
func withProperties(schema, more json.RawMessage) json.RawMessage {
	var made, other struct {
		Type       string         `json:"type"`
		Properties map[string]any `json:"properties"`
	}
	if json.Unmarshal(schema, &made) != nil || json.Unmarshal(more, &other) != nil {
		return schema
	}
	maps.Copy(made.Properties, other.Properties)
	text, err := json.Marshal(made)
	if err != nil {
		return schema
	}
	return text
}

func (p *property) note(value any) {
	if kind := jsonType(value); !slices.Contains(p.Types, kind) {
		p.Types = append(p.Types, kind)
	}
	text, isText := value.(string)
	if len(p.Examples) < maxExamples && isText && len(text) <= 500 && !slices.Contains(p.Examples, value) {
		p.Examples = append(p.Examples, value)
	}
}

func jsonType(value any) string {
	switch value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case float64:
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "null"
}
