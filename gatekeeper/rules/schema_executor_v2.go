package rules

import (
	_ "embed"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed schema_executor_v2.md
var schemaExecutorV2Page string

var schemaExecutorV2 = &gatekeeper.Rule{
	ID:              "schema.executor_v2",
	Description:     "the executor output must be one sound executor_evidence_v2 document",
	Doc:             schemaExecutorV2Page,
	DefaultSeverity: superbiz.SeverityReject,
	Locked:          true,
	LeavesOutputs:   true,
	Reads:           gatekeeper.Everything,
	Run:             runSchemaExecutorV2,
}

func runSchemaExecutorV2(p *gatekeeper.Pass) error {
	if p.Parsed.Document == nil {
		p.Report(superbiz.Finding{Message: "parse_status is " + string(p.Parsed.Status) + ": " + p.Parsed.Reason})
	}
	if p.Differs {
		p.Report(superbiz.Finding{
			Message: "structured_output is not what raw_output says: hand over one of them, or the same in both",
		})
	}
	for _, f := range p.Faults {
		p.Report(superbiz.Finding{
			ClaimID: f.ClaimID, HypothesisID: f.HypothesisID, ActionID: f.ActionID,
			Target: f.Target, Message: f.Message,
		})
	}
	return nil
}
