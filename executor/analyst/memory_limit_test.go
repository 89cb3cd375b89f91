package analyst_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

// replicaSets is a list of the replica sets of checkout: name, revision, limit of server.
func replicaSets(sets ...[3]string) string {
	items := make([]string, len(sets))
	for i, set := range sets {
		items[i] = fmt.Sprintf(`{"metadata":{"name":%q,"annotations":{"deployment.kubernetes.io/revision":%q},"ownerReferences":[{"kind":"Deployment","name":"checkout"}]},
			"spec":{"template":{"spec":{"containers":[{"name":"server","resources":{"limits":{"memory":%q}}}]}}}}`, set[0], set[1], set[2])
	}
	return `{"items":[` + strings.Join(items, ",") + `]}`
}

// TestMemoryLimits: which limit a killed container has is told, and another one only where
// an earlier revision allowed more.
func TestMemoryLimits(t *testing.T) {
	t.Parallel()
	const now, before = "checkout-7d9f8c6b5", "checkout-6b7f9d54c8"
	tests := []struct {
		name, sets string
		want       string // the hypothesis
		undo       bool
	}{
		{"lowered", replicaSets([3]string{before, "9", "1Gi"}, [3]string{now, "10", "512Mi"}), "limit of 512Mi allows; in revision 9 the limit was 1Gi.", true},
		{"raised", replicaSets([3]string{now, "10", "512Mi"}, [3]string{before, "9", "256Mi"}), "limit of 512Mi allows.", false},
		{"the same in another unit", replicaSets([3]string{now, "10", "1Gi"}, [3]string{before, "9", "1024Mi"}), "limit of 1Gi allows.", false},
		{"lowered after it", replicaSets([3]string{now, "10", "512Mi"}, [3]string{before, "11", "1Gi"}), "limit of 512Mi allows.", false},
		{"one revision", replicaSets([3]string{now, "1", "512Mi"}), "limit of 512Mi allows.", false},
		{"replica sets of others", replicaSets([3]string{"storefront-6b7f9d54c8", "1", "512Mi"}), "more memory than its limit allows.", false},
		{"no revision", strings.ReplaceAll(replicaSets([3]string{now, "1", "512Mi"}), "revision", "version"), "more memory than its limit allows.", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			get := fake("kubernetes_get", func(arguments map[string]any) (tool.Result, error) {
				if arguments["kind"] == "replicasets" {
					return tool.Data(json.RawMessage(test.sets)), nil
				}
				return tool.Data(json.RawMessage(crashing)), nil
			})
			made := investigate(t, setting{
				question: superbiz.Question{Text: "Why does checkout fail?", Scope: inShop}, tools: []tool.Tool{get, says("kubernetes_describe", described)},
			})
			mustPass(t, made)
			mustBe(t, made, superbiz.VerdictPass)
			if got := made.output.Hypotheses[0].Text; !strings.HasSuffix(got, test.want) {
				t.Errorf("got hypothesis %q, want it to end in %q", got, test.want)
			}
			if got := strings.Contains(made.text, "rollout undo"); got != test.undo {
				t.Errorf("a rollback is advised: %v, want %v", got, test.undo)
			}
		})
	}
}
