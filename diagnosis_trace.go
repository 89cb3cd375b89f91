package superbiz

import "encoding/json"

// TraceVersion is the only value of DiagnosisTrace.TraceVersion.
const TraceVersion = "diagnosis_trace_v1"

// DiagnosisTrace is a whole run as one JSON document. TraceVersion, SessionID,
// ToolInvocations and an Executor with one attempt are enough to gate it.
type DiagnosisTrace struct {
	TraceVersion    string           `json:"trace_version"`
	SessionID       string           `json:"session_id"`
	RunID           string           `json:"run_id,omitempty"`
	RunMode         RunMode          `json:"run_mode,omitempty"`
	Question        *Question        `json:"question,omitempty"`
	Plan            *Plan            `json:"plan,omitempty"`
	ToolInvocations []ToolInvocation `json:"tool_invocations"`
	Executor        Executor         `json:"executor"`
	Verifier        *VerifierResult  `json:"verifier,omitempty"`
	Composer        *ComposerResult  `json:"composer,omitempty"`
	Usage           *Usage           `json:"usage,omitempty"`
}

// RunMode says where a run's evidence came from. A missing one is not live.
type RunMode string

// The run modes of the contract.
const (
	RunLive   RunMode = "live"
	RunBundle RunMode = "bundle"
	RunReplay RunMode = "replay"
)

// RunStatus is where a run stands.
type RunStatus string

// The run statuses of the contract.
const (
	RunQueued      RunStatus = "queued"
	RunRunning     RunStatus = "running"
	RunCompleted   RunStatus = "completed"
	RunFailed      RunStatus = "failed"
	RunCancelled   RunStatus = "cancelled"
	RunInterrupted RunStatus = "interrupted"
)

// Question is what was asked, with what is known of where and when.
type Question struct {
	Text   string          `json:"text"`
	Alert  json.RawMessage `json:"alert,omitempty"`  // an alert as it came, a JSON object
	Scope  json.RawMessage `json:"scope,omitempty"`  // a JSON object, e.g. {"namespace": "shop"}
	Window *Window         `json:"window,omitempty"` // when it happened
}

// Plan is what to look at, in order.
type Plan struct {
	Steps  []PlanStep `json:"steps"`
	Budget Budget     `json:"budget"`
	Note   string     `json:"note,omitempty"` // why it is not the plan that was asked for
}

// PlanStep is one planned tool call and why it is made.
type PlanStep struct {
	ToolName  string          `json:"tool_name"`
	Arguments json.RawMessage `json:"arguments"` // a JSON object
	Purpose   string          `json:"purpose"`
}

// Budget bounds a run. Zero means the executor's default.
type Budget struct {
	ToolCalls   int   `json:"tool_calls,omitempty"`
	WallSeconds int   `json:"wall_seconds,omitempty"`
	Tokens      int64 `json:"tokens,omitempty"`
}

// Executor is the executor's part of a trace.
type Executor struct {
	Kind          ExecutorKind `json:"kind"`
	Model         string       `json:"model,omitempty"`
	PromptVersion string       `json:"prompt_version,omitempty"`
	Attempts      []Attempt    `json:"attempts"`
}

// ExecutorKind names who gathered the evidence.
type ExecutorKind string

// The executor kinds.
const (
	ExecutorAnalyst  ExecutorKind = "analyst"
	ExecutorModel    ExecutorKind = "model"
	ExecutorRecorded ExecutorKind = "recorded"
)

// Attempt is one hand-over of the executor and what the gate said of it. In a
// trace from outside, everything but RawOutput and StructuredOutput is hearsay.
type Attempt struct {
	RawOutput        *string           `json:"raw_output,omitempty"`
	ParseStatus      ParseStatus       `json:"parse_status,omitempty"`
	StructuredOutput json.RawMessage   `json:"structured_output,omitempty"`
	GatekeeperResult *GatekeeperResult `json:"gatekeeper_result,omitempty"`
}

// Usage is what a run cost.
type Usage struct {
	ToolCalls        int      `json:"tool_calls"`
	ModelCalls       int      `json:"model_calls,omitempty"`
	PromptTokens     int64    `json:"prompt_tokens,omitempty"`
	CompletionTokens int64    `json:"completion_tokens,omitempty"`
	Cost             *float64 `json:"cost,omitempty"`     // of the model calls; nil is not known
	Currency         string   `json:"currency,omitempty"` // of the cost; "" is whatever the prices were in
	WallMillis       int64    `json:"wall_millis,omitempty"`
}

// Add returns the sum of two usages. A cost that is not known for both of them is not
// known for their sum.
func (u Usage) Add(v Usage) Usage {
	cost, currency := u.sumOfCosts(v)
	return Usage{
		ToolCalls:        u.ToolCalls + v.ToolCalls,
		ModelCalls:       u.ModelCalls + v.ModelCalls,
		PromptTokens:     u.PromptTokens + v.PromptTokens,
		CompletionTokens: u.CompletionTokens + v.CompletionTokens,
		Cost:             cost,
		Currency:         currency,
		WallMillis:       u.WallMillis + v.WallMillis,
	}
}

func (u Usage) sumOfCosts(v Usage) (*float64, string) {
	switch {
	case v.ModelCalls == 0 && v.Cost == nil:
		return u.Cost, u.Currency
	case u.ModelCalls == 0 && u.Cost == nil:
		return v.Cost, v.Currency
	case u.Cost == nil || v.Cost == nil || u.Currency != v.Currency:
		return nil, ""
	}
	sum := *u.Cost + *v.Cost
	return &sum, u.Currency
}
