package eval_test

import (
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/eval"
)

// TestExpectations asks for one thing at a time, so that each is seen to hold and to fail.
func TestExpectations(t *testing.T) {
	t.Parallel()
	const pass, fail, unseen = eval.StatusPass, eval.StatusFail, eval.StatusNotEvaluated
	good, bad := goodTrace, badTrace()
	tests := []struct {
		name, expect, trace string
		want                eval.Status
	}{
		{"verdict", "verdict: PASS", good, pass},
		{"verdict, another", "verdict: REJECT", good, fail},
		{"verdict of a set", "verdict: [LOW_CONFID, PASS]", good, pass},
		{"verdict of no set", "verdict: []", good, unseen},
		{"gate status", "gate_status: fail", bad, pass},
		{"parse status", "parse_status: valid", good, pass},
		{"verifier status", "verifier_status: completed", good, pass},
		{"composer status", "composer_status: fallback", good, fail},

		{"rules, exactly", "failed_rules: [evidence.values]", bad, pass},
		{"rules, exactly, with another", "failed_rules: [evidence.values, evidence.entities]", bad, fail},
		{"rules, none at all", "failed_rules: []", good, pass},
		{"rules, none at all, but one", "failed_rules: []", bad, fail},
		{"rules, any", "failed_rules: {any: [evidence.entities, evidence.values]}", bad, pass},
		{"rules, any, but none", "failed_rules: {any: [evidence.entities]}", bad, fail},
		{"rules, all", "failed_rules: {all: [evidence.values]}", bad, pass},
		{"rules, none of these", "failed_rules: {none: [evidence.excerpt]}", bad, pass},
		{"rules, none of these, but one", "failed_rules: {none: [evidence.values]}", bad, fail},
		{"rules, of no list", "failed_rules: {any: []}", bad, unseen},
		{"none of what is not there", "withheld_claims: {none: [c9]}", good, unseen},
		{"none of what is there", "withheld_claims: {none: [c2]}", bad, pass},
		{"warned rules", "warned_rules: []", good, pass},

		{"finding", "findings: [{rule: evidence.values, claim: c1, target: 'claims[0].text', severity: reject, message: '99'}]", bad, pass},
		{"finding on another claim", "findings: [{rule: evidence.values, claim: c2}]", bad, fail},
		{"one finding for two", "findings: [{rule: evidence.values}, {claim: c1}]", bad, fail},
		{"no such finding", "no_findings: [{claim: c2}]", bad, pass},
		{"a finding after all", "no_findings: [{claim: c1}]", bad, fail},

		{"label", "claim_labels: {c1: supported}", good, pass},
		{"label of a withheld claim", "claim_labels: {c1: supported}", bad, fail},
		{"label of no claim", "claim_labels: {c9: [supported, partial]}", good, fail},
		{"shown claims", "shown_claims: [c2]", bad, pass},
		{"withheld claims", "withheld_claims: [c1]", bad, pass},
		{"withheld hypotheses", "withheld_hypotheses: []", bad, pass},
		{"withheld actions", "withheld_actions: [a1]", bad, fail},
		{"cited paths", "cited_paths: {all: ['$.containers[0].memory']}", bad, pass},
		{"likely cause", "likely_cause: none", good, pass},

		{"words", "answer: {contains: [CONTAINER   checkout]}", good, pass},
		{"words that are not there", "answer: {contains: [memory leak]}", good, fail},
		{"no words", "answer: {contains: ['']}", good, unseen},
		{"words that must not be there", "answer: {not_contains: [restarted]}", good, fail},
		{"value in another unit", "answer: {values: [1536Mi]}", good, pass},
		{"value that is part of another", "answer: {values: ['4']}", good, fail},
		{"value that must not be there", "answer: {no_values: ['99']}", bad, pass},
		{"value that is none", "answer: {values: [plenty]}", good, unseen},
		{"two values", "answer: {values: [14 of 20]}", good, unseen},
		{"no protocol", "answer: {no_protocol: true}", good, pass},
		{"no withheld text", "answer: {no_withheld_text: true}", bad, pass},
		{"no withheld text where nothing was", "answer: {no_withheld_text: true}", good, unseen},

		{"checked bindings", "checked_bindings: 2", good, pass},
		{"count", "counts: {shown_claims: {min: 1, max: 1}, tool_calls: 2, attempts: 1, withheld_claims: 1}", bad, pass},
		{"count out of bounds", "counts: {claims: {min: 3}}", good, fail},
		{"count of any number", "counts: {claims: {}}", good, unseen},

		{"value at a path", "values: [{path: '$.output.claims[0].claim_id', equals: c1}]", good, pass},
		{"number at a path", "values: [{path: '$.tool_invocations[0].output.containers[0].restart_count', equals: 14.0, min: 10, max: 20}]", good, pass},
		{"number beyond", "values: [{path: '$.gatekeeper_result.checked_bindings', max: 1}]", good, fail},
		{"bounds of a text", "values: [{path: $.verdict, min: 0}]", good, fail},
		{"object at a path", "values: [{path: '$.tool_invocations[1].retrieval_details.scope', equals: {service: checkout}}]", good, pass},
		{"list at a path", "values: [{path: '$.tool_invocations[1].retrieval_details.evidence_refs', equals: [$.no_evidence]}]", good, pass},
		{"words at a path", "values: [{path: '$.composer.answer', contains: restarted 14}]", good, pass},
		{"nothing at a path", "values: [{path: $.usage, exists: false}]", good, pass},
		{"something at a path", "values: [{path: $.usage, exists: true}]", good, fail},
		{"the sentinel, uncited", "values: [{path: $.no_evidence, exists: true}]", good, fail},
		{"the sentinel, cited", "values: [{path: $.no_evidence, equals: true}]", absentTrace(), pass},

		{"rule set version", "rule_set_version: gatekeeper-rules-v1", good, pass},
		{"another rule set version", "rule_set_version: gatekeeper-rules-v0", good, fail},
		{"rule", "rules: {evidence.values: {enabled: true, severity: reject, outcome: fail}}", bad, pass},
		{"rule that passed", "rules: {evidence.values: {outcome: fail}}", good, fail},
		{"no finding on no claim", "no_findings: [{claim: c9}]", good, unseen},
		{"rule of which nothing is asked", "rules: {evidence.values: {}}", good, unseen},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := evaluate(t, test.expect, test.trace)
			if got.Status != test.want {
				t.Errorf("got %s (%s), want %s: %+v", got.Status, got.Reason, test.want, got.Checks)
			}
		})
	}
}

