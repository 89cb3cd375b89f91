package model_test

import (
	"context"
	"fmt"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor/model"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/llm"
)

// beforeVerifier is the hook of another agent: before its verifying model is asked,
// what the executor handed over is parsed and gated, and the model is told the
// result. What the gate fails never reaches the model.
type beforeVerifier struct {
	model.NoHooks
	gate    *gatekeeper.Gate
	session string
	rows    []superbiz.ToolInvocation
}

// BeforeModel gates the last message, which is the executor's output.
func (h beforeVerifier) BeforeModel(_ context.Context, request *llm.Request) error {
	output := request.Messages[len(request.Messages)-1].Text
	result := h.gate.Validate(gatekeeper.Input{
		SessionID: h.session, Attempt: superbiz.Attempt{RawOutput: &output}, Invocations: h.rows,
	})
	if result.Status == superbiz.GateFail {
		return fmt.Errorf("the gate refused it: %s", strings.Join(result.FailedRules, ", "))
	}
	request.Messages = append(request.Messages, llm.Message{Role: llm.RoleUser, Text: "The gate says: " + string(result.Status)})
	return nil
}

// agent is somebody else's: an executor wrote its output, a verifier reads it.
func agent(ctx context.Context, hooks model.Hooks, output string) string {
	request := llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: output}}}
	if err := hooks.BeforeModel(ctx, &request); err != nil {
		return err.Error()
	}
	return "the verifier is asked. " + request.Messages[len(request.Messages)-1].Text
}

// The Gatekeeper stands between the executor and the verifier of another agent.
func ExampleHooks() {
	hooks := beforeVerifier{
		gate: gatekeeper.New(rules.Catalogue()), session: "s-1",
		rows: []superbiz.ToolInvocation{{
			InvocationID: "inv-1", SessionID: "s-1", ToolName: "pool_status",
			Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData,
			Output: []byte(`{"connections": 20}`), RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: []string{"$"}},
		}},
	}
	output := `{"answer_version":"executor_evidence_v2","claims":[{"claim_id":"c1","claim_type":"observation",
		"text":"The pool has 20 connections.","evidence_bindings":[{"source_invocation_ids":["inv-1"],"tool_name":"pool_status",
		"raw_path":"$.connections"}]}],"hypotheses":[],"recommended_actions":[],"missing_info":[]}`
	fmt.Println(agent(context.Background(), hooks, output))
	fmt.Println(agent(context.Background(), hooks, strings.ReplaceAll(output, "inv-1", "inv-9")))
	// Output:
	// the verifier is asked. The gate says: pass
	// the gate refused it: evidence.invocation_ref
}
