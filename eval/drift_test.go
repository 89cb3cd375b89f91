package eval_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/eval"
)

// stored adds results to a trace.
func stored(trace, attempt, run string) string {
	trace = strings.Replace(trace, `"attempts": [{`, `"attempts": [{`+attempt, 1)
	return strings.Replace(trace, `"executor":`, run+`"executor":`, 1)
}

func TestDrift(t *testing.T) {
	t.Parallel()
	gate := func(status, rules string) string {
		return `"gatekeeper_result": {"status": "` + status + `", "severity": "none", "checked_bindings": 2, "failed_rules": [` + rules +
			`], "warnings": [], "errors": [], "rule_set_version": "gatekeeper-rules-v1", "rules": []},`
	}
	tests := []struct {
		name, trace string
		want        []string
	}{
		{"nothing is stored", goodTrace, nil},
		{"all follows", stored(goodTrace, gate("pass", ""), `"verifier": {"status": "completed", "mode": "deterministic", "verdict": "PASS",
			"claim_checks": [{"claim_id": "c1", "label": "supported"}, {"claim_id": "c2", "label": "supported"}]},`), nil},
		{"the gate does not", stored(badTrace(), gate("pass", ""), ""), []string{"gatekeeper_result.status", "gatekeeper_result.failed_rules", "gatekeeper_result.errors"}},
		{"the verdict does not", stored(badTrace(), "", `"verifier": {"status": "completed", "mode": "deterministic", "verdict": "PASS",
			"claim_checks": [{"claim_id": "c2", "label": "supported"}]},`), []string{"verifier.verdict"}},
		{"the answer does not", stored(goodTrace, "", `"composer": {"status": "valid", "answer": "All is well.", "citations": [], "withheld_claims": 0},`), []string{"composer.answer"}},
		{"the parse status does not", stored(goodTrace, `"parse_status": "extracted",`, ""), []string{"parse_status"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := evaluate(t, "verdict: [PASS, LOW_CONFID]", test.trace)
			var members []string
			for _, d := range got.Drift {
				members = append(members, d.Member)
			}
			if got.Status != eval.StatusPass || !slices.Equal(members, test.want) {
				t.Errorf("%s, drifted %v, want %v", got.Status, members, test.want)
			}
		})
	}
}

// TestStoredResultsAreNotBelieved: no member of the past makes a bad run good.
func TestStoredResultsAreNotBelieved(t *testing.T) {
	t.Parallel()
	trace := stored(badTrace(), `"gatekeeper_result": {"status": "pass"},`, `"verifier": {"verdict": "PASS"},`)
	if got := evaluate(t, "verdict: LOW_CONFID\ndrift: {all: [verifier.verdict]}", trace); got.Status != eval.StatusPass {
		t.Errorf("got %s: %+v", got.Status, got.Checks)
	}
}
