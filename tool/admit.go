package tool

import (
	"bytes"
	"encoding/json"
	"errors"

	superbiz "github.com/superbizagent/superbizagent"
)

// call is one call on its way through the Recorder.
type call struct {
	row       superbiz.ToolInvocation
	tool      Tool
	arguments json.RawMessage // as given; those in the row are redacted
	key       string          // what it is compared by; "" is never compared
	refusal   *Failure        // why it does not run
}

// admit makes the row of a call, and decides whether it may run.
func (r *Recorder) admit(name string, arguments json.RawMessage) (call, error) {
	call := r.prepare(name, arguments)
	r.mu.Lock()
	defer r.mu.Unlock()
	if call.refusal == nil {
		call.refusal = r.refuse(call)
	}
	if call.refusal != nil && r.refused >= r.config.Budget.maxRefused() {
		return call, ErrRefused
	}
	id, err := newID(r.config.Random, r.seq+1, r.ids)
	if err != nil {
		return call, err
	}
	r.seq++
	r.ids[id] = true
	call.row.Seq, call.row.InvocationID, call.row.StartedAt = r.seq, id, storableTime(r.config.Now())
	if call.refusal != nil {
		r.refused++
		return call, nil
	}
	r.ran++
	r.seen[call.key] = id
	call.row.AttemptCount = 1
	return call, nil
}

// prepare does what needs no lock: it looks up the tool, checks the arguments,
// and asks the policy.
func (r *Recorder) prepare(name string, arguments json.RawMessage) call {
	tool := r.config.Registry.entries[name].tool
	call := call{tool: tool, row: r.newRow(name, tool)}
	call.row.Arguments = redactedArguments(arguments)
	checked, err := r.config.Registry.check(name, arguments)
	if err != nil {
		call.refusal = asFailure(err)
		return call
	}
	call.arguments = checked.given
	call.key = name + " " + string(checked.canonical)
	if err := r.config.Policy(tool, call.arguments); err != nil {
		call.refusal = denial(err)
	}
	return call
}

// newRow is the one place where a ToolInvocation is made.
func (r *Recorder) newRow(name string, tool Tool) superbiz.ToolInvocation {
	row := superbiz.ToolInvocation{
		SessionID:   r.config.SessionID,
		RunID:       r.config.RunID,
		ToolName:    RedactText(shorten(name, 128)),
		ToolSource:  tool.Source,
		Status:      superbiz.InvocationRunning,
		ResultKind:  superbiz.ResultNone,
		DataMode:    tool.Mode,
		SourceClass: tool.Class,
		Output:      json.RawMessage("null"),
	}
	if tool.Name == "" { // no such tool
		row.ToolSource, row.DataMode, row.SourceClass = "unknown", r.config.Mode, superbiz.SourceObserved
	}
	row.RetrievalDetails.EvidenceRefs = []string{}
	return row
}

// refuse returns why a sound call may not run now, or nil. The caller holds r.mu.
func (r *Recorder) refuse(call call) *Failure {
	if earlier, ok := r.seen[call.key]; ok {
		return Fail(CodeDuplicate, "this call was made before: its answer is in invocation %s", earlier)
	}
	return r.spent()
}

// forget lets a call be made again.
func (r *Recorder) forget(call call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[call.key] == call.row.InvocationID {
		delete(r.seen, call.key)
	}
}

func denial(err error) *Failure {
	if failure, ok := errors.AsType[*Failure](err); ok && failure.Code == CodeDenied {
		return failure
	}
	return &Failure{Code: CodeDenied, Message: err.Error(), Err: err}
}

func orEmptyObject(arguments json.RawMessage) json.RawMessage {
	text := bytes.TrimSpace(arguments)
	if len(text) == 0 || string(text) == "null" {
		return json.RawMessage("{}")
	}
	return bytes.Clone(text)
}

// redactedArguments returns what a row may hold of arguments that may be
// anything: a model wrote them. What is no JSON object is kept as text.
func redactedArguments(arguments json.RawMessage) json.RawMessage {
	arguments = orEmptyObject(arguments)
	if len(arguments) <= maxArguments && arguments[0] == '{' {
		if redacted, err := RedactJSON(arguments); err == nil {
			return redacted
		}
	}
	text, err := json.Marshal(map[string]string{"unreadable": RedactText(shorten(string(arguments), 2000))})
	if err != nil {
		return json.RawMessage("{}")
	}
	return text
}
