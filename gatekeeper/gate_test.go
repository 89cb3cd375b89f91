package gatekeeper_test

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

const sound = `{"answer_version": "executor_evidence_v2", "claims": [
	{"claim_id": "c1", "claim_type": "observation", "text": "the pool is full", "evidence_bindings": [
		{"source_invocation_ids": ["inv-1"], "tool_name": "logs"}, {"source_invocation_ids": ["inv-1"], "tool_name": "logs"}]},
	{"claim_id": "c2", "claim_type": "observation", "text": "it timed out", "evidence_bindings": [
		{"source_invocation_ids": ["inv-1"], "tool_name": "logs"}]}
], "hypotheses": [], "recommended_actions": [], "missing_info": []}`

func input(output string) gatekeeper.Input {
	return gatekeeper.Input{
		SessionID: "s-1",
		Attempt:   superbiz.Attempt{RawOutput: &output},
		Invocations: []superbiz.ToolInvocation{{
			InvocationID: "inv-1", SessionID: "s-1", ToolName: "logs",
			Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData, Output: json.RawMessage(`{"lines": []}`),
		}},
	}
}

// rule returns a rule that reads claims and does what run says.
func rule(id string, severity superbiz.Severity, run func(*gatekeeper.Pass) error) *gatekeeper.Rule {
	return &gatekeeper.Rule{ID: id, Description: "a rule of this test", DefaultSeverity: severity, Reads: gatekeeper.Claims, Run: run}
}

// flag returns a rule that finds something in every claim.
func flag(id string, severity superbiz.Severity) *gatekeeper.Rule {
	return rule(id, severity, func(p *gatekeeper.Pass) error {
		for i := range p.Output.Claims {
			p.Claimf(&p.Output.Claims[i], "", "found by %s", id)
		}
		return nil
	})
}

// silent returns a rule that finds nothing.
func silent(id string) *gatekeeper.Rule {
	return rule(id, superbiz.SeverityReject, func(*gatekeeper.Pass) error { return nil })
}

