package bundle

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	gojson "github.com/go-json-experiment/json"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

func compare(x, y string) int { return cmp.Compare(x, y) }

// recordedTool makes a tool that answers from recordings, and what they do not
// hold from the derived tool of that name, if there is one.
func (b *Bundle) recordedTool(recorded *recordedTool, derived *tool.Tool) tool.Tool {
	made := tool.Tool{
		Name:        recorded.name,
		Description: recorded.describe(),
		Schema:      recorded.schema(),
		Source:      ToolSource,
		Class:       classOf(recorded.name),
		Mode:        superbiz.DataBundle,
		Examples:    recorded.examples(),
	}
	if derived != nil {
		made.Description = derived.Description + " " + made.Description
		made.Schema = withProperties(made.Schema, derived.Schema)
		made.Class = derived.Class
	}
	made.Call = func(ctx context.Context, arguments json.RawMessage) (tool.Result, error) {
		call, ok, err := recorded.find(arguments, b.Incident.Scope.Namespace)
		switch {
		case err != nil:
			return tool.Result{}, err
		case ok:
			return b.replay(call)
		case derived != nil:
			return derived.Call(ctx, arguments)
		}
		return tool.Result{}, recorded.notRecorded(arguments)
	}
	return made
}

// classOf tells what a recorded tool looks at from its name.
func classOf(name string) superbiz.SourceClass {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' || r == '-' })
	for _, word := range words {
		switch word {
		case "alert", "alerts", "alertmanager":
			return superbiz.SourceAlert
		case "document", "documents", "docs", "runbook", "runbooks", "wiki", "knowledge", "playbook":
			return superbiz.SourceKnowledge
		}
	}
	return superbiz.SourceObserved
}

// replay gives the result of a recorded call, or its failure with its output.
func (b *Bundle) replay(call recordedCall) (tool.Result, error) {
	result, err := resultOf(call.recording)
	if err != nil {
		return tool.Result{}, err
	}
	if call.Status != superbiz.InvocationSucceeded {
		return result, failureOf(call.recording)
	}
	result.Truncated = call.Truncated
	result.Retrieval.Scope = b.scopeOf(call.Arguments)
	count(&result, call.recording)
	return result, nil
}

// resultOf makes {"lines": [...]} of text, and takes any other output as it is.
func resultOf(made recording) (tool.Result, error) {
	result := tool.Data(made.Output)
	if len(made.Output) > 0 && made.Output[0] == '"' {
		var text string
		if err := gojson.Unmarshal(made.Output, &text); err != nil {
			return result, fmt.Errorf("read recorded text: %w", err)
		}
		result = tool.Text(text)
	}
	if made.ResultKind == superbiz.ResultEmpty {
		result = tool.Empty(result.Output)
	}
	return result, nil
}

func failureOf(made recording) error {
	code := tool.CodeSourceFailed
	switch made.Status {
	case superbiz.InvocationTimeout:
		code = tool.CodeTimeout
	case superbiz.InvocationDenied:
		code = tool.CodeNotPermitted
	}
	message := "the recorded call failed"
	if made.Error != "" {
		message += ": " + made.Error
	}
	return tool.Fail(code, "%s", message)
}

// count states how much was found, where the form of the output says it.
func count(result *tool.Result, made recording) {
	var found int64
	var elements []json.RawMessage
	switch {
	case result.Kind == superbiz.ResultEmpty:
	case len(made.Output) > 0 && made.Output[0] == '[' && gojson.Unmarshal(made.Output, &elements) == nil:
		found = int64(len(elements))
	case made.ToolName == "kubernetes_get" && tableRows(made.Output) >= 0:
		found = tableRows(made.Output)
	default:
		return
	}
	result.Retrieval.Returned = &found
	if !result.Truncated {
		result.Retrieval.Total = &found
	}
}

// tableRows counts the rows of what kubectl get prints, without its heading; -1
// where it is no table.
func tableRows(output json.RawMessage) int64 {
	var text string
	if gojson.Unmarshal(output, &text) != nil || !strings.HasPrefix(text, "NAME") {
		return -1
	}
	rows := int64(-1)
	for _, line := range tool.SplitLines(text) {
		if strings.TrimSpace(line) == "" {
			return -1 // several tables
		}
		rows++
	}
	return rows
}

// scopeOf says where a call looked: the incident's cluster, and those of its
// arguments that name a place or a subject.
func (b *Bundle) scopeOf(arguments json.RawMessage) json.RawMessage {
	scope := map[string]string{"cluster": b.Incident.Scope.Cluster}
	var given map[string]any
	if gojson.Unmarshal(arguments, &given) == nil {
		for _, name := range []string{"cluster", "namespace", "service", "node", "database", "host", "kind", "name", "selector"} {
			if text, ok := given[name].(string); ok && text != "" {
				scope[name] = text
			}
		}
	}
	return object(scope)
}

// notRecorded says that nobody made this call, and which near ones were made.
func (t *recordedTool) notRecorded(arguments json.RawMessage) error {
	message := fmt.Sprintf("nobody made this call of %s when the incident was saved, so it says nothing about the system; %d other calls of it were saved", t.name, len(t.made))
	if near := t.nearest(arguments); len(near) > 0 {
		message += ", such as " + strings.Join(near, ", ")
	}
	return tool.Fail(tool.CodeNotRecorded, "%s", message)
}

// Of so many calls at most the nearest are looked for, and so many are told.
const (
	maxCompared = 2000
	maxNear     = 3
)

// nearest returns the arguments that share the most values with these.
func (t *recordedTool) nearest(arguments json.RawMessage) []string {
	var wanted map[string]any
	if gojson.Unmarshal(arguments, &wanted) != nil {
		return nil
	}
	var near [maxNear]string
	var scores [maxNear]int
	for _, call := range t.made[:min(len(t.made), maxCompared)] {
		score := 1 + 4*shared(wanted, call.Arguments)
		for i := range near {
			if score > scores[i] {
				copy(near[i+1:], near[i:])
				copy(scores[i+1:], scores[i:])
				near[i], scores[i] = cut(string(call.Arguments), 200), score
				break
			}
		}
	}
	var told []string
	for _, text := range near {
		if text != "" {
			told = append(told, text)
		}
	}
	return told
}

func shared(wanted map[string]any, arguments json.RawMessage) int {
	var made map[string]any
	if gojson.Unmarshal(arguments, &made) != nil {
		return 0
	}
	equal := 0
	for name, value := range wanted {
		if other, ok := made[name]; ok && fmt.Sprint(value) == fmt.Sprint(other) {
			equal++
		}
	}
	return equal
}

func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}
