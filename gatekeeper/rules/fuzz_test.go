package rules_test

import (
	"encoding/json"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/boundtest"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/gatekeeper/rulestest"
)

// judging bounds what the whole catalogue takes.
var judging = boundtest.Bound{Base: 4 << 20, PerByte: 4 << 10}

// FuzzValidate runs the whole catalogue over any text and any rows: no rule breaks,
// the same input gives the same bytes, and status, errors and rules agree.
func FuzzValidate(f *testing.F) {
	for _, rule := range rules.All() {
		cases, err := rulestest.Load(folder(rule))
		if err != nil {
			f.Fatal(err)
		}
		for _, c := range cases {
			rows, err := json.Marshal(c.Input.Invocations)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(*c.Input.Attempt.RawOutput, string(rows))
		}
	}
	gate := gatekeeper.New(rules.Catalogue())
	f.Fuzz(func(t *testing.T, output, rows string) {
		in := gatekeeper.Input{SessionID: "s-1", RunMode: superbiz.RunLive, Attempt: superbiz.Attempt{RawOutput: &output}}
		if json.Unmarshal([]byte(rows), &in.Invocations) != nil {
			t.Skip("no rows")
		}
		var result superbiz.GatekeeperResult
		judging.Hold(t, len(output)+len(rows), func() { result = gate.Validate(in) })
		if len(result.Rules) == 0 {
			t.Fatalf("the gate broke: %v", result.Errors)
		}
		agree(t, result)
		first, again := marshal(t, result), marshal(t, gate.Validate(in))
		if first != again {
			t.Fatalf("two results of one input:\n%s\n%s", first, again)
		}
		if most := 1<<20 + 100*(len(output)+len(rows)); len(first) > most {
			t.Fatalf("a result of %d bytes for an input of %d", len(first), len(output)+len(rows))
		}
	})
}

// agree compares the parts of a result that say the same in different ways.
func agree(t *testing.T, r superbiz.GatekeeperResult) {
	t.Helper()
	failed := map[string]bool{}
	for _, e := range r.Errors {
		failed[e.RuleID] = true
	}
	for _, rule := range r.Rules {
		if failed[rule.ID] != (rule.Outcome == superbiz.OutcomeFail) {
			t.Errorf("%s: its outcome is %s, its errors say %t", rule.ID, rule.Outcome, failed[rule.ID])
		}
	}
	if len(r.FailedRules) != len(failed) || (r.Status == superbiz.GateFail) != (len(failed) > 0) || (r.Status == superbiz.GatePass) != (len(r.Errors)+len(r.Warnings) == 0) {
		t.Errorf("status %s with failed rules %v and %d warnings", r.Status, r.FailedRules, len(r.Warnings))
	}
}

func marshal(t *testing.T, r superbiz.GatekeeperResult) string {
	t.Helper()
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
