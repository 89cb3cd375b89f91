package rules_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
)

// TestBoundsAreTold: what is too large for the gate is found by a rule whose page tells
// the bound, and the finding says what to do.
func TestBoundsAreTold(t *testing.T) {
	t.Parallel()
	one := []string{"inv-1"}
	look := func(extra string) string {
		return `{"claim_id":"c1","claim_type":"observation","text":"It is so.","evidence_bindings":[{"source_invocation_ids":["inv-1"],"tool_name":"look"` + extra + `}]}`
	}
	many, _ := json.Marshal(slices.Repeat(one, 1100))
	tests := []struct {
		name, claim, output string
		rule, told, advice  string
	}{
		{
			"an id", strings.Replace(look(""), `"c1"`, `"`+strings.Repeat("c", 300)+`"`, 1), `{}`,
			"schema.executor_v2", "256 bytes", "give it a shorter name",
		},
		{
			"a bound output", look(""), `"` + strings.Repeat("x", 13<<20) + `"`,
			"schema.executor_v2", "12 MiB", "bind fewer, or smaller ones",
		},
		{
			"the values of a bound output", look(""), `[` + strings.Repeat("0,", 1_000_001) + `0]`,
			"schema.executor_v2", "a million values", "bind fewer, or smaller ones",
		},
		{
			"look-ups", strings.Replace(look(`,"assertions":[`+strings.Repeat(`{"raw_path":"$","op":"exists"},`, 1000)+`{"raw_path":"$","op":"exists"}]`), `["inv-1"]`, string(many), 1), `{}`,
			"schema.executor_v2", "a million look-ups", "cite fewer calls, or assert less",
		},
		{
			"a path", look(`,"raw_path":"$` + strings.Repeat(".a", 2100) + `"`), `{}`,
			"evidence.raw_path", "4096 bytes", "cite the object that holds the value",
		},
		{
			"a text", strings.Replace(look(""), "It is so.", strings.Repeat("It is so. ", 500), 1), `{}`,
			"evidence.values", "4 KiB", "state one checkable thing in a claim",
		},
		{
			"the depth of an output", look(""), strings.Repeat("[", 600) + strings.Repeat("]", 600),
			"evidence.tool_outcome", "deeper than 512", "ask the tool for less",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := judgeText(`{"answer_version":"executor_evidence_v2","claims":[`+tt.claim+`],"hypotheses":[],"recommended_actions":[],"missing_info":[]}`, tt.output)
			i := slices.IndexFunc(r.Errors, func(f superbiz.Finding) bool { return f.RuleID == tt.rule })
			if i < 0 {
				t.Fatalf("got %s, want a finding of %s", findings(r), tt.rule)
			}
			if got := r.Errors[i].Message; !strings.Contains(got, tt.advice) {
				t.Errorf("got %q, which does not say to %s", got, tt.advice)
			}
			if page := pageOf(tt.rule); !strings.Contains(page, tt.told) {
				t.Errorf("the page of %s does not tell of %s", tt.rule, tt.told)
			}
		})
	}
}

// judgeText gates the text of an executor about one output.
func judgeText(text, output string) superbiz.GatekeeperResult {
	return gatekeeper.New(rules.Catalogue()).Validate(gatekeeper.Input{
		SessionID: "s-1", RunMode: superbiz.RunLive, Attempt: superbiz.Attempt{RawOutput: &text},
		Invocations: []superbiz.ToolInvocation{{
			InvocationID: "inv-1", SessionID: "s-1", ToolName: "look", Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData,
			DataMode: superbiz.DataLive, SourceClass: superbiz.SourceObserved, Output: json.RawMessage(output),
			RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: []string{"$"}},
		}},
	})
}

func pageOf(id string) string {
	all := rules.All()
	return all[slices.IndexFunc(all, func(r *gatekeeper.Rule) bool { return r.ID == id })].Doc
}
