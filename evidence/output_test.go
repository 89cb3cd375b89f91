package evidence_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// sound is an output that uses every field.
const sound = `{
  "answer_version": "executor_evidence_v2",
  "claims": [{
    "claim_id": "c1", "claim_type": "observation", "text": "14 restarts", "confidence": 0.9,
    "evidence_bindings": [{
      "source_invocation_ids": ["inv-1", "inv-2"], "tool_name": "describe", "raw_path": "$.a", "excerpt": "OOMKilled",
      "assertions": [
        {"raw_path": "$.a", "op": "eq", "value": 14, "unit": "restarts"},
        {"raw_path": "$.b", "op": "absent"},
        {"raw_path": "$.c", "op": "eq", "value": null}
      ]
    }],
    "derivations": [{"value": "1.5Gi", "unit": "Gi", "op": "sum", "operands": [{"invocation_id": "inv-1", "raw_path": "$.m"}]}]
  }],
  "hypotheses": [{
    "hypothesis_id": "h1", "text": "too little memory", "status": "supported", "supported_by": ["c1"], "contradicted_by": [],
    "cause": {"code": "container_oom_killed", "object": "deployment/checkout"}
  }],
  "recommended_actions": [{
    "action_id": "a1", "text": "raise the limit", "command": "kubectl set resources", "risk": "reversible", "requires_approval": true,
    "evidence_bindings": [{"source_invocation_ids": ["inv-1"], "tool_name": "describe"}]
  }],
  "missing_info": [{"text": "the heap", "reason": "not_queried", "source_invocation_ids": ["inv-2"]}]
}`

func TestReadOutputReadsEverything(t *testing.T) {
	t.Parallel()
	out, faults := evidence.ReadOutput(decode(t, sound))
	if len(faults) > 0 {
		t.Fatalf("got faults %v", faults)
	}
	got := superbiz.ExecutorOutput{AnswerVersion: superbiz.AnswerVersion}
	for _, c := range out.Claims {
		got.Claims = append(got.Claims, c.Claim)
	}
	for _, h := range out.Hypotheses {
		got.Hypotheses = append(got.Hypotheses, h.Hypothesis)
	}
	for _, a := range out.Actions {
		got.RecommendedActions = append(got.RecommendedActions, a.RecommendedAction)
	}
	for _, m := range out.MissingInfo {
		got.MissingInfo = append(got.MissingInfo, m.MissingInfo)
	}
	var want superbiz.ExecutorOutput
	if err := json.Unmarshal([]byte(sound), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the reader differs from encoding/json (-want +got):\n%s", diff)
	}
	targets := []string{out.Claims[0].Target, out.Hypotheses[0].Target, out.Actions[0].Target, out.MissingInfo[0].Target}
	if diff := cmp.Diff([]string{"claims[0]", "hypotheses[0]", "recommended_actions[0]", "missing_info[0]"}, targets); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
}