func catalogue(t testing.TB, rules ...*gatekeeper.Rule) *gatekeeper.Catalogue {
	t.Helper()
	c, err := gatekeeper.NewCatalogue("test-v1", rules...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func render(t testing.TB, r superbiz.GatekeeperResult) string {
	t.Helper()
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestValidate(t *testing.T) {
	t.Parallel()
	c := catalogue(t, silent("a.silent"), flag("b.warns", superbiz.SeverityWarn), flag("c.doubts", superbiz.SeverityLowConfid), flag("d.rejects", superbiz.SeverityReject))
	got := gatekeeper.New(c).Validate(input(sound))
	finding := func(rule string, severity superbiz.Severity, claim, target string) superbiz.Finding {
		return superbiz.Finding{RuleID: rule, Severity: severity, ClaimID: claim, Target: target, Message: "found by " + rule}
	}
	outcome := func(id string, severity superbiz.Severity, outcome superbiz.RuleOutcome) superbiz.RuleResult {
		return superbiz.RuleResult{
			ID: id, Description: "a rule of this test", DefaultSeverity: severity, Severity: severity, Enabled: true,
			Params: json.RawMessage("{}"), Outcome: outcome,
		}
	}
	want := superbiz.GatekeeperResult{
		Status: superbiz.GateFail, Severity: superbiz.SeverityReject, CheckedBindings: 3, FailedRules: []string{"d.rejects"},
		Warnings: []superbiz.Finding{
			finding("b.warns", superbiz.SeverityWarn, "c1", "claims[0]"), finding("b.warns", superbiz.SeverityWarn, "c2", "claims[1]"),
			finding("c.doubts", superbiz.SeverityLowConfid, "c1", "claims[0]"), finding("c.doubts", superbiz.SeverityLowConfid, "c2", "claims[1]"),
		},
		Errors: []superbiz.Finding{
			finding("d.rejects", superbiz.SeverityReject, "c1", "claims[0]"), finding("d.rejects", superbiz.SeverityReject, "c2", "claims[1]"),
		},
		RuleSetVersion: "test-v1",
		Rules: []superbiz.RuleResult{
			outcome("a.silent", superbiz.SeverityReject, superbiz.OutcomePass), outcome("b.warns", superbiz.SeverityWarn, superbiz.OutcomeWarn),
			outcome("c.doubts", superbiz.SeverityLowConfid, superbiz.OutcomeWarn), outcome("d.rejects", superbiz.SeverityReject, superbiz.OutcomeFail),
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

func TestValidateStatus(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		rules    []*gatekeeper.Rule
		status   superbiz.GateStatus
		severity superbiz.Severity
	}{
		{"nothing found", []*gatekeeper.Rule{silent("a.a")}, superbiz.GatePass, superbiz.SeverityNone},
		{"a warning", []*gatekeeper.Rule{silent("a.a"), flag("a.b", superbiz.SeverityWarn)}, superbiz.GateWarn, superbiz.SeverityWarn},
		{"doubt outranks a warning", []*gatekeeper.Rule{flag("a.a", superbiz.SeverityLowConfid), flag("a.b", superbiz.SeverityWarn)}, superbiz.GateWarn, superbiz.SeverityLowConfid},
		{"an error before a warning", []*gatekeeper.Rule{flag("a.a", superbiz.SeverityReject), flag("a.b", superbiz.SeverityWarn)}, superbiz.GateFail, superbiz.SeverityReject},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := gatekeeper.New(catalogue(t, test.rules...)).Validate(input(sound))
			if got.Status != test.status || got.Severity != test.severity {
				t.Errorf("got %s, %s; want %s, %s", got.Status, got.Severity, test.status, test.severity)
			}
		})
	}
}

// TestValidateFailsClosed holds every way in which the gate can break to the one
// result that the contract has for it, to the byte.
func TestValidateFailsClosed(t *testing.T) {
	t.Parallel()
	panics := rule("b.panics", superbiz.SeverityWarn, func(*gatekeeper.Pass) error { panic("secret text\ngoroutine 1 [running]") })
	indexes := rule("b.indexes", superbiz.SeverityWarn, func(p *gatekeeper.Pass) error { _ = p.Output.Claims[99]; return nil })
	errs := rule("b.errs", superbiz.SeverityWarn, func(*gatekeeper.Pass) error { return errors.New("no dictionary") })
	undeclared := rule("b.undeclared", superbiz.SeverityWarn, func(p *gatekeeper.Pass) error { p.Param("nope"); return nil })
	unreadable := input(sound)
	unreadable.InvocationsErr = errors.New("row 3 is cut off")
	first := flag("a.first", superbiz.SeverityReject)
	off := false
	disabled, err := catalogue(t, silent("a.silent")).Configure(gatekeeper.Config{Rules: map[string]gatekeeper.RuleConfig{"a.silent": {Enabled: &off}}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		gate    *gatekeeper.Gate
		input   gatekeeper.Input
		version string
		message string
	}{
		{"a rule panics", gatekeeper.New(catalogue(t, first, panics)), input(sound), "test-v1", "rule b.panics broke while judging"},
		{"a rule reads past the end", gatekeeper.New(catalogue(t, first, indexes)), input(sound), "test-v1", "rule b.indexes broke while judging"},
		{"a rule returns an error", gatekeeper.New(catalogue(t, first, errs)), input(sound), "test-v1", "rule b.errs could not judge: no dictionary"},
		{"a rule reads a parameter that it has not", gatekeeper.New(catalogue(t, undeclared)), input(sound), "test-v1", "rule b.undeclared broke while judging"},
		{"rows cannot be read", gatekeeper.New(catalogue(t, first)), unreadable, "test-v1", "tool_invocations cannot be relied on: row 3 is cut off"},
		{"no catalogue", gatekeeper.New(nil), input(sound), "", "the rule catalogue is empty, or all of its rules are disabled"},
		{"an empty catalogue", gatekeeper.New(&gatekeeper.Catalogue{}), input(sound), "", "the rule catalogue is empty, or all of its rules are disabled"},
		{"no rule is enabled", gatekeeper.New(disabled), input(sound), disabled.Version(), "the rule catalogue is empty, or all of its rules are disabled"},
		{"the zero gate", &gatekeeper.Gate{}, input(sound), "", "the rule catalogue is empty, or all of its rules are disabled"},
		{"no gate", nil, input(sound), "", "the rule catalogue is empty, or all of its rules are disabled"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := render(t, test.gate.Validate(test.input))
			want := `{"status":"fail","severity":"reject","checked_bindings":0,"failed_rules":["gatekeeper.internal"],"warnings":[],` +
				`"errors":[{"rule_id":"gatekeeper.internal","severity":"reject","target":"","message":"` + test.message + `"}],` +
				`"rule_set_version":"` + test.version + `","rules":[]}`
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// TestValidateAfterASchemaFailure shows that rules run on what is well formed, and
// that one which has nothing to read does not look as if it had passed.
func TestValidateAfterASchemaFailure(t *testing.T) {
	t.Parallel()
	everything := flag("a.schema", superbiz.SeverityReject)
	everything.Reads = gatekeeper.Everything
	everything.Run = func(p *gatekeeper.Pass) error {
		if !p.Sound() {
			p.Report(superbiz.Finding{Message: "not sound"})
		}
		return nil
	}
	claims, actions, text := flag("b.claims", superbiz.SeverityReject), silent("c.actions"), silent("d.text")
	actions.Reads, text.Reads = gatekeeper.Actions, gatekeeper.Text
	hypotheses, missing := silent("e.hypotheses"), silent("f.missing")
	hypotheses.Reads, missing.Reads = gatekeeper.Hypotheses, gatekeeper.MissingInfo
	gate := gatekeeper.New(catalogue(t, everything, claims, actions, text, hypotheses, missing))
	tests := []struct{ name, output, want string }{
		{"sound", sound, "pass fail pass pass pass pass"},
		{"one claim malformed", strings.Replace(sound, `"text": "it timed out", `, "", 1), "fail fail not_run pass not_run not_run"},
		{"all claims malformed", strings.ReplaceAll(sound, `"text"`, `"words"`), "fail not_run not_run pass not_run not_run"},
		{"prose", "the pool is full", "fail not_run not_run pass not_run not_run"},
		{"nothing", "", "fail not_run not_run not_run not_run not_run"},
		{
			"all but claims",
			`{"answer_version": "executor_evidence_v2", "claims": 1,
				"hypotheses": [{"hypothesis_id": "h", "text": "x", "status": "open", "supported_by": [], "contradicted_by": []}],
				"recommended_actions": [{"action_id": "a", "text": "x", "risk": "read_only", "requires_approval": false}],
				"missing_info": [{"text": "x", "reason": "truncated"}]}`,
			"fail not_run pass pass pass pass",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, r := range gate.Validate(input(test.output)).Rules {
				got = append(got, string(r.Outcome))
			}
			if g := strings.Join(got, " "); g != test.want {
				t.Errorf("got %s, want %s", g, test.want)
			}
		})
	}
}

// TestValidateTrims shows that claims which bind more than can be read are kept from
// rules that would read it, and from those alone.
func TestValidateTrims(t *testing.T) {
	t.Parallel()
	leaving, reading := flag("a.leaves", superbiz.SeverityReject), silent("b.reads")
	leaving.LeavesOutputs = true
	large := input(sound)
	large.Invocations[0].Output = json.RawMessage("[" + strings.Repeat(" ", 13<<20) + "]")
	for name, test := range map[string]struct {
		rules []*gatekeeper.Rule
		want  int
	}{
		"no rule looks into outputs": {[]*gatekeeper.Rule{leaving}, 2},
		"one rule does":              {[]*gatekeeper.Rule{leaving, reading}, 0},
	} {
		_, got := gatekeeper.New(catalogue(t, test.rules...)).Judge(large)
		if len(got.Output.Claims) != test.want || len(got.Faults) != 2-test.want {
			t.Errorf("%s: got %d claims and %d faults, want %d claims", name, len(got.Output.Claims), len(got.Faults), test.want)
		}
	}
}

func TestPassReports(t *testing.T) {
	t.Parallel()
	all := rule("a.all", superbiz.SeverityReject, func(p *gatekeeper.Pass) error {
		p.Claimf(&evidence.Claim{Claim: superbiz.Claim{ClaimID: "c1"}, Target: "claims[0]"}, "text", "100%% of %s", "it")
		p.Hypothesisf(&evidence.Hypothesis{Hypothesis: superbiz.Hypothesis{HypothesisID: "h1"}, Target: "hypotheses[0]"}, "cause.object", "no")
		p.Actionf(&evidence.Action{RecommendedAction: superbiz.RecommendedAction{ActionID: "a1"}, Target: "recommended_actions[0]"}, "", "no")
		p.Report(superbiz.Finding{RuleID: "x.forged", Severity: superbiz.SeverityNone, Message: "of the whole"})
		return nil
	})
	got := gatekeeper.New(catalogue(t, all)).Validate(input(sound)).Errors
	want := []superbiz.Finding{
		{RuleID: "a.all", Severity: superbiz.SeverityReject, ClaimID: "c1", Target: "claims[0].text", Message: "100% of it"},
		{RuleID: "a.all", Severity: superbiz.SeverityReject, HypothesisID: "h1", Target: "hypotheses[0].cause.object", Message: "no"},
		{RuleID: "a.all", Severity: superbiz.SeverityReject, ActionID: "a1", Target: "recommended_actions[0]", Message: "no"},
		{RuleID: "a.all", Severity: superbiz.SeverityReject, Message: "of the whole"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestInputOf(t *testing.T) {
	t.Parallel()
	first, last := "first", "last"
	got := gatekeeper.InputOf(&superbiz.DiagnosisTrace{
		SessionID: "s-1", RunMode: superbiz.RunLive, Question: &superbiz.Question{Text: "why?"},
		ToolInvocations: make([]superbiz.ToolInvocation, 2),
		Executor:        superbiz.Executor{Attempts: []superbiz.Attempt{{RawOutput: &first}, {RawOutput: &last}}},
	})
	if *got.Attempt.RawOutput != "last" || got.SessionID != "s-1" || got.RunMode != superbiz.RunLive || got.Question.Text != "why?" || len(got.Invocations) != 2 {
		t.Errorf("got %+v", got)
	}
	// A trace without an attempt is for its reader to refuse; here it is an empty one.
	if got := gatekeeper.InputOf(&superbiz.DiagnosisTrace{}); got.Attempt.RawOutput != nil || got.Attempt.StructuredOutput != nil {
		t.Errorf("got %+v", got)
	}
}

// TestValidateConcurrently lets the race detector look at one gate and one input
// that many use at once, and compares the bytes.
func TestValidateConcurrently(t *testing.T) {
	t.Parallel()
	gate, in := gatekeeper.New(catalogue(t, flag("a.a", superbiz.SeverityReject))), input(sound)
	want := render(t, gate.Validate(in))
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if got := render(t, gate.Validate(in)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	wait.Wait()
}
