package bundle

import (
	"encoding/json"
	"fmt"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

// recording is one line of recordings.jsonl.
type recording struct {
	ToolName   string                    `json:"tool_name"`
	Arguments  json.RawMessage           `json:"arguments"`
	Status     superbiz.InvocationStatus `json:"status"`
	ResultKind superbiz.ResultKind       `json:"result_kind"`
	Output     json.RawMessage           `json:"output"`
	Error      string                    `json:"error"`
	Truncated  bool                      `json:"truncated"`
}

// recordings are the recorded calls, by tool and by canonical arguments.
type recordings struct {
	byTool map[string]*recordedTool
}

// recordedTool is what was recorded of one tool.
type recordedTool struct {
	name  string
	calls map[string]int // canonical arguments -> its place in made
	made  []recordedCall
}

type recordedCall struct {
	recording
	line int
}

func (b *Bundle) readRecordings() error {
	b.recordings.byTool = map[string]*recordedTool{}
	text, _, err := b.files.get(recordingsFile)
	if err != nil {
		return err
	}
	return jsonLines(text, func(number int, line []byte) error {
		var made recording
		if err := decodeLine(recordingsFile, number, line, &made); err != nil {
			return err
		}
		if err := b.recordings.add(made, number); err != nil {
			return wrong(recordingsFile, number, "%w", err)
		}
		return nil
	})
}

// add indexes a recording. Of two of one call the later stands, unless only the earlier succeeded.
func (r *recordings) add(made recording, line int) error {
	if err := made.check(); err != nil {
		return err
	}
	canonical, err := tool.CanonicalArguments(made.ToolName, made.Arguments)
	if err != nil {
		return fmt.Errorf("read its arguments: %w", err)
	}
	recorded := r.byTool[made.ToolName]
	if recorded == nil {
		recorded = &recordedTool{name: made.ToolName, calls: map[string]int{}}
		r.byTool[made.ToolName] = recorded
	}
	call := recordedCall{recording: made, line: line}
	at, again := recorded.calls[string(canonical)]
	switch {
	case !again:
		recorded.calls[string(canonical)] = len(recorded.made)
		recorded.made = append(recorded.made, call)
	case made.Status == superbiz.InvocationSucceeded || recorded.made[at].Status != superbiz.InvocationSucceeded:
		recorded.made[at] = call
	}
	return nil
}

func (r *recording) check() error {
	if !tool.ValidName(r.ToolName) {
		return fmt.Errorf("tool_name is %.80q: a letter, then at most 63 letters, digits, _ or -", r.ToolName)
	}
	if len(r.Arguments) == 0 || string(r.Arguments) == "null" {
		r.Arguments = json.RawMessage("{}")
	}
	switch r.Status {
	case superbiz.InvocationFailed, superbiz.InvocationTimeout, superbiz.InvocationDenied:
		return nil
	case superbiz.InvocationSucceeded:
	default:
		return fmt.Errorf("status is %.40q: succeeded, failed, timeout or denied", r.Status)
	}
	if r.ResultKind != superbiz.ResultData && r.ResultKind != superbiz.ResultEmpty {
		return fmt.Errorf("result_kind of a call that succeeded is %.40q: data or empty", r.ResultKind)
	}
	if len(r.Output) == 0 {
		return fmt.Errorf("output of a call that succeeded is missing")
	}
	return nil
}

// find returns the recording of a call. The namespace of the incident is the
// default one: it may be named or not.
func (t *recordedTool) find(arguments json.RawMessage, namespace string) (recordedCall, bool, error) {
	canonical, err := tool.CanonicalArguments(t.name, arguments)
	if err != nil {
		return recordedCall{}, false, err
	}
	for _, key := range []string{string(canonical), otherNamespace(canonical, namespace)} {
		if at, ok := t.calls[key]; ok {
			return t.made[at], true, nil
		}
	}
	return recordedCall{}, false, nil
}

// otherNamespace returns canonical arguments with the default namespace put in
// or taken out; "" where neither can be.
func otherNamespace(canonical json.RawMessage, namespace string) string {
	var members map[string]any
	if namespace == "" || json.Unmarshal(canonical, &members) != nil {
		return ""
	}
	switch members["namespace"] {
	case nil:
		members["namespace"] = namespace
	case namespace:
		delete(members, "namespace")
	default:
		return ""
	}
	text, err := json.Marshal(members)
	if err != nil {
		return ""
	}
	return string(text)
}

// withRecordings puts the recordings of a tool before its derived form, and adds
// the tools of which there are only recordings.
func (b *Bundle) withRecordings(derived []tool.Tool) []tool.Tool {
	tools := slices.Clone(derived)
	served := map[string]bool{}
	for i, each := range tools {
		served[each.Name] = true
		if recorded := b.recordings.byTool[each.Name]; recorded != nil {
			tools[i] = b.recordedTool(recorded, &each)
		}
	}
	for name, recorded := range b.recordings.byTool {
		if !served[name] {
			tools = append(tools, b.recordedTool(recorded, nil))
		}
	}
	slices.SortFunc(tools, func(x, y tool.Tool) int { return compare(x.Name, y.Name) })
	return tools
}