// TestReadOutputOneFault changes the sound output in one place, and looks for that
// fault and no other.
func TestReadOutputOneFault(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, old, new string
		target         string
		message        string
	}{
		{"answer_version is null", `"executor_evidence_v2"`, `null`, "answer_version", "is missing"},
		{"unknown field", `"claims": [{`, `"claims": [{"why": 1, `, "claims[0].why", "is no field"},
		{"unknown field with an odd name", `"claims": [{`, `"claims": [{"a.b'": 1, `, `claims[0]['a.b\'']`, "is no field"},
		{"unknown field of the output", `"answer_version"`, `"a b": 1, "answer_version"`, `['a b']`, "is no field"},
		{"claim is null", `"missing_info": [{"text"`, `"missing_info": [null, {"text"`, "missing_info[0]", "must be an object, not null"},
		{"claim_type is a number", `"observation"`, `3`, "claims[0].claim_type", "must be a string, not a number"},
		{"text is null", `"text": "14 restarts"`, `"text": null`, "claims[0].text", "is missing"},
		{"confidence is a string", `0.9`, `"0.9"`, "claims[0].confidence", "must be a number"},
		{"confidence is negative", `0.9`, `-0.1`, "claims[0].confidence", "is -0.1, must be from 0 to 1"},
		{"confidence is beyond binary64", `0.9`, `1e999`, "claims[0].confidence", "from 0 to 1"},
		{"confidence is long", `0.9`, strings.Repeat("9", 500), "claims[0].confidence", "…, must be from 0 to 1"},
		{"binding is a string", `"evidence_bindings": [{
      "source`, `"evidence_bindings": ["inv-1", {
      "source`, "claims[0].evidence_bindings[0]", "must be an object, not a string"},
		{"tool_name is blank", `"tool_name": "describe", "raw_path"`, `"tool_name": " ", "raw_path"`, "claims[0].evidence_bindings[0].tool_name", "is blank"},
		{"raw_path is blank", `"raw_path": "$.a", "excerpt"`, `"raw_path": "", "excerpt"`, "claims[0].evidence_bindings[0].raw_path", "is blank"},
		{"excerpt is a number", `"OOMKilled"`, `137`, "claims[0].evidence_bindings[0].excerpt", "must be a string"},
		{"assertions is an object", `"assertions": [
        {"raw_path": "$.a", "op": "eq", "value": 14, "unit": "restarts"},
        {"raw_path": "$.b", "op": "absent"},
        {"raw_path": "$.c", "op": "eq", "value": null}
      ]`, `"assertions": {}`, "claims[0].evidence_bindings[0].assertions", "must be an array, not an object"},
		{"assertion without a path", `{"raw_path": "$.b", "op": "absent"}`, `{"op": "absent"}`, "claims[0].evidence_bindings[0].assertions[1].raw_path", "is missing"},
		{"unit is blank", `"unit": "restarts"`, `"unit": ""`, "claims[0].evidence_bindings[0].assertions[0].unit", "is blank"},
		{"value of a derivation is a boolean", `"1.5Gi"`, `true`, "claims[0].derivations[0].value", "must be a number"},
		{"value of a derivation is missing", `"value": "1.5Gi", `, ``, "claims[0].derivations[0].value", "must be a number"},
		{"operand is a path", `[{"invocation_id": "inv-1", "raw_path": "$.m"}]`, `["$.m"]`, "claims[0].derivations[0].operands[0]", "must be an object"},
		{"operand without an id", `"invocation_id": "inv-1", `, ``, "claims[0].derivations[0].operands[0].invocation_id", "is missing"},
		{"supported_by is missing", `"supported_by": ["c1"], `, ``, "hypotheses[0].supported_by", "is missing"},
		{"supported_by is a number", `["c1"]`, `[1]`, "hypotheses[0].supported_by[0]", "must be a claim_id, not a number"},
		{"contradicted_by is unknown", `"contradicted_by": []`, `"contradicted_by": ["c2"]`, "hypotheses[0].contradicted_by[0]", `names "c2"`},
		{"cause without an object", `, "object": "deployment/checkout"`, ``, "hypotheses[0].cause.object", "is missing"},
		{"cause is a string", `{"code": "container_oom_killed", "object": "deployment/checkout"}`, `"oom"`, "hypotheses[0].cause", "must be an object"},
		{"cause in camel case", `container_oom_killed`, `containerOOM`, "hypotheses[0].cause.code", "snake case"},
		{"cause with two underscores", `container_oom_killed`, `container__oom`, "hypotheses[0].cause.code", "snake case"},
		{"cause begins with a digit", `container_oom_killed`, `5xx_errors`, "hypotheses[0].cause.code", "snake case"},
		{"command is blank", `"kubectl set resources"`, `" "`, "recommended_actions[0].command", "is blank"},
		{"requires_approval is a string", `"requires_approval": true`, `"requires_approval": "true"`, "recommended_actions[0].requires_approval", "must be a boolean"},
		{"binding of an action", `[{"source_invocation_ids": ["inv-1"], "tool_name": "describe"}]`, `[{"source_invocation_ids": ["inv-1"]}]`, "recommended_actions[0].evidence_bindings[0].tool_name", "is missing"},
		{"id in missing_info is a number", `"source_invocation_ids": ["inv-2"]}]`, `"source_invocation_ids": [2]}]`, "missing_info[0].source_invocation_ids[0]", "must be an invocation id, not a number"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := strings.Replace(sound, test.old, test.new, 1)
			if text == sound {
				t.Fatalf("%q is not in the sound output", test.old)
			}
			_, faults := evidence.ReadOutput(decode(t, text))
			if len(faults) != 1 {
				t.Fatalf("got %d faults: %v", len(faults), faults)
			}
			if f := faults[0]; f.Target != test.target || !strings.Contains(f.Message, test.message) {
				t.Errorf("got %q: %s; want %q with %q", f.Target, f.Message, test.target, test.message)
			}
		})
	}
}

