package bench

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	superbiz "github.com/superbizagent/superbizagent"
)

//go:embed policy/gate.rego
var policy string

// Policy is the schema and reference rules as a prepared query of OPA.
type Policy struct {
	query rego.PreparedEvalQuery
}

// NewPolicy compiles the policy and prepares its query.
func NewPolicy(ctx context.Context) (*Policy, error) {
	query, err := rego.New(rego.Query("findings := data.gate.findings"), rego.Module("gate.rego", policy)).PrepareForEval(ctx)
	if err != nil {
		return nil, fmt.Errorf("prepare the policy: %w", err)
	}
	return &Policy{query}, nil
}

// PolicyFindings are the places at which the policy found something.
type PolicyFindings struct {
	Schema    []any
	Reference []any
}

// Decoded evaluates the policy for an input of decoded JSON values.
func (p *Policy) Decoded(ctx context.Context, input any) (PolicyFindings, error) {
	return findings(p.query.Eval(ctx, rego.EvalInput(input)))
}

// Parsed evaluates the policy for an input that was brought into OPA's own values
// beforehand: the least that OPA can be asked to do.
func (p *Policy) Parsed(ctx context.Context, input ast.Value) (PolicyFindings, error) {
	return findings(p.query.Eval(ctx, rego.EvalParsedInput(input)))
}

func findings(results rego.ResultSet, err error) (PolicyFindings, error) {
	if err != nil {
		return PolicyFindings{}, fmt.Errorf("evaluate the policy: %w", err)
	}
	if len(results) != 1 {
		return PolicyFindings{}, fmt.Errorf("evaluate the policy: %d results, want 1", len(results))
	}
	found, ok := results[0].Bindings["findings"].(map[string]any)
	if !ok {
		return PolicyFindings{}, fmt.Errorf("evaluate the policy: findings are %T", results[0].Bindings["findings"])
	}
	schema, _ := found["schema"].([]any)
	reference, _ := found["reference"].([]any)
	return PolicyFindings{schema, reference}, nil
}

// PolicyInput returns what the policy reads of a trace: the output, decoded, and of
// the rows only what references need.
func PolicyInput(t *superbiz.DiagnosisTrace, output any) map[string]any {
	rows := make([]any, len(t.ToolInvocations))
	for i, row := range t.ToolInvocations {
		rows[i] = map[string]any{"invocation_id": row.InvocationID, "session_id": row.SessionID, "tool_name": row.ToolName}
	}
	return map[string]any{"session_id": t.SessionID, "output": output, "rows": rows}
}
