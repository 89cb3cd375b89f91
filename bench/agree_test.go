package bench_test

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/bench"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

// rows are those of the session that the outputs below speak of, and one of another.
var rows = []superbiz.ToolInvocation{
	row("inv-1", "s-1", "kubernetes_get"),
	row("inv-2", "s-1", "logs_search"),
	row("inv-9", "s-9", "kubernetes_get"),
}

func row(id, session, tool string) superbiz.ToolInvocation {
	return superbiz.ToolInvocation{
		InvocationID: id, SessionID: session, ToolName: tool,
		Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData, Output: json.RawMessage(`{"a":1}`),
	}
}

const sound = `{
	"answer_version": "executor_evidence_v2",
	"claims": [{
		"claim_id": "c1", "claim_type": "observation", "text": "It restarted 14 times.",
		"evidence_bindings": [{
			"source_invocation_ids": ["inv-1"], "tool_name": "kubernetes_get", "raw_path": "$.a", "excerpt": "1",
			"assertions": [{"raw_path": "$.a", "op": "eq", "value": 1}, {"raw_path": "$.b", "op": "absent"}]
		}],
		"derivations": [{"value": 1, "op": "count", "operands": [{"invocation_id": "inv-1", "raw_path": "$.a"}]}],
		"confidence": 0.5
	}, {
		"claim_id": "c2", "claim_type": "absence", "text": "No crash.",
		"evidence_bindings": [{"source_invocation_ids": ["inv-2"], "tool_name": "logs_search", "raw_path": null}]
	}],
	"hypotheses": [{"hypothesis_id": "h1", "text": "Memory.", "status": "supported", "supported_by": ["c1"], "contradicted_by": [],
		"cause": {"code": "out_of_memory", "object": "pod/x"}}],
	"recommended_actions": [{"action_id": "a1", "text": "Look.", "command": "kubectl get pods", "risk": "read_only", "requires_approval": false}],
	"missing_info": [{"text": "Nothing is known of the node.", "reason": "not_queried", "source_invocation_ids": ["inv-1"]}]
}`

// change replaces a part of the sound output that stands in it.
type change struct{ name, old, new string }

// faultless are outputs in which no rule finds anything.
var faultless = []change{
	{"sound", "", ""},
	{"null for absence", `"confidence": 0.5`, `"confidence": null`},
	{"a quantity as text", `{"value": 1, "op": "count"`, `{"value": "1 row", "op": "count"`},
	{"two ids", `["inv-2"]`, `["inv-2", "inv-2"]`},
}

// malformed are faults of shape that a JSON Schema can tell.
var malformed = []change{
	{"version", `executor_evidence_v2`, `executor_evidence_v1`},
	{"missing list", `"hypotheses"`, `"hypothesis"`},
	{"a list that is none", `"missing_info": [`, `"missing_info": {}, "more": [`},
	{"unknown field", `"claim_id": "c1",`, `"claim_id": "c1", "severity": 1,`},
	{"removed field", `"answer_version"`, `"diagnosis_summary": "x", "answer_version"`},
	{"type of claim", `"absence"`, `"guess"`},
	{"blank text", `"No crash."`, `" "`},
	{"text that is none", `"No crash."`, `7`},
	{"no binding", `[{"source_invocation_ids": ["inv-2"], "tool_name": "logs_search", "raw_path": null}]`, `[]`},
	{"no tool", `"tool_name": "logs_search", `, ``},
	{"empty excerpt", `"excerpt": "1"`, `"excerpt": ""`},
	{"operator", `"op": "eq"`, `"op": "like"`},
	{"no value", `"op": "eq", "value": 1`, `"op": "eq"`},
	{"value of absent", `"op": "absent"`, `"op": "absent", "value": 1`},
	{"arithmetic", `"op": "count"`, `"op": "power"`},
	{"no operand", `"operands": [{"invocation_id": "inv-1", "raw_path": "$.a"}]`, `"operands": []`},
	{"confidence", `0.5`, `1.5`},
	{"status", `"supported", "sup`, `"certain", "sup`},
	{"cause in words", `"out_of_memory"`, `"Out of memory"`},
	{"risk", `"read_only"`, `"none"`},
	{"approval that is no boolean", `"requires_approval": false`, `"requires_approval": "no"`},
	{"reason", `"not_queried"`, `"unknown"`},
	{"action without text", `"text": "Look.", `, ``},
}

// inconsistent are faults of shape beyond a JSON Schema.
var inconsistent = []change{
	{"one id twice", `"claim_id": "c2"`, `"claim_id": "c1"`},
	{"support of no claim", `"supported_by": ["c1"]`, `"supported_by": ["c7"]`},
}

