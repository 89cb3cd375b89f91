package docs_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/trace"
)

// schemas are the published ones, by the name of what they describe.
type schemas map[string]*jsonschema.Schema

func loadSchemas(t *testing.T) schemas {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	addresses := map[string]string{}
	for _, name := range []string{"executor_evidence_v2", "tool_invocation", "gatekeeper_result", "diagnosis_trace_v1"} {
		text, err := os.ReadFile(filepath.Join("schemas", name+".schema.json"))
		if err != nil {
			t.Fatal(err)
		}
		doc := decode(t, text)
		id, _ := doc.(map[string]any)["$id"].(string)
		if !strings.HasSuffix(id, "/"+name+".schema.json") {
			t.Fatalf("the $id of %s is %q", name, id)
		}
		if err := compiler.AddResource(id, doc); err != nil {
			t.Fatal(err)
		}
		addresses[name] = id
	}
	all := schemas{}
	for name, id := range addresses {
		schema, err := compiler.Compile(id)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = schema
	}
	return all
}

func decode(t *testing.T, text []byte) any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func (s schemas) check(t *testing.T, name string, text []byte) error {
	t.Helper()
	return s[name].Validate(decode(t, text))
}

// whole is an output with every member that there is.
const whole = `{
	"answer_version": "executor_evidence_v2",
	"claims": [{
		"claim_id": "c1", "claim_type": "observation", "text": "Sessions rose by 80 %.",
		"evidence_bindings": [{
			"source_invocation_ids": ["inv-1"], "tool_name": "metrics_query", "raw_path": "$.a", "excerpt": "180",
			"assertions": [{"raw_path": "$.a", "op": "eq", "value": 180, "unit": "sessions"}, {"raw_path": "$.b", "op": "exists"}]
		}],
		"derivations": [{"value": "80", "unit": "%", "op": "percent_change", "operands": [{"invocation_id": "inv-1", "raw_path": "$.a"}]}],
		"confidence": 0.9
	}, {
		"claim_id": "c2", "claim_type": "absence", "text": "No crash.",
		"evidence_bindings": [{"source_invocation_ids": ["inv-2"], "tool_name": "logs_errors"}]
	}],
	"hypotheses": [{
		"hypothesis_id": "h1", "text": "A leak.", "status": "supported", "supported_by": ["c1"], "contradicted_by": [],
		"cause": {"code": "connection_leak_2", "object": "deployment/checkout"}
	}],
	"recommended_actions": [{
		"action_id": "a1", "text": "Restart it.", "command": "kubectl rollout restart", "risk": "reversible", "requires_approval": true,
		"evidence_bindings": [{"source_invocation_ids": ["inv-1"], "tool_name": "metrics_query"}]
	}],
	"missing_info": [{"text": "Old logs.", "reason": "truncated", "source_invocation_ids": ["inv-2"]}]
}`

// TestExecutorSchema holds the schema to the code that reads an output: on every
// variant of a sound one that differs in one value, they agree.
func TestExecutorSchema(t *testing.T) {
	t.Parallel()
	all := loadSchemas(t)
	unreferenced := strings.Replace(whole, `"supported_by": ["c1"]`, `"supported_by": []`, 1)
	count := 0
	for where, text := range variants(t, unreferenced) {
		if strings.Contains(where, "source_invocation_ids") || strings.Contains(where, "supported_by") || strings.Contains(where, "contradicted_by") {
			continue // what no schema can say, and what another rule reports: see schemas/README.md
		}
		count++
		faults := faultsOf(t, text)
		err := all.check(t, "executor_evidence_v2", text)
		if (err == nil) != (len(faults) == 0) {
			t.Errorf("%s: the schema says %v, the code %v\n%s", where, err, faults, text)
		}
	}
	if count < 1000 {
		t.Errorf("only %d variants were tried", count)
	}
}

func faultsOf(t *testing.T, text []byte) []evidence.Fault {
	t.Helper()
	doc, err := evidence.Decode(text, evidence.MaxExecutorDepth)
	if err != nil {
		t.Fatal(err)
	}
	_, faults := evidence.ReadOutput(doc)
	return faults
}

