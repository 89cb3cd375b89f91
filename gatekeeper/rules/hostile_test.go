package rules_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
)

// TestHostileOutputs gives the gate texts of 128 KB, made so that anything quadratic
// in them, or in the claims and the outputs, would take minutes.
func TestHostileOutputs(t *testing.T) {
	t.Parallel()
	const size = 1 << 17
	fill := func(format string, bytes int) string {
		var b strings.Builder
		for i := 0; b.Len() < bytes; i++ {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	claims := func(claims string) string {
		return `{"answer_version":"executor_evidence_v2","claims":[` + claims + `],"hypotheses":[],"recommended_actions":[],"missing_info":[]}`
	}
	claim := func(bindings, derivations string) string {
		return claims(`{"claim_id":"c","claim_type":"observation","text":"x","evidence_bindings":[` + bindings + `],"derivations":[` + derivations + `]}`)
	}
	stated := func(claimType, text string) string {
		return `{"claim_id":"c%[1]d","claim_type":"` + claimType + `","text":"` + text + `","evidence_bindings":[{"tool_name":"logs","source_invocation_ids":["inv-1"]}]}`
	}
	half, most := size/2, size
	tests := []struct{ name, text string }{
		{"braces", strings.Repeat("{ ", size/2)},
		{"empty objects", strings.Repeat("{}", size/2)},
		{"quoted braces", strings.Repeat(`{"":0}`, size/6)},
		{"open objects", strings.Repeat(`{"":`, size/4)},
		{"open arrays", strings.Repeat(`[`, size)},
		{"fences", strings.Repeat("```\n{\n```\n", size/10)},
		{"back ticks", strings.Repeat("`", size)},
		{"unknown fields", `{` + fill(`"f%d":0`, most) + `}`},
		{"claims that are numbers", claims(fill(`%d`, most))},
		{"claims alike", claims(fill(`{"claim_id":"c","n":%d}`, most))},
		{"many ids", claim(`{"tool_name":"logs","source_invocation_ids":[`+fill(`"inv-%d"`, most)+`]}`, "")},
		{"ids times assertions", claim(`{"tool_name":"logs","source_invocation_ids":[`+fill(`"inv-%d"`, half)+`],"assertions":[`+fill(`{"raw_path":"$.a%d","op":"exists"}`, half)+`]}`, "")},
		{"own ids times assertions", claim(fill(`{"tool_name":"logs","source_invocation_ids":["inv-1","inv-2","inv-3","inv-4","inv-5","inv-6","inv-7","inv-8"],"assertions":[{"raw_path":"$.a%[1]d","op":"exists"},{"raw_path":"$.a%[1]d","op":"exists"},{"raw_path":"$.a%[1]d","op":"exists"},{"raw_path":"$.a%[1]d","op":"exists"}]}`, most), "")},
		{"bindings times derivations", claim(fill(`{"tool_name":"logs","source_invocation_ids":["inv-%d"]}`, half), fill(`{"value":%d,"op":"sum","operands":[{"invocation_id":"inv-1","raw_path":"$.n"}]}`, half))},
		{"many operands", claim(`{"tool_name":"logs","source_invocation_ids":["inv-1"]}`, `{"value":1,"op":"product","operands":[`+strings.TrimSuffix(strings.Repeat(`{"invocation_id":"inv-1","raw_path":"$.big"},`, most/45), ",")+`]}`)},
		{"searches of everything", claim(`{"tool_name":"logs","source_invocation_ids":["inv-1"],"assertions":[`+fill(`{"raw_path":"$","op":"contains","value":"%d x"}`, most)+`]}`, "")},
		{"many excerpts", claim(fill(`{"tool_name":"logs","source_invocation_ids":["inv-1"],"excerpt":"pool is %d full"}`, half), "")},
		{"an excerpt of dots", claim(`{"tool_name":"logs","source_invocation_ids":["inv-1"],"excerpt":"`+strings.Repeat("pool ... ", most/9)+`"}`, "")},
		{"many numbers", claims(fill(stated(`observation`, `%[1]d pods restarted`), size/4))},
		{"many absences", claims(fill(stated(`absence`, `no errors for pod x-%[1]d`), size/4))},
		{"many causes", claims(fill(stated(`causal`, `a full pool led to x-%[1]d`), size/4))},
		{"a text of numbers", claims(fmt.Sprintf(stated(`observation`, fill(` %d `, most)), 1))},
		{"a text of names", claims(fmt.Sprintf(stated(`observation`, fill(` pod checkout-%d `, most)), 1))},
		{"a text of quotes", claims(fmt.Sprintf(stated(`observation`, fill(` \"x%d\" `, most)), 1))},
		{"long paths", claim(fill(`{"tool_name":"logs","source_invocation_ids":["inv-1"],"raw_path":"$`+strings.Repeat("[0]", 1000)+`[%d]"}`, most), "")},
	}
	rows := make([]superbiz.ToolInvocation, 500)
	lines, err := json.Marshal(strings.Repeat("2026-07-01T10:31:00Z the \"pool\" is full\n", 1_000))
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		output := `{"n":1,"big":1e300}`
		if i == 1 {
			output = `{"n":1,"big":1e300,"lines":[` + string(lines) + `]}`
		}
		rows[i] = superbiz.ToolInvocation{
			InvocationID: fmt.Sprintf("inv-%d", i), SessionID: "s-1", ToolName: "logs", Status: superbiz.InvocationSucceeded,
			ResultKind: superbiz.ResultData, Output: json.RawMessage(output), RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: []string{"$"}},
		}
	}
	gate := gatekeeper.New(rules.Catalogue())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result := gate.Validate(gatekeeper.Input{SessionID: "s-1", Attempt: superbiz.Attempt{RawOutput: &test.text}, Invocations: rows})
			if size := len(marshal(t, result)); size > 20*len(test.text) {
				t.Errorf("a result of %d bytes for a text of %d", size, len(test.text))
			}
			if result.Status != superbiz.GateFail || len(result.Rules) == 0 {
				t.Errorf("got %s with %d rules", result.Status, len(result.Rules))
			}
		})
	}
}
