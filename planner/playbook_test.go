package planner_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/planner"
)

func TestPlaybook(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		scope string
		tools []string
		want  []string
	}{
		{"no tool", ``, nil, nil},
		{"tools that it does not know", ``, []string{"look", "sql_query"}, nil},
		{
			"alerts before inventories", `{"cluster":"demo"}`,
			[]string{"alerts_list", "kubernetes_get", "logs_list", "metrics_list"},
			[]string{"alerts_list {}", "logs_list {}", "metrics_list {}"},
		},
		{
			"a namespace", `{"namespace":"shop"}`,
			[]string{"alerts_list", "kubernetes_events", "kubernetes_get"},
			[]string{
				"alerts_list {}", `kubernetes_events {"namespace":"shop"}`,
				`kubernetes_get {"kind":"pods","namespace":"shop"}`, `kubernetes_get {"kind":"deployments","namespace":"shop"}`,
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			plan, err := planner.Playbook{}.Plan(t.Context(), planner.Request{
				Question: superbiz.Question{Text: "Why?", Scope: json.RawMessage(test.scope)}, Tools: test.tools,
			})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, step := range plan.Steps {
				if step.Purpose == "" {
					t.Errorf("step %s says no purpose", step.ToolName)
				}
				got = append(got, step.ToolName+" "+string(step.Arguments))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if plan.Steps == nil || plan.Budget != (superbiz.Budget{}) {
				t.Errorf("got steps %v, budget %v: want a list, and the run's budget", plan.Steps, plan.Budget)
			}
		})
	}
}

func TestPlaybookRefusesAScopeOfAnotherShape(t *testing.T) {
	t.Parallel()
	_, err := planner.Playbook{}.Plan(t.Context(), planner.Request{Question: superbiz.Question{Scope: json.RawMessage(`["shop"]`)}})
	if err == nil {
		t.Error("a scope that is a list is taken")
	}
}
