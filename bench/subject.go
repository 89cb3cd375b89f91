package bench

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/trace"
)

// Subject is one program as it is measured: what Run does is counted, what it was
// given is not.
type Subject struct {
	Name string
	Run  func() error
}

// Names of subjects.
const (
	Floor         = "encoding/json into any"
	FloorTyped    = "encoding/json into DiagnosisTrace"
	Decoding      = "trace.Decode"
	Whole         = "trace.Decode + whole catalogue"
	TwoRules      = "schema + reference rules"
	OPAAll        = "OPA with decoding"
	OPA           = "OPA, decoded input"
	OPAParsed     = "OPA, input in its own values"
	JSONSchemaAll = "jsonschema with decoding"
	JSONSchema    = "jsonschema, decoded output"
)

// Documents are the subjects that begin with the bytes of a trace.
func Documents(data []byte) []Subject {
	gate := gatekeeper.New(rules.Catalogue())
	return []Subject{
		{Floor, func() error { return floor(data) }},
		{FloorTyped, func() error { return floorTyped(data) }},
		{Decoding, func() error {
			_, err := trace.Decode(data, trace.Options{})
			return err
		}},
		{Whole, func() error {
			result, err := judge(gate, data)
			if err != nil {
				return err
			}
			return mustPass(result)
		}},
	}
}

// Outputs are the subjects that begin with a decoded trace, and check its last
// attempt. schema is the path of the published JSON Schema.
func Outputs(ctx context.Context, data []byte, schema string) ([]Subject, error) {
	decoded, err := trace.Decode(data, trace.Options{})
	if err != nil {
		return nil, err
	}
	text := []byte(*decoded.Executor.Attempts[0].RawOutput)
	var output any
	if err := json.Unmarshal(text, &output); err != nil {
		return nil, fmt.Errorf("decode the output: %w", err)
	}
	gate, err := TwoRulesGate()
	if err != nil {
		return nil, err
	}
	ours := Subject{TwoRules, func() error { return mustPass(gate.Validate(gatekeeper.InputOf(decoded))) }}
	opa, err := opaSubjects(ctx, decoded, text, output)
	if err != nil {
		return nil, err
	}
	schemas, err := schemaSubjects(schema, text, output)
	return append(append([]Subject{ours}, opa...), schemas...), err
}

func opaSubjects(ctx context.Context, decoded *superbiz.DiagnosisTrace, text []byte, output any) ([]Subject, error) {
	policy, err := NewPolicy(ctx)
	if err != nil {
		return nil, err
	}
	input := PolicyInput(decoded, output)
	parsed, err := ast.InterfaceToValue(input)
	if err != nil {
		return nil, fmt.Errorf("bring the input into values of OPA: %w", err)
	}
	return []Subject{
		{OPAAll, func() error {
			var output any
			if err := json.Unmarshal(text, &output); err != nil {
				return err
			}
			return nothing(policy.Decoded(ctx, PolicyInput(decoded, output)))
		}},
		{OPA, func() error { return nothing(policy.Decoded(ctx, input)) }},
		{OPAParsed, func() error { return nothing(policy.Parsed(ctx, parsed)) }},
	}, nil
}

func nothing(found PolicyFindings, err error) error {
	if err == nil && len(found.Schema)+len(found.Reference) > 0 {
		return fmt.Errorf("the policy refused the output: %v", found)
	}
	return err
}

func schemaSubjects(path string, text []byte, output any) ([]Subject, error) {
	schema, err := CompileSchema(path)
	if err != nil {
		return nil, err
	}
	return []Subject{
		{JSONSchemaAll, func() error {
			var decoded any
			if err := json.Unmarshal(text, &decoded); err != nil {
				return err
			}
			return schema.Validate(decoded)
		}},
		{JSONSchema, func() error { return schema.Validate(output) }},
	}, nil
}
