package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// Registry is the checked list of the tools of a run. It does not change after
// NewRegistry and may be used by many goroutines.
type Registry struct {
	entries map[string]entry
}

type entry struct {
	tool   Tool
	schema *schema
}

// NewRegistry checks the tools and compiles their schemas. It reports every
// fault at once: a registry with a broken tool is not to be had.
func NewRegistry(tools ...Tool) (*Registry, error) {
	registry := &Registry{entries: make(map[string]entry, len(tools))}
	var faults []error
	for _, tool := range tools {
		if err := registry.add(tool); err != nil {
			faults = append(faults, fmt.Errorf("register tool %q: %w", tool.Name, err))
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return registry, nil
}

func (r *Registry) add(tool Tool) error {
	if _, exists := r.entries[tool.Name]; exists {
		return errors.New("another tool has that name")
	}
	if err := tool.check(); err != nil {
		return err
	}
	schema, err := compileSchema(tool.Schema)
	if err != nil {
		return err
	}
	r.entries[tool.Name] = entry{tool: tool, schema: schema}
	return nil
}

// Tools returns the tools in the order of their names.
func (r *Registry) Tools() []Tool {
	tools := make([]Tool, 0, len(r.entries))
	for _, name := range r.Names() {
		tools = append(tools, r.entries[name].tool)
	}
	return tools
}

// Names returns the names of the tools, sorted.
func (r *Registry) Names() []string { return slices.Sorted(maps.Keys(r.entries)) }

// Has says whether there is a tool of that name.
func (r *Registry) Has(name string) bool {
	_, ok := r.entries[name]
	return ok
}

// Check returns a *Failure that says what is wrong with a call, or nil. Absent
// arguments, and JSON null, are an empty object.
func (r *Registry) Check(name string, arguments json.RawMessage) error {
	_, err := r.check(name, arguments)
	return err
}

func (r *Registry) check(name string, arguments json.RawMessage) (checked, error) {
	entry, ok := r.entries[name]
	if !ok {
		return checked{}, r.unknown(name)
	}
	return entry.schema.check(name, arguments)
}

func (r *Registry) unknown(name string) *Failure {
	return Fail(CodeUnknownTool, "there is no tool %q; the tools of this run are: %s", shorten(name, 100), strings.Join(r.Names(), ", "))
}

// ValidName says whether model APIs accept a name as a function's: a letter, then
// at most 63 letters, digits, _ or -.
func ValidName(name string) bool {
	if name == "" || len(name) > 64 || !isLetter(name[0]) {
		return false
	}
	for _, c := range []byte(name) {
		if !isLetter(c) && (c < '0' || c > '9') && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func (t Tool) check() error {
	switch {
	case !ValidName(t.Name):
		return errors.New("the name must be a letter, then at most 63 letters, digits, _ or -")
	case strings.TrimSpace(t.Description) == "":
		return errors.New("it has no description")
	case t.Source == "":
		return errors.New("it has no source")
	case !slices.Contains([]superbiz.SourceClass{superbiz.SourceAlert, superbiz.SourceKnowledge, superbiz.SourceObserved}, t.Class):
		return fmt.Errorf("its source class is %q: alert, knowledge or observed", t.Class)
	case !slices.Contains([]superbiz.DataMode{superbiz.DataLive, superbiz.DataBundle, superbiz.DataReplay}, t.Mode):
		return fmt.Errorf("its data mode is %q: live, bundle or replay", t.Mode)
	case t.Timeout < 0:
		return fmt.Errorf("its timeout is %s", t.Timeout)
	case t.Call == nil:
		return errors.New("it has nothing to call")
	}
	return nil
}
