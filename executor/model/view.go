package model

import (
	"encoding/json"
	"fmt"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// shownRow is a row as the model sees it. It is sent as JSON: what a tool returned
// stands in strings, and cannot end them.
type shownRow struct {
	InvocationID string                    `json:"invocation_id"`
	ToolName     string                    `json:"tool_name"`
	Arguments    json.RawMessage           `json:"arguments,omitempty"`
	Status       superbiz.InvocationStatus `json:"status"`
	ResultKind   superbiz.ResultKind       `json:"result_kind"`
	SourceClass  superbiz.SourceClass      `json:"source_class,omitempty"`
	Age          string                    `json:"age,omitempty"` // of a row of an earlier question
	Error        string                    `json:"error,omitempty"`
	Citable      []string                  `json:"citable_paths"`
	Window       *superbiz.Window          `json:"window,omitempty"`
	Scope        json.RawMessage           `json:"scope,omitempty"`
	Total        *int64                    `json:"total,omitempty"`
	Returned     *int64                    `json:"returned,omitempty"`
	Truncated    bool                      `json:"truncated,omitempty"`
	Output       json.RawMessage           `json:"output,omitempty"`
	Cut          string                    `json:"cut,omitempty"` // what of the output is not shown
}

// showRow renders a row with a bounded view of its output, and as a stub without
// it. The row itself stays whole, and citable, whatever is shown of it.
func (c *conversation) showRow(row superbiz.ToolInvocation) (view, stub string) {
	r := row.RetrievalDetails
	shown := shownRow{
		InvocationID: row.InvocationID, ToolName: row.ToolName, Arguments: viewOfArguments(row.Arguments), Status: row.Status,
		ResultKind: row.ResultKind, SourceClass: row.SourceClass, Age: c.ageOf(row), Citable: r.EvidenceRefs,
		Window: r.Window, Scope: r.Scope, Total: r.Total, Returned: r.Returned, Truncated: row.Truncated,
	}
	if row.Error != nil {
		shown.Error = head(*row.Error, maxError)
	}
	if len(shown.Citable) > maxPaths {
		shown.Citable = append(shown.Citable[:maxPaths:maxPaths], fmt.Sprintf("and %d more", len(r.EvidenceRefs)-maxPaths))
	}
	without := shown
	without.Cut = "the output is not shown any more, to keep this conversation short; it is still recorded and citable"
	shown.Output, shown.Cut = viewOf(&row, c.task.Outputs, c.viewBytes)
	return asJSON(shown), asJSON(without)
}

const (
	maxError     = 2_000
	maxArguments = 4_000
)

// viewOfArguments leaves long arguments out: the model wrote them itself.
func viewOfArguments(arguments json.RawMessage) json.RawMessage {
	if len(arguments) > maxArguments {
		return nil
	}
	return arguments
}

// ageOf says how long before this question a row of an earlier one was recorded.
func (c *conversation) ageOf(row superbiz.ToolInvocation) string {
	if row.RunID == c.task.RunID || row.StartedAt.IsZero() {
		return ""
	}
	age := c.task.AskedAt.Sub(row.StartedAt).Round(time.Minute)
	return fmt.Sprintf("of an earlier question, recorded %d minutes before this one", max(0, int(age.Minutes())))
}

// viewOf returns an output whole where it is small, else what matters of it, and
// what was left out.
func viewOf(row *superbiz.ToolInvocation, outputs *evidence.Outputs, most int) (json.RawMessage, string) {
	if len(row.Output) <= most {
		return row.Output, ""
	}
	doc, err := outputs.Of(row)
	if err != nil {
		return nil, "the output cannot be shown: it is no JSON"
	}
	var p pruner
	view := p.value(doc.Root(), most)
	return view, fmt.Sprintf("%d of %d values are shown; elements of long arrays stand under their index", p.shown, doc.Len())
}
