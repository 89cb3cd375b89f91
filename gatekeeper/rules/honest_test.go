package rules_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/gatekeeper/rulestest"
)

const honest = `{"answer_version":"executor_evidence_v2","claims":[{"claim_id":"c1","claim_type":"observation","text":"The pool is full.",` +
	`"evidence_bindings":[{"source_invocation_ids":["inv-1"],"tool_name":"look"}]}],"hypotheses":[],"recommended_actions":[],"missing_info":[]}`

// honestInput passes as it is.
func honestInput() gatekeeper.Input {
	text := honest
	return gatekeeper.Input{
		SessionID: "s-1", RunMode: superbiz.RunLive, Attempt: superbiz.Attempt{RawOutput: &text},
		Invocations: []superbiz.ToolInvocation{{
			InvocationID: "inv-1", SessionID: "s-1", ToolName: "look", Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData,
			DataMode: superbiz.DataLive, SourceClass: superbiz.SourceObserved, Output: json.RawMessage(`{"lines":["pool is full"]}`),
			RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: []string{"$"}},
		}},
	}
}

// TestNothingLacksAndPasses: what is not there cannot look as if it had been checked.
func TestNothingLacksAndPasses(t *testing.T) {
	t.Parallel()
	say := func(in *gatekeeper.Input, text string) { in.Attempt.RawOutput = &text }
	tests := []struct {
		name   string
		change func(*gatekeeper.Input)
		status superbiz.GateStatus
		rule   string // that says so; none of a pass
	}{
		{"nothing lacks", func(*gatekeeper.Input) {}, superbiz.GatePass, ""},
		{"no attempt", func(in *gatekeeper.Input) { in.Attempt = superbiz.Attempt{} }, superbiz.GateFail, "schema.executor_v2"},
		{"an empty text", func(in *gatekeeper.Input) { say(in, "") }, superbiz.GateFail, "schema.executor_v2"},
		{"no claims field", func(in *gatekeeper.Input) { say(in, `{"answer_version":"executor_evidence_v2"}`) }, superbiz.GateFail, "schema.executor_v2"},
		{"no claims, nothing missing", func(in *gatekeeper.Input) { say(in, withoutClaims("")) }, superbiz.GateFail, "schema.executor_v2"},
		{"no claims, something missing", func(in *gatekeeper.Input) {
			say(in, withoutClaims(`{"text":"the log of checkout","reason":"not_queried"}`))
		}, superbiz.GateWarn, "evidence.coverage"},
		{"no bindings", func(in *gatekeeper.Input) {
			say(in, strings.Replace(honest, `{"source_invocation_ids":["inv-1"],"tool_name":"look"}`, "", 1))
		}, superbiz.GateFail, "schema.executor_v2"},
		{"no invocations", func(in *gatekeeper.Input) { in.Invocations = nil }, superbiz.GateFail, "evidence.invocation_ref"},
		{"a missing row", func(in *gatekeeper.Input) { in.Invocations[0].InvocationID = "inv-2" }, superbiz.GateFail, "evidence.invocation_ref"},
		{"a row twice", func(in *gatekeeper.Input) { in.Invocations = slices.Repeat(in.Invocations, 2) }, superbiz.GateFail, "evidence.invocation_ref"},
		{"rows that cannot be read", func(in *gatekeeper.Input) { in.InvocationsErr = errors.New("row 1 is cut off") }, superbiz.GateFail, gatekeeper.InternalRule},
		{"no session", func(in *gatekeeper.Input) { in.SessionID = "" }, superbiz.GateFail, "evidence.invocation_ref"},
		{"a session without rows", func(in *gatekeeper.Input) { in.SessionID = "s-2" }, superbiz.GateFail, "evidence.invocation_ref"},
		{"no session anywhere", func(in *gatekeeper.Input) { in.SessionID, in.Invocations[0].SessionID = "", "" }, superbiz.GateFail, "evidence.invocation_ref"},
		{"no status", func(in *gatekeeper.Input) { in.Invocations[0].Status = "" }, superbiz.GateFail, "evidence.tool_outcome"},
		{"no result kind", func(in *gatekeeper.Input) { in.Invocations[0].ResultKind = "" }, superbiz.GateFail, "evidence.tool_outcome"},
		{"an output that is no JSON", func(in *gatekeeper.Input) { in.Invocations[0].Output = json.RawMessage(`{"lines":`) }, superbiz.GateFail, "evidence.tool_outcome"},
		{"no data mode", func(in *gatekeeper.Input) { in.Invocations[0].DataMode = "" }, superbiz.GateWarn, "evidence.data_mode"},
	}
	gate := gatekeeper.New(rules.Catalogue())
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := honestInput()
			tt.change(&in)
			r := gate.Validate(in)
			if found := slices.Concat(r.Errors, r.Warnings); r.Status != tt.status || tt.rule != "" && !slices.ContainsFunc(found, func(f superbiz.Finding) bool { return f.RuleID == tt.rule }) {
				t.Errorf("got %s (%s), want %s by %s", r.Status, findings(r), tt.status, tt.rule)
			}
		})
	}
}

func withoutClaims(missing string) string {
	return `{"answer_version":"executor_evidence_v2","claims":[],"hypotheses":[],"recommended_actions":[],"missing_info":[` + missing + `]}`
}

// TestADisabledRuleIsTold: a rule that is switched off is there, did not run, and makes
// another rule set.
func TestADisabledRuleIsTold(t *testing.T) {
	t.Parallel()
	off := false
	for _, rule := range rules.All() {
		if rule.Locked {
			continue
		}
		catalogue, err := rules.Catalogue().Configure(gatekeeper.Config{Rules: map[string]gatekeeper.RuleConfig{rule.ID: {Enabled: &off}}})
		if err != nil {
			t.Fatal(err)
		}
		r := gatekeeper.New(catalogue).Validate(honestInput())
		i := slices.IndexFunc(r.Rules, func(d superbiz.RuleResult) bool { return d.ID == rule.ID })
		if i < 0 || r.Rules[i].Enabled || r.Rules[i].Outcome != superbiz.OutcomeNotRun {
			t.Errorf("%s: got %+v, want it there and not run", rule.ID, r.Rules)
		}
		if !strings.HasPrefix(r.RuleSetVersion, rules.Version+"+") {
			t.Errorf("%s: got rule_set_version %q, want another than %q", rule.ID, r.RuleSetVersion, rules.Version)
		}
	}
}

// TestSameBytesAtAnyParallelism judges all cases of all rules one by one, and then at
// once with one gate.
func TestSameBytesAtAnyParallelism(t *testing.T) {
	t.Parallel()
	var inputs []gatekeeper.Input
	for _, rule := range rules.All() {
		cases, err := rulestest.Load(folder(rule))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			inputs = append(inputs, c.Input)
		}
	}
	gate := gatekeeper.New(rules.Catalogue())
	want := make([]string, len(inputs))
	for i, in := range inputs {
		want[i] = bytesOf(t, gate.Validate(in))
	}
	const workers = 16
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			for i := w / 2; i < len(inputs); i += workers / 2 { // each by two of them
				if got := bytesOf(t, gate.Validate(inputs[i])); got != want[i] {
					t.Errorf("case %d: got  %s\nwant %s", i, got, want[i])
				}
			}
		})
	}
	wait.Wait()
}

func bytesOf(t *testing.T, r superbiz.GatekeeperResult) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}
