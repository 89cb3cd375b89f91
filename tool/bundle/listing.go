package bundle

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	gojson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

// listing is the answer of a tool that lists things: {"<key>": [...]} and, beside
// the list, what is known of it.
type listing struct {
	key       string
	elements  []json.RawMessage
	beside    []member
	total     int // matching things, when there are more than elements
	window    *superbiz.Window
	scope     json.RawMessage
	truncated bool
}

// member is one member of a JSON object, in the order in which it is to stand.
type member struct {
	name  string
	value any
}

// result makes the elements, and what stands beside them, citable.
func (l listing) result() (tool.Result, error) {
	output, err := writeObject(append([]member{{l.key, l.elements}}, l.beside...))
	if err != nil {
		return tool.Result{}, err
	}
	result := tool.Empty(output)
	if len(l.elements) > 0 {
		result = tool.Data(output)
		result.Retrieval.EvidenceRefs = []string{tool.Slice("$."+l.key, len(l.elements))}
		for _, beside := range l.beside {
			result.Retrieval.EvidenceRefs = append(result.Retrieval.EvidenceRefs, "$."+beside.name)
		}
	}
	returned, total := int64(len(l.elements)), int64(max(l.total, len(l.elements)))
	result.Retrieval.Returned, result.Retrieval.Total = &returned, &total
	result.Retrieval.Window, result.Retrieval.Scope = l.window, l.scope
	result.Truncated = l.truncated || total > returned
	return result, nil
}

// writeObject writes an object with its members in the order given.
func writeObject(members []member) (json.RawMessage, error) {
	var out strings.Builder
	encoder := jsontext.NewEncoder(&out, jsontext.AllowInvalidUTF8(true))
	if err := encoder.WriteToken(jsontext.BeginObject); err != nil {
		return nil, fmt.Errorf("write the output: %w", err)
	}
	for _, each := range members {
		if err := encoder.WriteToken(jsontext.String(each.name)); err != nil {
			return nil, fmt.Errorf("write the output: %w", err)
		}
		if err := gojson.MarshalEncode(encoder, each.value, gojson.Deterministic(true)); err != nil {
			return nil, fmt.Errorf("write the output: %w", err)
		}
	}
	if err := encoder.WriteToken(jsontext.EndObject); err != nil {
		return nil, fmt.Errorf("write the output: %w", err)
	}
	return json.RawMessage(strings.TrimSpace(out.String())), nil
}

// scope says where a derived tool looked: the incident's cluster, and more.
func (b *Bundle) scope(more map[string]string) json.RawMessage {
	scope := map[string]string{"cluster": b.Incident.Scope.Cluster}
	maps.Copy(scope, more)
	return object(scope)
}

func rawElements[T any](values []T) ([]json.RawMessage, error) {
	elements := make([]json.RawMessage, len(values))
	for i, value := range values {
		text, err := gojson.Marshal(value, gojson.Deterministic(true), jsontext.AllowInvalidUTF8(true))
		if err != nil {
			return nil, fmt.Errorf("write the output: %w", err)
		}
		elements[i] = json.RawMessage(text)
	}
	return elements, nil
}
