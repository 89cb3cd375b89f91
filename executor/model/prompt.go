package model

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/tool"
)

// PromptVersion names the prompts of this package; it stands in every trace. A
// change of a prompt makes a new one.
const PromptVersion = "executor-prompt-v1"

//go:embed prompts/system.md
var systemPrompt string

//go:embed prompts/repair.md
var repairPrompt string

// describe says what a tool answers, with calls that are known to have an answer.
func describe(t tool.Tool) string {
	const most = 8
	var b strings.Builder
	b.WriteString(t.Description)
	for i, example := range t.Examples {
		if i == most {
			break
		}
		fmt.Fprintf(&b, "\nAn answer is recorded for: %s", example)
	}
	return b.String()
}

// taskText is the question with all that is known of it, as one JSON object: what
// a stranger wrote into an alert stays data.
func taskText(task executor.Task) string {
	return "The task, as data:\n" + asJSON(struct {
		Question string              `json:"question"`
		Alert    json.RawMessage     `json:"alert,omitempty"`
		Scope    json.RawMessage     `json:"scope,omitempty"`
		Window   *superbiz.Window    `json:"window,omitempty"`
		Earlier  []executor.Exchange `json:"earlier_in_this_session,omitempty"`
	}{task.Question.Text, task.Question.Alert, task.Question.Scope, task.Question.Window, task.History})
}

// repairText sends back what was handed over, what is wrong with it, how to do
// better, and which claims passed.
func repairText(task executor.Task) string {
	type finding struct {
		Rule    string `json:"rule"`
		Target  string `json:"target"`
		ClaimID string `json:"claim_id,omitempty"`
		Message string `json:"message"`
	}
	fixes := make(map[string]string)
	findings := make([]finding, 0, len(task.Findings))
	for _, f := range task.Findings {
		findings = append(findings, finding{f.RuleID, f.Target, f.ClaimID, f.Message})
		if fix := task.Fixes[f.RuleID]; fix != "" {
			fixes[f.RuleID] = fix
		}
	}
	return repairPrompt + "\n" + asJSON(struct {
		Previous  string            `json:"your_previous_output"`
		Findings  []finding         `json:"findings"`
		HowToFix  map[string]string `json:"how_to_fix"`
		Unrefuted []string          `json:"claims_that_passed"`
	}{task.Previous, findings, fixes, passed(task)})
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

func lastRequest(why string) string {
	return "The investigation ends here: " + why + ". Call " + submitTool +
		" now, with what the calls so far have shown, and say in missing_info what is not known."
}

func asJSON(v any) string {
	raw, err := json.MarshalIndent(v, "", "  ")
	if err != nil { // an alert or a scope that is no JSON was refused long before
		return "{}"
	}
	return string(raw)
}
