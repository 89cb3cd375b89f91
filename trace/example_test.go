package trace_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/trace"
)

// Gate a trace of any agent.
func Example() {
	document := strings.NewReader(`{
		"trace_version": "diagnosis_trace_v1", "session_id": "s-1",
		"tool_invocations": [{
			"invocation_id": "inv-1", "session_id": "s-1", "tool_name": "kubernetes_describe",
			"status": "succeeded", "result_kind": "data", "output": {"restart_count": 14},
			"retrieval_details": {"evidence_refs": ["$"]}
		}],
		"executor": {"attempts": [{"structured_output": {
			"answer_version": "executor_evidence_v2",
			"claims": [{
				"claim_id": "c1", "claim_type": "observation", "text": "The container restarted 14 times.",
				"evidence_bindings": [{
					"source_invocation_ids": ["inv-7"], "tool_name": "kubernetes_describe", "raw_path": "$.restart_count"
				}]
			}],
			"hypotheses": [], "recommended_actions": [], "missing_info": []
		}}]}
	}`)
	t, err := trace.Read(document, trace.Options{})
	var rows *trace.RowsError
	if err != nil && !errors.As(err, &rows) {
		fmt.Println("cannot be judged:", err)
		return
	}
	in := gatekeeper.InputOf(t)
	if rows != nil { // its rows are broken: it is judged, and fails
		in.InvocationsErr = rows
	}
	result := gatekeeper.New(rules.Catalogue()).Validate(in)
	fmt.Println(result.Status)
	for _, f := range result.Errors {
		fmt.Println(f.RuleID, f.ClaimID, f.Target)
	}
	// Output:
	// fail
	// evidence.invocation_ref c1 claims[0].evidence_bindings[0]
}
