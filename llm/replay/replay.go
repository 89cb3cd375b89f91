// Package replay records what a model was asked and said, and plays it again.
//
// A recording is JSON lines: one that says what it is, then one a turn. A turn is found
// by the hash of all that was asked, so that a request which differs in a byte is a
// miss, and a miss is an error, never the nearest turn. Of a conversation that goes on
// only what is new is written. Nothing is redacted here, and no header is ever seen:
// what holds a key or a header of one is refused.
package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/superbizagent/superbizagent/llm"
)

// Version is the first word of every recording.
const Version = "llm_recording_v1"

// header is the first line.
type header struct {
	Recording string       `json:"recording"`
	Model     string       `json:"model"`
	Features  llm.Features `json:"features"`
}

// turn is a line: a request, and the reply or the error that it got.
type turn struct {
	Turn      int            `json:"turn"` // from 1
	Key       string         `json:"key"`
	Continues int            `json:"continues,omitempty"` // the turn whose messages it begins with
	Kept      int            `json:"kept,omitempty"`      // how many of those
	Messages  []llm.Message  `json:"messages"`            // what follows them
	SameTools bool           `json:"same_tools,omitempty"`
	Tools     []llm.Tool     `json:"tools,omitempty"`
	Forced    string         `json:"forced_tool,omitempty"`
	Schema    jsontext.Value `json:"schema,omitzero"`
	MaxTokens int            `json:"max_tokens,omitempty"`
	Reply     *llm.Reply     `json:"reply,omitempty"`
	Error     *fault         `json:"error,omitempty"`
}

// fault is an *llm.Error as it is kept.
type fault struct {
	Kind   llm.ErrorKind `json:"kind"`
	Status int           `json:"status,omitempty"`
	Text   string        `json:"text"`
	Usage  llm.Usage     `json:"usage"`
}

// asked is the part of a request that makes its key.
type asked struct {
	Messages  []llm.Message  `json:"messages"`
	Tools     []llm.Tool     `json:"tools"`
	Forced    string         `json:"forced_tool"`
	Schema    jsontext.Value `json:"schema,omitzero"`
	MaxTokens int            `json:"max_tokens"`
}

func keyOf(model string, request llm.Request) (string, error) {
	return hash(struct {
		Model string `json:"model"`
		asked
	}{model, asked{request.Messages, request.Tools, request.ForcedTool, jsontext.Value(request.Schema), request.MaxTokens}})
}

// hash is the SHA-256 of a value's canonical JSON (RFC 8785).
func hash(value any) (string, error) {
	text, err := json.Marshal(value)
	if err == nil {
		err = (*jsontext.Value)(&text).Canonicalize()
	}
	if err != nil {
		return "", fmt.Errorf("write a request to a language model as JSON: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// history is what the turns of a recording asked.
type history struct {
	requests []llm.Request
	tools    []string // the hash of each request's tools
}

// add keeps a request and returns it as a line: without what an earlier turn has.
func (h *history) add(request llm.Request) (turn, error) {
	tools, err := hash(request.Tools)
	if err != nil {
		return turn{}, err
	}
	line := turn{Turn: len(h.requests) + 1, Forced: request.ForcedTool, Schema: jsontext.Value(request.Schema), MaxTokens: request.MaxTokens}
	line.Continues, line.Kept = h.longest(request.Messages)
	line.Messages = request.Messages[line.Kept:]
	if line.Continues > 0 && h.tools[line.Continues-1] == tools {
		line.SameTools = true
	} else {
		line.Tools = request.Tools
	}
	request.Messages = slices.Clone(request.Messages)
	h.requests = append(h.requests, request)
	h.tools = append(h.tools, tools)
	return line, nil
}

// longest returns the latest turn that begins with the most messages of a
// conversation, and how many these are.
func (h *history) longest(messages []llm.Message) (number, kept int) {
	for i, request := range slices.Backward(h.requests) {
		if n := shared(request.Messages, messages); n > kept {
			number, kept = i+1, n
		}
	}
	return number, kept
}

// shared counts the messages with which both conversations begin.
func shared(a, b []llm.Message) int {
	n := 0
	for n < len(a) && n < len(b) && sameMessage(a[n], b[n]) {
		n++
	}
	return n
}

func sameMessage(a, b llm.Message) bool {
	return a.Role == b.Role && a.CallID == b.CallID && a.Failed == b.Failed &&
		slices.Equal(a.Calls, b.Calls) && a.Text == b.Text && a.Reasoning == b.Reasoning
}

// request puts a line together again with what it continues.
func (h *history) request(line turn) (llm.Request, error) {
	request := llm.Request{Tools: line.Tools, ForcedTool: line.Forced, Schema: []byte(line.Schema), MaxTokens: line.MaxTokens}
	if line.Continues != 0 {
		if line.Continues < 0 || line.Continues > len(h.requests) {
			return llm.Request{}, fmt.Errorf("it continues turn %d, which does not come before it", line.Continues)
		}
		before := h.requests[line.Continues-1]
		if line.Kept < 0 || line.Kept > len(before.Messages) {
			return llm.Request{}, fmt.Errorf("it keeps %d messages of turn %d, which has %d", line.Kept, line.Continues, len(before.Messages))
		}
		request.Messages = slices.Clone(before.Messages[:line.Kept])
		if line.SameTools {
			request.Tools = before.Tools
		}
	}
	request.Messages = append(request.Messages, line.Messages...)
	return request, nil
}
