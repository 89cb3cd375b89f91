package eval_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/superbizagent/superbizagent/eval"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
)

// goodTrace is a run of two calls and two claims, of which the gate takes both.
const goodTrace = `{
  "trace_version": "diagnosis_trace_v1", "session_id": "s-1", "run_mode": "bundle",
  "question": {"text": "Why does checkout restart?"},
  "tool_invocations": [
    {"invocation_id": "inv-1", "session_id": "s-1", "run_id": "r-1", "seq": 1, "tool_name": "kubernetes_describe", "tool_source": "bundle",
     "arguments": {"kind": "Pod", "name": "checkout-7d9f", "wide": true, "limit": 5}, "status": "succeeded", "result_kind": "data",
     "data_mode": "bundle", "source_class": "observed", "attempt_count": 1, "error": null, "truncated": false,
     "output": {"containers": [{"name": "checkout", "restart_count": 14, "memory": "1.5Gi"}]},
     "retrieval_details": {"evidence_refs": ["$"]}},
    {"invocation_id": "inv-2", "session_id": "s-1", "run_id": "r-1", "seq": 2, "tool_name": "logs_search", "tool_source": "bundle",
     "arguments": {"service": "checkout", "pattern": "panic"}, "status": "succeeded", "result_kind": "empty",
     "data_mode": "bundle", "source_class": "observed", "attempt_count": 1, "error": null, "truncated": false,
     "output": {"lines": []}, "retrieval_details": {"evidence_refs": ["$.no_evidence"], "scope": {"service": "checkout"}}}
  ],
  "executor": {"kind": "model", "attempts": [{"structured_output": {
    "answer_version": "executor_evidence_v2",
    "claims": [
      {"claim_id": "c1", "claim_type": "observation", "text": "Container checkout restarted 14 times.",
       "evidence_bindings": [{"source_invocation_ids": ["inv-1"], "tool_name": "kubernetes_describe", "raw_path": "$.containers[0].restart_count",
         "assertions": [{"raw_path": "$.containers[0].restart_count", "op": "eq", "value": 14}]}]},
      {"claim_id": "c2", "claim_type": "observation", "text": "Container checkout has memory 1.5Gi.",
       "evidence_bindings": [{"source_invocation_ids": ["inv-1"], "tool_name": "kubernetes_describe", "raw_path": "$.containers[0].memory"}]}
    ],
    "hypotheses": [], "recommended_actions": [], "missing_info": []}}]}
}`

// badTrace is the same with a number in the first claim that stands nowhere.
func badTrace() string {
	return strings.Replace(goodTrace, "restarted 14 times", "restarted 99 times", 1)
}

// evaluate evaluates one case over a trace.
func evaluate(t *testing.T, expect, trace string) eval.Result {
	t.Helper()
	report := evaluateTree(t, fstest.MapFS{
		"row/one/case.yaml":  {Data: []byte("about: a case\nexpect:\n" + indent(expect))},
		"row/one/trace.json": {Data: []byte(trace)},
	})
	return report.Cases[0]
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("  " + line)
	}
	return b.String()
}

func evaluateTree(t *testing.T, tree fstest.MapFS) *eval.Report {
	t.Helper()
	cases, err := eval.Find(eval.Tree{FS: tree, Name: "cases"})
	if err != nil {
		t.Fatal(err)
	}
	return newEvaluator(t).Run(cases, 2)
}

func newEvaluator(t *testing.T) *eval.Evaluator {
	t.Helper()
	e, err := eval.New(rules.Catalogue())
	if err != nil {
		t.Fatal(err)
	}
	return e
}
