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
	// Features says what the endpoint can be asked for. What it lacks is left out of
	// a request without a word, so a caller that needs it looks here first.
	Features() Features
	// Chat sends a conversation and returns the whole reply. What went wrong is an
	// *Error: what was cut by the wire or half understood is never a reply. What the
	// model itself refused, or ended too early, is a reply whose Finish says so.
	Chat(ctx context.Context, request Request) (Reply, error)
}

// Features is what an endpoint can be asked for.
type Features struct {
	Tools         bool `json:"tools"`                    // it can call tools at all
	ForcedTool    bool `json:"forced_tool"`              // it can be made to call a certain tool: Request.ForcedTool
	Schema        bool `json:"schema"`                   // it holds its text to a JSON Schema: Request.Schema
	ContextTokens int  `json:"context_tokens,omitempty"` // of a conversation with its reply; 0 is not known
}

// Request is one turn.
type Request struct {
	Messages   []Message
	Tools      []Tool          // that the model may call
	ForcedTool string          // the one of them that it must call; "" leaves it the choice
	Schema     json.RawMessage // of the reply's text, a JSON object; nil for free text
	MaxTokens  int             // of the reply; 0 is the adapter's default
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
	Failed bool       `json:"failed,omitempty"`  // of a tool's message: the call went wrong
	// Reasoning is what a model thought before it spoke. Some endpoints want it back
	// while calls are open. It is no part of the answer, and is never shown or judged.
	Reasoning string `json:"reasoning,omitempty"`
}

// Tool is what a model is told of a tool.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"` // JSON Schema of the arguments
}

// ToolCall is a call that a model asks for. Its id belongs to the conversation and
// is never evidence: providers repeat them. Arguments are as the model wrote them,
// JSON or not; the tool may be one that nobody has.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Reply is one complete answer of a model. Only one that ended for FinishToolCalls
// has calls: those of a reply that was cut may be half written, and are dropped.
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
	FinishLength    Finish = "length"     // it came to the end of its tokens
	FinishRefusal   Finish = "refusal"    // it, or a filter, would not answer
)
