package gatekeeper

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// checkFields returns an error for the first name in a configuration that it cannot
// have: one that is misspelt would else be passed over. It says so in the words of
// the file, which the library's own check does not.
func checkFields(root *yaml.Node) error {
	return eachField(root, "the configuration", []string{"rules"}, func(_ string, rules *yaml.Node) error {
		return eachField(rules, "rules", nil, func(id string, rule *yaml.Node) error {
			return eachField(rule, id, []string{"enabled", "severity", "params"}, checkField)
		})
	})
}

// checkField returns an error for a field of a rule whose value is of another type.
func checkField(name string, value *yaml.Node) error {
	switch name {
	case "enabled":
		return isOneOf(value, name, "true or false", "!!bool")
	case "severity":
		return isOneOf(value, name, "a word", "!!str")
	default:
		return eachField(value, name, nil, func(param string, value *yaml.Node) error {
			return isOneOf(value, "parameter "+param, "a number", "!!int", "!!float")
		})
	}
}

func isOneOf(value *yaml.Node, what, wanted string, tags ...string) error {
	switch {
	case value.Kind == yaml.AliasNode:
		return fmt.Errorf("line %d: aliases are not read here; write it out", value.Line)
	case value.Tag == "!!null" || value.Kind == yaml.ScalarNode && slices.Contains(tags, value.Tag):
		return nil
	case value.Kind != yaml.ScalarNode:
		return fmt.Errorf("line %d: %.80s must be %s", value.Line, what, wanted)
	}
	return fmt.Errorf("line %d: %.80s is %.80q, and must be %s", value.Line, what, value.Value, wanted)
}

// eachField calls do for the members of a mapping, whose names must be among those
// that are known, if any are. An empty value has no members.
func eachField(node *yaml.Node, what string, known []string, do func(name string, value *yaml.Node) error) error {
	if node.Kind == yaml.AliasNode {
		return fmt.Errorf("line %d: aliases are not read here; write it out", node.Line)
	}
	if node.Tag == "!!null" {
		return nil
	}
	if node.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: %.80s must have members, as in \"rules: {evidence.utilization: {enabled: false}}\"", node.Line, what)
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		name, value := node.Content[i], node.Content[i+1]
		if known != nil && !slices.Contains(known, name.Value) {
			return fmt.Errorf("line %d: there is no %.80q in %.80s%s", name.Line, name.Value, what, Nearest(name.Value, known))
		}
		if err := do(name.Value, value); err != nil {
			return err
		}
	}
	return nil
}
