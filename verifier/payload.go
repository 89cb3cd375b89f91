package verifier

import (
	"encoding/json"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/reading"
)

// Payload is all that the Verifier looks at. Its JSON is what a verifying model
// is shown.
type Payload struct {
	Question         superbiz.Question         `json:"question"`
	ParseStatus      superbiz.ParseStatus      `json:"parse_status"`
	StructuredOutput json.RawMessage           `json:"structured_output"`
	ToolTraceSummary []CallSummary             `json:"tool_trace_summary"`
	GatekeeperResult superbiz.GatekeeperResult `json:"gatekeeper_result"`

	Output evidence.Output  `json:"-"` // the well-formed parts of StructuredOutput
	Ledger *evidence.Ledger `json:"-"` // the rows themselves
	// Reading reads claims against Ledger. Who has read the same rows already, as the
	// gate has, passes its reader on; nil makes one.
	Reading *reading.Reader `json:"-"`

	// Spend is told what each call of a model cost; nil is nobody.
	Spend func(superbiz.Usage) `json:"-"`
}

// CallSummary is one line of the tool trace: what was called, how it ended, and a
// bounded view of what it returned.
type CallSummary struct {
	InvocationID string                    `json:"invocation_id"`
	ToolName     string                    `json:"tool_name"`
	Arguments    json.RawMessage           `json:"arguments"`
	Status       superbiz.InvocationStatus `json:"status"`
	ResultKind   superbiz.ResultKind       `json:"result_kind"`
	Window       *superbiz.Window          `json:"window,omitempty"`
	Scope        json.RawMessage           `json:"scope,omitempty"`
	Total        *int64                    `json:"total,omitempty"`
	Returned     *int64                    `json:"returned,omitempty"`
	View         string                    `json:"view"`
}

// maxView bounds the view of one output, in bytes.
const maxView = 2000

// NewPayload builds the payload of one attempt. The gatekeeper_result is part of
// it: what the gate found is not asked again.
func NewPayload(q superbiz.Question, a superbiz.Attempt, sessionID string, rows []superbiz.ToolInvocation, gate superbiz.GatekeeperResult) Payload {
	parsed, _ := evidence.ParseAttempt(a)
	p := Payload{
		Question:         q,
		ParseStatus:      parsed.Status,
		ToolTraceSummary: make([]CallSummary, 0, len(rows)),
		GatekeeperResult: gate,
		Ledger:           evidence.NewLedger(sessionID, rows),
	}
	if parsed.Document != nil {
		p.StructuredOutput = json.RawMessage(parsed.Document.Raw())
		p.Output, _ = evidence.ReadOutput(parsed.Document)
	}
	for i := range rows {
		p.ToolTraceSummary = append(p.ToolTraceSummary, summarize(&rows[i]))
	}
	return p
}

func summarize(row *superbiz.ToolInvocation) CallSummary {
	d := row.RetrievalDetails
	return CallSummary{
		InvocationID: row.InvocationID, ToolName: row.ToolName, Arguments: row.Arguments,
		Status: row.Status, ResultKind: row.ResultKind,
		Window: d.Window, Scope: d.Scope, Total: d.Total, Returned: d.Returned,
		View: view(row.Output),
	}
}

// view keeps the head and the tail of a long output and says what was cut.
func view(output []byte) string {
	if len(output) <= maxView {
		return string(output)
	}
	head, tail := string(output[:maxView/2]), string(output[len(output)-maxView/2:])
	return strings.ToValidUTF8(head, "") + " …(cut)… " + strings.ToValidUTF8(tail, "")
}
