package superbiz

import (
	"encoding/json"
	"time"
)

// InvocationStatus is where a tool call stands.
type InvocationStatus string

// The invocation statuses of the contract.
const (
	InvocationRunning   InvocationStatus = "running"
	InvocationSucceeded InvocationStatus = "succeeded"
	InvocationFailed    InvocationStatus = "failed"
	InvocationTimeout   InvocationStatus = "timeout"
	InvocationDenied    InvocationStatus = "denied"  // policy said no
	InvocationSkipped   InvocationStatus = "skipped" // duplicate or over budget
)

// ResultKind tells an empty result from a failed one.
type ResultKind string

// The result kinds of the contract.
const (
	ResultData  ResultKind = "data"
	ResultEmpty ResultKind = "empty" // it ran, in scope, and found nothing
	ResultError ResultKind = "error"
	ResultNone  ResultKind = "none" // not run, or not done yet
)

// DataMode says whether a result came from a living system.
type DataMode string

// The data modes of the contract.
const (
	DataLive   DataMode = "live"
	DataBundle DataMode = "bundle" // a saved incident
	DataReplay DataMode = "replay" // a recording
)

// SourceClass says what kind of source a result is; the tool's adapter sets it.
type SourceClass string

// The source classes of the contract.
const (
	SourceAlert     SourceClass = "alert"     // alert text
	SourceKnowledge SourceClass = "knowledge" // documents and runbooks
	SourceObserved  SourceClass = "observed"  // all others
)

// ToolInvocation is one row for one call that really ran. Only tool.Recorder
// makes one: before the call starts, and completed when it ends.
type ToolInvocation struct {
	InvocationID     string           `json:"invocation_id"`
	SessionID        string           `json:"session_id"`
	RunID            string           `json:"run_id"`
	Seq              int              `json:"seq"`
	ToolName         string           `json:"tool_name"`
	ToolSource       string           `json:"tool_source"`
	Arguments        json.RawMessage  `json:"arguments"` // a JSON object
	Status           InvocationStatus `json:"status"`
	ResultKind       ResultKind       `json:"result_kind"`
	DataMode         DataMode         `json:"data_mode"`
	SourceClass      SourceClass      `json:"source_class"`
	StartedAt        time.Time        `json:"started_at,omitzero"`
	EndedAt          time.Time        `json:"ended_at,omitzero"`
	AttemptCount     int              `json:"attempt_count"`
	Error            *string          `json:"error"`
	Output           json.RawMessage  `json:"output"` // the whole redacted raw output; text is {"lines": [...]}
	OutputSHA256     string           `json:"output_sha256,omitempty"`
	Truncated        bool             `json:"truncated"` // the source returned less than there was
	RetrievalDetails RetrievalDetails `json:"retrieval_details"`
}

// RetrievalDetails says what a call searched and which parts of its output may
// be cited. The tool's adapter computes it, never a model.
type RetrievalDetails struct {
	EvidenceRefs []string        `json:"evidence_refs"` // paths or slices, e.g. $.lines[0:5000]
	Window       *Window         `json:"window,omitempty"`
	Scope        json.RawMessage `json:"scope,omitempty"` // a JSON object, e.g. {"namespace": "shop"}
	Total        *int64          `json:"total,omitempty"`
	Returned     *int64          `json:"returned,omitempty"`
}

// Window is a span of time, both ends included.
type Window struct {
	From time.Time `json:"from,omitzero"`
	To   time.Time `json:"to,omitzero"`
}