func TestReadOutputKeepsWhatIsSound(t *testing.T) {
	t.Parallel()
	text := `{"answer_version": "executor_evidence_v2", "claims": [
		{"claim_id": "c1", "claim_type": "observation", "text": "a", "evidence_bindings": [{"source_invocation_ids": ["i"], "tool_name": "t"}]},
		{"claim_id": "c2", "claim_type": "guess", "text": "b", "evidence_bindings": [{"source_invocation_ids": ["i"], "tool_name": "t"}]},
		{"claim_id": "c1", "claim_type": "observation", "text": "c", "evidence_bindings": [{"source_invocation_ids": ["i"], "tool_name": "t"}]}
	], "hypotheses": [{"hypothesis_id": "h", "text": "x", "status": "open", "supported_by": ["c2"], "contradicted_by": []}],
	"recommended_actions": [], "missing_info": []}`
	out, faults := evidence.ReadOutput(decode(t, text))
	if len(out.Claims) != 1 || out.Claims[0].Text != "a" {
		t.Errorf("got claims %v, want the first alone", out.Claims)
	}
	if len(out.Hypotheses) != 1 {
		t.Errorf("a hypothesis that names a malformed claim is lost: %v", out.Hypotheses)
	}
	var got []string
	for _, f := range faults {
		got = append(got, f.ClaimID+" "+f.Target)
	}
	want := []string{"c2 claims[1].claim_type", "c1 claims[2].claim_id"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

// TestReadOutputIsBounded shows that a hostile output cannot make a report that is
// much larger than itself.
func TestReadOutputIsBounded(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("k", 1<<20)
	var fields strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&fields, `"f%d": 0, `, i)
	}
	tests := []struct{ name, text string }{
		{"a long field name", `{"` + long + `": 1}`},
		{"a long id", `{"claims": [{"claim_id": "` + long + `", "claim_type": "x"}]}`},
		{"a long word", `{"answer_version": "` + long + `"}`},
		{"many fields", `{` + fields.String() + `"claims": []}`},
		{"many elements", `{"claims": [` + strings.Repeat("0,", 50_000) + `0]}`},
		{"a long id and many bindings", `{"claims": [{"claim_id": "` + long + `", "evidence_bindings": [` + strings.Repeat("0,", 5_000) + `0]}]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, faults := evidence.ReadOutput(decode(t, test.text))
			size := 0
			for _, f := range faults {
				size += len(f.Target) + len(f.Message) + len(f.ClaimID)
			}
			if len(faults) == 0 || len(faults) > 201 || size > 201*1000 {
				t.Errorf("got %d faults of %d bytes", len(faults), size)
			}
		})
	}
}

func TestReadOutputSaysHowManyMore(t *testing.T) {
	t.Parallel()
	_, faults := evidence.ReadOutput(decode(t, `{"claims": [`+strings.Repeat("0,", 999)+`0]}`))
	if got, want := faults[len(faults)-1].Message, "there are 804 more faults of shape"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadOutputOfOtherValues(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`[]`, `"x"`, `null`, `7`} {
		_, faults := evidence.ReadOutput(decode(t, text))
		if len(faults) != 1 || faults[0].Target != "" {
			t.Errorf("%s: got %v, want one fault of the whole", text, faults)
		}
	}
}
