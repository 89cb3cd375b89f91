package eval

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/superbizagent/superbizagent/gatekeeper"
)

// strict returns an error for the first name in a YAML document that its type does
// not know: a misspelt expectation would otherwise be one that always holds. The
// library's own check stops at types that read themselves.
func strict(node *yaml.Node, t reflect.Type, at string) error {
	if node.Kind == yaml.AliasNode || node.Anchor != "" {
		return fault(node, "anchors and aliases are not read here; write it out")
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case node.Kind == yaml.MappingNode && t.Kind() == reflect.Struct:
		return strictFields(node, t, at)
	case node.Kind == yaml.MappingNode && t.Kind() == reflect.Map:
		return eachMember(node, func(_, value *yaml.Node) error { return strict(value, t.Elem(), at) })
	case node.Kind == yaml.SequenceNode && t.Kind() == reflect.Slice:
		for _, item := range node.Content {
			if err := strict(item, t.Elem(), at); err != nil {
				return err
			}
		}
	}
	return nil
}

// atLine is what is wrong on a line of a case file.
type atLine struct {
	line int
	text string
}

// Error tells the line first.
func (e atLine) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.text) }

func fault(node *yaml.Node, format string, args ...any) error {
	return atLine{node.Line, fmt.Sprintf(format, args...)}
}

func strictFields(node *yaml.Node, t reflect.Type, at string) error {
	fields := fieldNames()[t]
	return eachMember(node, func(key, value *yaml.Node) error {
		field, ok := fields[key.Value]
		if !ok {
			return fault(key, "there is no %q in %s%s", key.Value, at, gatekeeper.Nearest(key.Value, namesOf(fields)))
		}
		if value.Tag == "!!null" {
			return fault(key, "%s is empty: give it a value, or leave it out", key.Value)
		}
		return strict(value, field, key.Value)
	})
}

func eachMember(node *yaml.Node, do func(key, value *yaml.Node) error) error {
	for i := 0; i+1 < len(node.Content); i += 2 {
		if err := do(node.Content[i], node.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// fieldNames holds the names that each struct of a case or suite file knows. They are
// made once: reflection for each of thousands of files is not free.
var fieldNames = sync.OnceValue(func() typeFields {
	all := make(typeFields)
	all.add(reflect.TypeFor[document]())
	all.add(reflect.TypeFor[suiteFile]())
	return all
})

type typeFields map[reflect.Type]map[string]reflect.Type

func (all typeFields) add(t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		all.add(t.Elem())
	case reflect.Struct:
		all[t] = make(map[string]reflect.Type, t.NumField())
		for field := range t.Fields() {
			if name := field.Tag.Get("yaml"); name != "" {
				all[t][name] = field.Type
				all.add(field.Type)
			}
		}
	}
}

func namesOf(fields map[string]reflect.Type) []string {
	var names []string
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