// unfounded are outputs of sound shape whose references are not, and where.
var unfounded = []struct {
	change
	at string
}{
	{change{"unknown id", `["inv-2"]`, `["inv-7"]`}, "claims[1].evidence_bindings[0]"},
	{change{"of another session", `["inv-2"], "tool_name": "logs_search"`, `["inv-9"], "tool_name": "kubernetes_get"`}, "claims[1].evidence_bindings[0]"},
	{change{"of another tool", `"logs_search"`, `"kubernetes_get"`}, "claims[1].evidence_bindings[0]"},
	{change{"one of two unknown", `["inv-2"]`, `["inv-2", "inv-7"]`}, "claims[1].evidence_bindings[0]"},
	{change{"operand", `"invocation_id": "inv-1"`, `"invocation_id": "inv-7"`}, "claims[0].derivations[0].operands[0]"},
}

func (c change) apply(t *testing.T) string {
	t.Helper()
	if !strings.Contains(sound, c.old) {
		t.Fatalf("%q is not in the sound output", c.old)
	}
	return strings.Replace(sound, c.old, c.new, 1)
}

// verdict is what a checker says of an output.
type verdict struct {
	malformed bool
	at        []string // places of references that are not sound
}

func ours(t *testing.T, gate *gatekeeper.Gate, output string) verdict {
	t.Helper()
	result := gate.Validate(gatekeeper.Input{
		SessionID: "s-1", Invocations: rows, Attempt: superbiz.Attempt{StructuredOutput: json.RawMessage(output)},
	})
	var v verdict
	at := map[string]bool{}
	for _, e := range result.Errors {
		if e.RuleID == "schema.executor_v2" {
			v.malformed = true
		} else {
			at[e.Target] = true
		}
	}
	v.at = slices.Sorted(maps.Keys(at))
	return v
}

func opas(t *testing.T, policy *bench.Policy, output string) verdict {
	t.Helper()
	trace := &superbiz.DiagnosisTrace{SessionID: "s-1", ToolInvocations: rows}
	found, err := policy.Decoded(t.Context(), bench.PolicyInput(trace, decode(t, output)))
	if err != nil {
		t.Fatal(err)
	}
	v := verdict{malformed: len(found.Schema) > 0}
	for _, place := range found.Reference {
		v.at = append(v.at, place.(string))
	}
	slices.Sort(v.at)
	return v
}

func decode(t *testing.T, text string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// TestPolicyAgrees shows that the policy checks what the two rules check.
func TestPolicyAgrees(t *testing.T) {
	t.Parallel()
	gate, err := bench.TwoRulesGate()
	if err != nil {
		t.Fatal(err)
	}
	policy, err := bench.NewPolicy(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	check := func(c change, want verdict) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			output := c.apply(t)
			for name, got := range map[string]verdict{"the rules": ours(t, gate, output), "the policy": opas(t, policy, output)} {
				// After a fault of shape only the claims that are well formed are looked at further.
				if got.malformed != want.malformed || !want.malformed && !slices.Equal(got.at, want.at) {
					t.Errorf("%s: got %+v, want %+v", name, got, want)
				}
			}
		})
	}
	for _, c := range faultless {
		check(c, verdict{})
	}
	for _, c := range slices.Concat(malformed, inconsistent) {
		check(c, verdict{malformed: true})
	}
	for _, c := range unfounded {
		check(c.change, verdict{at: []string{c.at}})
	}
}

// TestSchemaAgrees shows that the published schema refuses what the schema rule
// does, as far as a JSON Schema can tell it.
func TestSchemaAgrees(t *testing.T) {
	t.Parallel()
	schema, err := bench.CompileSchema(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range faultless {
		if err := schema.Validate(decode(t, c.apply(t))); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for _, c := range malformed {
		if err := schema.Validate(decode(t, c.apply(t))); err == nil {
			t.Errorf("%s: the schema accepts it", c.name)
		}
	}
}

// TestAjvAgrees is TestSchemaAgrees for ajv, where it is installed.
func TestAjvAgrees(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("ajv/node_modules/ajv"); err != nil {
		t.Skip("ajv is not installed: npm ci --prefix ajv")
	}
	var outputs strings.Builder
	var want []string
	for i, c := range slices.Concat(faultless, malformed) {
		line, err := json.Marshal(decode(t, c.apply(t)))
		if err != nil {
			t.Fatal(err)
		}
		outputs.Write(append(line, '\n'))
		want = append(want, map[bool]string{true: "true", false: "false"}[i < len(faultless)])
	}
	cmd := exec.CommandContext(t.Context(), "node", "ajv/ajv.mjs", "check", schemaFile)
	cmd.Stdin = strings.NewReader(outputs.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for lines := bufio.NewScanner(strings.NewReader(string(out))); lines.Scan(); {
		got = append(got, lines.Text())
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