// absentTrace is a run whose one claim is that a search found nothing.
func absentTrace() string {
	before, rest, _ := strings.Cut(goodTrace, `"claims": [`)
	_, after, _ := strings.Cut(rest, `"hypotheses"`)
	return before + `"claims": [{"claim_id": "c1", "claim_type": "absence", "text": "No line of the log of checkout contains \"panic\".",
       "evidence_bindings": [{"source_invocation_ids": ["inv-2"], "tool_name": "logs_search", "raw_path": "$.no_evidence"}]}], "hypotheses"` + after
}

func TestToolCalls(t *testing.T) {
	t.Parallel()
	const describe, logs = "{tool: kubernetes_describe}", "{tool: logs_search, result_kind: empty}"
	tests := []struct {
		name, mode, calls string
		want              eval.Status
	}{
		{"exact", "exact", describe + ", " + logs, eval.StatusPass},
		{"exact in another order", "exact", logs + ", " + describe, eval.StatusFail},
		{"exact with one missing", "exact", describe, eval.StatusFail},
		{"exact with one too many", "exact", describe + ", " + logs + ", " + logs, eval.StatusFail},
		{"in order with others between", "in_order", logs, eval.StatusPass},
		{"in another order", "in_order", logs + ", " + describe, eval.StatusFail},
		{"any order", "any_order", logs + ", " + describe, eval.StatusPass},
		{"any order with one missing", "any_order", logs, eval.StatusFail},
		// greedy matching gives the first pattern the only call that the second one fits
		{"any order by true matching", "any_order", "{status: succeeded}, " + describe, eval.StatusPass},
		{"one call for two patterns", "superset", logs + ", " + logs, eval.StatusFail},
		{"superset", "superset", describe, eval.StatusPass},
		{"superset of none", "superset", "", eval.StatusNotEvaluated},
		{"subset", "subset", describe + ", " + logs + ", {tool: sql_query}", eval.StatusPass},
		{"subset with a stranger", "subset", describe + ", {tool: sql_query}", eval.StatusFail},
		{"exactly none", "exact", "", eval.StatusFail},
		{"arguments", "superset", "{tool: kubernetes_describe, arguments: {kind: Pod, wide: true, limit: 5}}", eval.StatusPass},
		{"other arguments", "superset", "{tool: kubernetes_describe, arguments: {kind: Node}}", eval.StatusFail},
		{"arguments that were not given", "superset", "{arguments: {namespace: shop}}", eval.StatusFail},
		{"status of a set", "superset", "{tool: logs_search, status: [failed, succeeded], data_mode: bundle}", eval.StatusPass},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := evaluate(t, "tool_calls: {mode: "+test.mode+", calls: ["+test.calls+"]}", goodTrace)
			if got.Status != test.want {
				t.Errorf("got %s, want %s: %+v", got.Status, test.want, got.Checks)
			}
		})
	}
}

// TestSubsetOfNoCalls has nothing that could be out of the list.
func TestSubsetOfNoCalls(t *testing.T) {
	t.Parallel()
	before, rest, _ := strings.Cut(goodTrace, `"tool_invocations"`)
	_, after, _ := strings.Cut(rest, `"executor"`)
	none := before + `"tool_invocations": [], "executor"` + after
	if got := evaluate(t, "tool_calls: {mode: subset, calls: [{tool: sql_query}]}", none); got.Status != eval.StatusNotEvaluated {
		t.Errorf("got %s, want NOT_EVALUATED: %+v", got.Status, got.Checks)
	}
}

func TestWhatFailsSaysWhere(t *testing.T) {
	t.Parallel()
	got := evaluate(t, "verdict: PASS\nanswer:\n  contains:\n    - checkout\n    - no such words\n", goodTrace)
	failed := got.Failed()
	if len(failed) != 1 {
		t.Fatalf("failed: %+v, want one", failed)
	}
	if f := failed[0]; f.Expectation != "answer.contains[1]" || f.Line != 7 || f.Want == "" || !strings.Contains(f.Got, "restarted 14") {
		t.Errorf("got %+v", f)
	}
}
