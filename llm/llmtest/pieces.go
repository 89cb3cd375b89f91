package llmtest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/llm"
)

// cut returns text in a few pieces, as a stream brings it.
func cut(text string) []string {
	const pieces = 4
	if text == "" {
		return nil
	}
	runes := []rune(text)
	size := max(1, (len(runes)+pieces-1)/pieces)
	var parts []string
	for chunk := range slices.Chunk(runes, size) {
		parts = append(parts, string(chunk))
	}
	return parts
}

// faultyCalls returns the calls of a turn with the ids that its fault gives them.
func (t Turn) faultyCalls() []llm.ToolCall {
	calls := slices.Clone(t.Calls)
	for i := range calls {
		switch {
		case t.Fault == FaultEmptyID && i == len(calls)-1:
			calls[i].ID = ""
		case t.Fault == FaultRepeatedID:
			calls[i].ID = calls[0].ID
		}
	}
	return calls
}

// spoil makes of a JSON object one that a careful reader refuses.
func spoil(text string, fault Fault) string {
	switch fault {
	case FaultDuplicate:
		return strings.TrimSuffix(text, "}") + `,"note":1,"note":2}`
	case FaultNotUTF8:
		return strings.TrimSuffix(text, "}") + ",\"note\":\"\xff\xfe\"}"
	}
	return text
}

// check returns what is wrong with a conversation in any protocol: results that
// answer no call, calls without a result, a tool that is not there.
func check(request llm.Request) error {
	if len(request.Messages) == 0 {
		return errors.New("there are no messages")
	}
	if err := checkTools(request); err != nil {
		return err
	}
	var open []string
	for i, message := range request.Messages {
		switch message.Role {
		case llm.RoleTool:
			at := slices.Index(open, message.CallID)
			if at < 0 {
				return fmt.Errorf("message %d answers the call %q, which is not open", i, message.CallID)
			}
			open = slices.Delete(open, at, at+1)
			continue
		case llm.RoleSystem, llm.RoleUser, llm.RoleAssistant:
		default:
			return fmt.Errorf("message %d has the role %q", i, message.Role)
		}
		if len(open) > 0 {
			return fmt.Errorf("message %d comes before the result of the call %q", i, open[0])
		}
		for _, call := range message.Calls {
			open = append(open, call.ID)
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("the call %q has no result", open[0])
	}
	return nil
}

func checkTools(request llm.Request) error {
	forced := request.ForcedTool == ""
	seen := map[string]bool{}
	for _, tool := range request.Tools {
		switch {
		case tool.Name == "" || len(tool.Name) > 64 || strings.ContainsFunc(tool.Name, notInName):
			return fmt.Errorf("the name of the tool %q is not allowed", tool.Name)
		case seen[tool.Name]:
			return fmt.Errorf("two tools have the name %q", tool.Name)
		case !strings.HasPrefix(strings.TrimSpace(string(tool.Schema)), "{"):
			return fmt.Errorf("the tool %q has no schema of its arguments", tool.Name)
		}
		seen[tool.Name] = true
		forced = forced || tool.Name == request.ForcedTool
	}
	if !forced {
		return fmt.Errorf("the tool %q is to be called and is not there", request.ForcedTool)
	}
	return nil
}

func notInName(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-')
}
