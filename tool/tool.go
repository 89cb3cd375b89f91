// Package tool is the port between the agent and the systems it looks at: what
// a tool is, which tools a run has, and the Recorder through which each call goes.
//
// Tools only read. A Tool is a plain value that an adapter (a folder below this
// one) fills in; a Registry is the explicit, checked list of those of a run; the
// Recorder turns a call into a superbiz.ToolInvocation and nothing else does:
//
//	registry, err := tool.NewRegistry(tools...)
//	recorder, err := tool.NewRecorder(tool.Config{Registry: registry, Sink: store, ...})
//	row, err := recorder.Call(ctx, "logs_search", arguments)
//
// An executor sees rows, never what a tool returned: rows are redacted and
// stored before anybody reads them.
package tool

import (
	"context"
	"encoding/json"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
)

// Tool is one read-only way to look at a system. Its adapter makes it; a
// Registry checks it.
type Tool struct {
	// Name is what plans, models and recordings call it, e.g. logs_search.
	Name string
	// Description says in a sentence or two, to a model or a person, what it answers.
	Description string
	// Schema is the JSON Schema of the arguments, which are always one object.
	// A property's "default" is what the tool takes when it is absent.
	Schema json.RawMessage
	// Source is the tool_source of its rows, e.g. "bundle" or "mcp:grafana".
	Source string
	// Class is the source_class of its rows.
	Class superbiz.SourceClass
	// Mode is the data_mode of its rows.
	Mode superbiz.DataMode
	// Examples are arguments that are known to have an answer: those of recorded
	// calls. A live tool has none.
	Examples []json.RawMessage
	// Timeout bounds one call; 0 takes the Recorder's.
	Timeout time.Duration
	// Call runs the tool. The arguments are an object that fits Schema. It must
	// return when the context ends. An error should be, or wrap, a *Failure; a
	// result beside an error is kept as the output of the failed call.
	Call func(ctx context.Context, arguments json.RawMessage) (Result, error)
}
