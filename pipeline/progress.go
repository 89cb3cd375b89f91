package pipeline

import (
	"context"
	"encoding/json"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

// EventKind says what has happened.
type EventKind string

// The events of a run, in the order in which they come.
const (
	RunStarted EventKind = "run_started"
	Planned    EventKind = "planned"
	ToolCalled EventKind = "tool_called"
	Gated      EventKind = "gated"
	Verified   EventKind = "verified"
	Answered   EventKind = "answered" // stored; the answer may be read now
	Abandoned  EventKind = "abandoned"
)

// Event tells how far a run is. No word of an answer is in it.
type Event struct {
	Kind         EventKind
	SessionID    string
	RunID        string
	Steps        int                       // Planned
	InvocationID string                    // ToolCalled
	ToolName     string                    // ToolCalled
	Status       superbiz.InvocationStatus // ToolCalled
	ResultKind   superbiz.ResultKind       // ToolCalled
	Attempt      int                       // Gated
	GateStatus   superbiz.GateStatus       // Gated
	FailedRules  []string                  // Gated
	Verdict      superbiz.Verdict          // Verified, Answered
}

func (r *run) progress(e Event) {
	e.SessionID, e.RunID = r.sessionID, r.id
	r.events.Lock()
	defer r.events.Unlock()
	r.Progress(e)
}

// reportingTools tells of every call that ended.
type reportingTools struct {
	*tool.Recorder
	run *run
}

// Names returns the names of the tools there are, sorted.
func (t reportingTools) Names() []string { return t.run.Tools.Names() }

// Call runs a tool through the Recorder.
func (t reportingTools) Call(ctx context.Context, name string, arguments json.RawMessage) (superbiz.ToolInvocation, error) {
	row, err := t.Recorder.Call(ctx, name, arguments)
	if err == nil {
		t.run.toolCalled(row)
	}
	return row, err
}

// CallAll runs tools through the Recorder, and tells of them in their order.
func (t reportingTools) CallAll(ctx context.Context, requests []tool.Request) ([]superbiz.ToolInvocation, error) {
	rows, err := t.Recorder.CallAll(ctx, requests)
	for _, row := range rows {
		t.run.toolCalled(row)
	}
	return rows, err
}

func (r *run) toolCalled(row superbiz.ToolInvocation) {
	r.progress(Event{
		Kind: ToolCalled, InvocationID: row.InvocationID, ToolName: row.ToolName,
		Status: row.Status, ResultKind: row.ResultKind,
	})
}
