package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	gojson "github.com/go-json-experiment/json"
)

// Ask is a question whose answer is one JSON object.
type Ask struct {
	System    string          // the rules
	User      string          // the question with its data
	Name      string          // of the object, as a function's name
	Schema    json.RawMessage // of the object
	MaxTokens int             // of the reply; 0 is the adapter's default
}

// Object asks a model once, by whichever way its endpoint has to hold it to a schema,
// and decodes the object into a value. Members that the value does not have, members
// that come twice and anything around the object are errors. The reply is returned
// beside an error of decoding, since it has cost what it cost.
func (a Ask) Object(ctx context.Context, m Model, into any) (Reply, error) {
	reply, err := m.Chat(ctx, a.request(m.Features()))
	if err != nil {
		return Reply{}, err
	}
	text, err := a.objectIn(reply)
	if err != nil {
		return reply, err
	}
	if err := gojson.Unmarshal([]byte(text), into, gojson.RejectUnknownMembers(true)); err != nil {
		return reply, fmt.Errorf("read the %s of a model: %w", a.Name, err)
	}
	return reply, nil
}

func (a Ask) request(features Features) Request {
	request := Request{MaxTokens: a.MaxTokens}
	system := a.System
	switch {
	case features.Schema:
		request.Schema = a.Schema
	case features.Tools:
		request.Tools = []Tool{{Name: a.Name, Description: "Hands over the answer. Call it once.", Schema: a.Schema}}
		if features.ForcedTool {
			request.ForcedTool = a.Name
		}
	default:
		system += "\nReply with nothing but one JSON object that fits this JSON Schema:\n" + string(a.Schema)
	}
	request.Messages = []Message{{Role: RoleSystem, Text: system}, {Role: RoleUser, Text: a.User}}
	return request
}

// objectIn returns the text of the object in a reply: the arguments of the one call,
// or the whole text, which may stand in a code fence.
func (a Ask) objectIn(reply Reply) (string, error) {
	switch calls := reply.Message.Calls; {
	case reply.Finish == FinishStop:
		return unfenced(reply.Message.Text), nil
	case reply.Finish == FinishToolCalls && len(calls) == 1 && calls[0].Name == a.Name:
		return calls[0].Arguments, nil
	}
	return "", fmt.Errorf("a model was asked for its %s, and ended with %q without it", a.Name, reply.Finish)
}

func unfenced(text string) string {
	text = strings.TrimSpace(text)
	inside, fenced := strings.CutPrefix(text, "```")
	if !fenced || !strings.HasSuffix(inside, "```") {
		return text
	}
	return strings.TrimPrefix(strings.TrimSuffix(inside, "```"), "json")
}
