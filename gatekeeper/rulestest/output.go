package rulestest

import (
	"encoding/json"
	"errors"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
)

// output returns the executor's text: verbatim, or made of the parts.
func (s sections) output(rows []superbiz.ToolInvocation) (text string, verbatim bool, err error) {
	for _, name := range []string{"output.txt", "output.json"} {
		if text, ok := s.get(name); ok {
			return string(text), true, nil
		}
	}
	output := map[string]any{"answer_version": superbiz.AnswerVersion}
	given := 0
	for _, part := range []struct {
		name string
		fill func(part map[string]any, i int, rows []superbiz.ToolInvocation) error
	}{
		{"claims", fillClaim},
		{"hypotheses", fillHypothesis},
		{"recommended_actions", fillAction},
		{"missing_info", fillMissing},
	} {
		items, err := s.part(part.name)
		if err != nil {
			return "", false, err
		}
		for i, item := range items {
			if err := part.fill(item, i, rows); err != nil {
				return "", false, fmt.Errorf("%s[%d]: %w", part.name, i, err)
			}
		}
		given += len(items)
		output[part.name] = items
	}
	if given == 0 {
		return "", false, errors.New("the case has neither output.txt, output.json, claims.json nor another part of an output")
	}
	raw, err := json.MarshalIndent(output, "", "  ")
	return string(raw), false, err
}

func (s sections) part(name string) ([]map[string]any, error) {
	text, ok := s.get(name + ".json")
	if !ok {
		return []map[string]any{}, nil
	}
	return objects(name+".json", text)
}

func fillClaim(claim map[string]any, i int, rows []superbiz.ToolInvocation) error {
	setDefault(claim, "claim_id", fmt.Sprintf("c%d", i+1))
	setDefault(claim, "claim_type", "observation")
	setDefault(claim, "evidence_bindings", []any{map[string]any{}})
	return fillBindings(claim, rows)
}

func fillHypothesis(h map[string]any, i int, _ []superbiz.ToolInvocation) error {
	setDefault(h, "hypothesis_id", fmt.Sprintf("h%d", i+1))
	setDefault(h, "status", "open")
	setDefault(h, "supported_by", []any{})
	setDefault(h, "contradicted_by", []any{})
	return nil
}

func fillAction(action map[string]any, i int, rows []superbiz.ToolInvocation) error {
	setDefault(action, "action_id", fmt.Sprintf("a%d", i+1))
	setDefault(action, "risk", "read_only")
	setDefault(action, "requires_approval", false)
	return fillBindings(action, rows)
}

func fillMissing(m map[string]any, _ int, _ []superbiz.ToolInvocation) error {
	setDefault(m, "reason", "not_available")
	return nil
}

// fillBindings completes the bindings of a claim or an action, where it has some.
func fillBindings(owner map[string]any, rows []superbiz.ToolInvocation) error {
	bindings, _ := owner["evidence_bindings"].([]any)
	for _, b := range bindings {
		binding, ok := b.(map[string]any)
		if !ok {
			return errors.New("a binding is no object")
		}
		if err := fillBinding(binding, rows); err != nil {
			return err
		}
	}
	return nil
}

func fillBinding(binding map[string]any, rows []superbiz.ToolInvocation) error {
	if _, ok := binding["source_invocation_ids"]; !ok {
		if len(rows) != 1 {
			return fmt.Errorf("a binding must say its source_invocation_ids: the case has %d rows", len(rows))
		}
		binding["source_invocation_ids"] = []any{rows[0].InvocationID}
	}
	tool := defaultTool
	if ids, ok := binding["source_invocation_ids"].([]any); ok && len(ids) > 0 {
		for _, row := range rows {
			if row.InvocationID == ids[0] {
				tool = row.ToolName
				break
			}
		}
	}
	setDefault(binding, "tool_name", tool)
	return nil
}
