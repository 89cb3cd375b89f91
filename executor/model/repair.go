package model

import (
	_ "embed"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/executor"
)

//go:embed prompts/repair.md
var repairPrompt string

// repairText sends back what was handed over, what is wrong with it, how to do
// better, and which claims passed.
func repairText(task executor.Task) string {
	type finding struct {
		Rule    string `json:"rule"`
		Target  string `json:"target"`
		ClaimID string `json:"claim_id,omitempty"`
		Message string `json:"message"`
	}
	findings := []finding{}
	fixes := make(map[string]string)
	for _, f := range task.Findings[:min(len(task.Findings), maxFindings)] {
		findings = append(findings, finding{f.RuleID, f.Target, f.ClaimID, f.Message})
		if fix := task.Fixes[f.RuleID]; fix != "" {
			fixes[f.RuleID] = fix
		}
	}
	return repairPrompt + "\n" + asJSON(struct {
		Previous  string            `json:"your_previous_output"`
		Findings  []finding         `json:"findings"`
		Untold    int               `json:"more_findings,omitempty"`
		HowToFix  map[string]string `json:"how_to_fix"`
		Unrefuted []string          `json:"claims_that_passed"`
	}{head(task.Previous, maxPrevious), findings, len(task.Findings) - len(findings), fixes, passed(task)})
}

// passed returns the ids of the well-formed claims that no finding is about.
func passed(task executor.Task) []string {
	ids := []string{}
	doc := evidence.Parse(task.Previous).Document
	if doc == nil {
		return ids
	}
	output, _ := evidence.ReadOutput(doc)
	for _, c := range output.Claims {
		if !slices.ContainsFunc(task.Findings, func(f superbiz.Finding) bool { return f.ClaimID == c.ClaimID }) {
			ids = append(ids, c.ClaimID)
		}
	}
	return ids
}
