package planner

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
)

// Playbook is the planner that needs no model. It plans by symptom: what is
// alerting, what there is to look at, then the service that the question is about.
// What those show decides what comes next, and that is the executor's work. It
// sets no budget: the run's holds.
//
// Of a runbook that was found it takes the calls that are written out in it: see
// written.
type Playbook struct {
	// Check says what is wrong with a call; *tool.Registry has it. Without it no call of
	// a runbook is taken.
	Check func(name string, arguments json.RawMessage) error
}

// Plan returns the first steps, in order, of the tools that there are.
func (p Playbook) Plan(_ context.Context, request Request) (superbiz.Plan, error) {
	scope, err := scopeOf(request.Question)
	if err != nil {
		return superbiz.Plan{}, err
	}
	plan := superbiz.Plan{Steps: []superbiz.PlanStep{}}
	for _, play := range plays() {
		if !slices.Contains(request.Tools, play.tool) || play.needs != nil && !play.needs(scope) {
			continue
		}
		arguments, err := json.Marshal(play.arguments(scope))
		if err != nil {
			return superbiz.Plan{}, fmt.Errorf("plan %s: %w", play.tool, err)
		}
		plan.Steps = append(plan.Steps, superbiz.PlanStep{ToolName: play.tool, Arguments: arguments, Purpose: play.purpose})
	}
	plan.Steps = append(plan.Steps, p.written(request, plan.Steps)...)
	return plan, nil
}

// play is one step of the playbook. Its arguments are those of the tool.
type play struct {
	tool      string
	purpose   string
	needs     func(scope) bool
	arguments func(scope) map[string]string
}

func plays() []play {
	return []play{
		{tool: "alerts_list", purpose: "what is alerting", arguments: nothing},
		{tool: "logs_list", purpose: "which services have logs, and which report errors", arguments: nothing},
		{tool: "metrics_list", purpose: "which metrics there are", arguments: nothing},
		{tool: "kubernetes_events", purpose: "what Kubernetes reports of the namespace", needs: hasNamespace, arguments: inNamespace("")},
		{tool: "kubernetes_get", purpose: "the state of the pods", needs: hasNamespace, arguments: inNamespace("pods")},
		{tool: "kubernetes_get", purpose: "the state of the deployments", needs: hasNamespace, arguments: inNamespace("deployments")},
	}
}

func nothing(scope) map[string]string { return map[string]string{} }

func hasNamespace(s scope) bool { return s.Namespace != "" }

func inNamespace(kind string) func(scope) map[string]string {
	return func(s scope) map[string]string {
		arguments := map[string]string{"namespace": s.Namespace}
		if kind != "" {
			arguments["kind"] = kind
		}
		return arguments
	}
}

// scope says where to look.
type scope struct {
	Namespace string `json:"namespace"`
}

func scopeOf(question superbiz.Question) (scope, error) {
	var found scope
	if len(question.Scope) == 0 {
		return found, nil
	}
	if err := json.Unmarshal(question.Scope, &found); err != nil {
		return found, fmt.Errorf("read the scope of the question: %w", err)
	}
	return found, nil
}
