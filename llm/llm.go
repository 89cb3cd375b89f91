// Package llm is the port to language models: a conversation in, one reply out.
// Adapters are in the folders below it.
package llm

import (
	"context"
	"encoding/json"
)

// Model is one language model at one endpoint. It must be safe for concurrent use.
type Model interface {
	// Name is the model as the endpoint knows it; it stands in every trace.
	Name() string
	// Chat sends a conversation and returns the whole reply. What went wrong is an
	// *Error: a reply that was cut, refused or half understood is none.
	Chat(ctx context.Context, request Request) (Reply, error)
}

// Request is one turn.
type Request struct {
	Messages  []Message
	Tools     []Tool          // that the model may call
	Schema    json.RawMessage // of the reply's text, where the endpoint can hold to one; nil for free text
	MaxTokens int             // of the reply; 0 is the adapter's default
}

// Role says who speaks.
type Role string

// The roles.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool" // the result of a call
)

// Message is one contribution to a conversation.
type Message struct {
	Role   Role       `json:"role"`
	Text   string     `json:"text,omitempty"`
	Calls  []ToolCall `json:"calls,omitempty"`   // of an assistant's message
	CallID string     `json:"call_id,omitempty"` // of a tool's message: the call that it answers
}

// Tool is what a model is told of a tool.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"` // JSON Schema of the arguments
}

// ToolCall is a call that a model asks for. Its id belongs to the conversation and
// is never evidence: providers repeat them. Arguments are as the model wrote them,
// JSON or not.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Reply is one complete answer of a model.
type Reply struct {
	Message Message `json:"message"`
	Finish  Finish  `json:"finish"`
	Usage   Usage   `json:"usage"`
	Model   string  `json:"model,omitempty"` // as the endpoint reports it
}

// Finish says why a model stopped. The zero value is none: a stream that ended
// without saying why was cut.
type Finish string

// The reasons.
const (
	FinishStop      Finish = "stop"       // it said what it had to say
	FinishToolCalls Finish = "tool_calls" // it waits for results
	FinishLength    Finish = "length"     // it was cut
	FinishRefusal   Finish = "refusal"    // it, or a filter, would not answer
)

// Usage counts tokens.
type Usage struct {
	PromptTokens     int64 `json:"prompt_tokens"`
	CompletionTokens int64 `json:"completion_tokens"`
}

// Add returns the sum of two usages.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.PromptTokens + v.PromptTokens, u.CompletionTokens + v.CompletionTokens}
}