// TestExecutorSchemaOnReferences has what the variants leave out.
func TestExecutorSchemaOnReferences(t *testing.T) {
	t.Parallel()
	all := loadSchemas(t)
	tests := []struct {
		name, old, replacement string
		valid                  bool
	}{
		{"nothing changed", "", "", true},
		{"no ids", `["inv-2"], "tool_name"`, `[], "tool_name"`, false},
		{"a blank id", `["inv-2"], "tool_name"`, `[" "], "tool_name"`, false},
		{"ids that are none", `["inv-2"], "tool_name"`, `[2], "tool_name"`, false},
		{"ids without a list", `["inv-2"], "tool_name"`, `"inv-2", "tool_name"`, false},
		{"missing_info without ids", `, "source_invocation_ids": ["inv-2"]}]`, `}]`, true},
		{"supported by nothing", `"supported_by": ["c1"]`, `"supported_by": []`, true},
		{"supported by text", `"supported_by": ["c1"]`, `"supported_by": "c1"`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(whole, test.old) {
				t.Fatalf("the document does not hold %s", test.old)
			}
			err := all.check(t, "executor_evidence_v2", []byte(strings.Replace(whole, test.old, test.replacement, 1)))
			if (err == nil) != test.valid {
				t.Errorf("got %v, want valid %v", err, test.valid)
			}
		})
	}
}

// TestSchemasOnOwnDocuments checks what the program itself writes.
func TestSchemasOnOwnDocuments(t *testing.T) {
	t.Parallel()
	all := loadSchemas(t)
	files, err := filepath.Glob("../cmd/superbiz/testdata/traces/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no traces (%v)", err)
	}
	for _, file := range files {
		checkTrace(t, all, file)
	}
	internal := gatekeeper.New(nil).Validate(gatekeeper.Input{})
	if err := all.check(t, "gatekeeper_result", toJSON(t, internal)); err != nil {
		t.Errorf("the result of a gate that broke: %v", err)
	}
}

// TestSchemasOnCases checks traces of other people's runs.
func TestSchemasOnCases(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("SUPERBIZ_CASES")
	if dir == "" {
		t.Skip("SUPERBIZ_CASES is not set")
	}
	all := loadSchemas(t)
	files, err := filepath.Glob(filepath.Join(dir, "gate", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no traces in %s/gate (%v)", dir, err)
	}
	for _, file := range files {
		checkTrace(t, all, file)
	}
}

// checkTrace checks a trace by its schema as it came, and with the result of the
// gate in it as it is written.
func checkTrace(t *testing.T, all schemas, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := all.check(t, "diagnosis_trace_v1", text); err != nil {
		t.Errorf("%s: %v", file, err)
	}
	doc, err := trace.Decode(text, trace.Options{})
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	in := gatekeeper.InputOf(doc)
	result := gatekeeper.New(rules.Catalogue()).Validate(in)
	if err := all.check(t, "gatekeeper_result", toJSON(t, result)); err != nil {
		t.Errorf("the result of %s: %v", file, err)
	}
	last := &doc.Executor.Attempts[len(doc.Executor.Attempts)-1]
	last.GatekeeperResult = &result
	doc.Verifier = &superbiz.VerifierResult{Status: superbiz.VerifierCompleted, Mode: superbiz.ModeDeterministic, Verdict: superbiz.VerdictPass}
	doc.Composer = &superbiz.ComposerResult{Status: superbiz.ComposerValid, Citations: []superbiz.Citation{{Mark: "[1]", ClaimID: "c1"}}}
	doc.Usage = &superbiz.Usage{ToolCalls: 1}
	var written bytes.Buffer
	if err := trace.Encode(&written, doc); err != nil {
		t.Fatal(err)
	}
	if err := all.check(t, "diagnosis_trace_v1", written.Bytes()); err != nil {
		t.Errorf("%s as written: %v", file, err)
	}
}

func toJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
