package evals_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// edit changes one thing on the way to a trace.
type edit struct {
	In   string `yaml:"in"`   // output (the default), text, rows or trace
	Path string `yaml:"path"` // of output, rows ($[0] is the first) or trace

	Set    any    `yaml:"set"`
	Append any    `yaml:"append"` // to the array at path
	Delete bool   `yaml:"delete"`
	Old    string `yaml:"old"` // words of the text at path, or of the whole text
	New    string `yaml:"new"`
}

func (e edit) where() string {
	if e.In == "" {
		return "output"
	}
	return e.In
}

func has(edits []edit, where string) bool {
	for _, e := range edits {
		if e.where() == where {
			return true
		}
	}
	return false
}

// editText makes those edits of a JSON text that are in one place.
func editText(text []byte, edits []edit, where string) ([]byte, error) {
	if !has(edits, where) {
		return text, nil
	}
	var value any
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&value); err != nil {
		return nil, fmt.Errorf("edit the %s: %w", where, err)
	}
	for i, e := range edits {
		if e.where() != where {
			continue
		}
		var err error
		if value, err = e.apply(value); err != nil {
			return nil, fmt.Errorf("edit %d: %w", i, err)
		}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSpace(out.Bytes()), err
}

func editRows(rows []superbiz.ToolInvocation, edits []edit) ([]superbiz.ToolInvocation, error) {
	text, err := json.Marshal(rows)
	if err != nil {
		return nil, err
	}
	if text, err = editText(text, edits, "rows"); err != nil {
		return nil, err
	}
	var out []superbiz.ToolInvocation
	return out, json.Unmarshal(text, &out)
}

// editOutput makes the edits of what the executor hands over.
func editOutput(text string, edits []edit) (string, error) {
	out, err := editText([]byte(strings.TrimSpace(text)), edits, "output")
	if err != nil {
		return "", err
	}
	return editWords(string(out), edits)
}

// editWords makes the edits of the whole text: what is no JSON any more is made here.
func editWords(text string, edits []edit) (string, error) {
	for i, e := range edits {
		switch {
		case e.where() != "text":
		case e.Set != nil:
			text = fmt.Sprint(e.Set)
		case !strings.Contains(text, e.Old):
			return "", fmt.Errorf("edit %d: there is no %q in the text", i, e.Old)
		default:
			text = strings.Replace(text, e.Old, e.New, 1)
		}
	}
	return text, nil
}

func (e edit) apply(root any) (any, error) {
	path, err := evidence.ParsePath(e.Path)
	if err != nil {
		return nil, err
	}
	return e.at(root, path.Steps())
}

func (e edit) at(value any, steps []evidence.Step) (any, error) {
	if len(steps) == 0 {
		return e.change(value)
	}
	step, last := steps[0], len(steps) == 1
	switch value := value.(type) {
	case map[string]any:
		if last && e.Delete {
			delete(value, step.Name)
			return value, nil
		}
		changed, err := e.at(value[step.Name], steps[1:])
		value[step.Name] = changed
		return value, err
	case []any:
		if step.Index < 0 || step.Index >= len(value) {
			return nil, fmt.Errorf("%s: there is no element %d", e.Path, step.Index)
		}
		if last && e.Delete {
			return append(value[:step.Index], value[step.Index+1:]...), nil
		}
		changed, err := e.at(value[step.Index], steps[1:])
		value[step.Index] = changed
		return value, err
	}
	return nil, fmt.Errorf("%s: there is nothing to change", e.Path)
}

func (e edit) change(value any) (any, error) {
	switch {
	case e.Append != nil:
		list, ok := value.([]any)
		if !ok {
			return nil, fmt.Errorf("%s: it is no array", e.Path)
		}
		return append(list, e.Append), nil
	case e.Old != "":
		text, ok := value.(string)
		if !ok || !strings.Contains(text, e.Old) {
			return nil, fmt.Errorf("%s: there is no %q in %v", e.Path, e.Old, value)
		}
		return strings.Replace(text, e.Old, e.New, 1), nil
	default:
		return e.Set, nil
	}
}
