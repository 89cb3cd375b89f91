package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/superbizagent/superbizagent/evidence/secret"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

// file reads one YAML document into a configuration. It notes every fault, so that a
// person mends them at once.
type file struct {
	config *Config
	name   string
	faults []error
}

// maxFaults bounds what is told of a file that is something else.
const maxFaults = 20

func (f *file) read(text []byte) error {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document yaml.Node
	if err := decoder.Decode(&document); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: it holds more than one YAML document, or what is none", f.name)
	}
	if len(document.Content) > 0 {
		f.top(document.Content[0])
	}
	if len(f.faults) > maxFaults {
		f.faults = append(f.faults[:maxFaults], fmt.Errorf("%s: and more", f.name))
	}
	return errors.Join(f.faults...)
}

// top reads the settings, and the models, whose names the file makes.
func (f *file) top(root *yaml.Node) {
	f.members(root, "", append(children(general(), ""), "models"), func(name string, value *yaml.Node) {
		if name != "models" {
			read(f, general(), f.config, "", name, value)
			return
		}
		f.members(value, "models", nil, f.model)
	})
}

func (f *file) model(name string, value *yaml.Node) {
	if !modelName.MatchString(name) || secret.Redact(name) != name {
		f.fault(value, "the name of a model must be of letters, digits and the marks _ . : / -")
		return
	}
	m := &Model{Name: name}
	f.config.Models[name] = m
	f.config.sources["models."+name] = f.source(value)
	prefix := "models." + name
	f.members(value, prefix, children(ofModel(), ""), func(member string, value *yaml.Node) {
		read(f, ofModel(), m, prefix+".", member, value)
	})
}

// read sets one setting, or all below a section. The prefix is that of the owner.
func read[T any](f *file, table []field[T], owner *T, prefix, name string, value *yaml.Node) {
	if i := slices.IndexFunc(table, func(each field[T]) bool { return each.name == name }); i >= 0 {
		f.set(value, prefix+name, table[i].tags, table[i].want, func(text string) bool { return table[i].set(owner, text) })
		return
	}
	f.members(value, prefix+name, children(table, name+"."), func(member string, value *yaml.Node) {
		read(f, table, owner, prefix, name+"."+member, value)
	})
}

// children returns the names that may stand in a section: the next step of each path.
func children[T any](table []field[T], prefix string) []string {
	var names []string
	for _, f := range table {
		below, ok := strings.CutPrefix(f.name, prefix)
		name, _, _ := strings.Cut(below, ".")
		if ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// members calls do for each member of a mapping. Its names must be among those that
// are known, if any are, and stand once. An empty value has none.
func (f *file) members(node *yaml.Node, path string, known []string, do func(name string, value *yaml.Node)) {
	switch {
	case node.Tag == "!!null":
		return
	case node.Kind != yaml.MappingNode:
		f.fault(node, "%s must have members, one a line, each with its name and a colon", orFile(path))
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		name, value := node.Content[i], node.Content[i+1]
		switch {
		case seen[name.Value]:
			f.fault(name, "%s stands twice in %s", quoted(name.Value), orFile(path))
		case known == nil || slices.Contains(known, name.Value):
			seen[name.Value] = true
			do(name.Value, value)
		case secret.IsKey(name.Value) || name.Value == "key":
			f.fault(name, "%s: a key has no place in this file, which others may read: put it into an environment variable, and the variable's name into key_env", strings.TrimPrefix(path+"."+name.Value, "."))
		default:
			f.fault(name, "there is no %s in %s%s", quoted(name.Value), orFile(path), gatekeeper.Nearest(name.Value, known))
		}
	}
}

// set reads a scalar.
func (f *file) set(node *yaml.Node, path string, tags []string, want string, set func(string) bool) {
	switch {
	case node.Tag == "!!null":
		return
	case node.Kind != yaml.ScalarNode:
		f.fault(node, "%s may be %s, and is no single value", path, want)
	case len(secret.Find(node.Value)) > 0:
		f.fault(node, "%s holds a credential, which has no place in this file: put it into an environment variable, and the variable's name into key_env", path)
	case !slices.Contains(tags, node.Tag), !set(node.Value):
		f.fault(node, "%s is %s; it may be %s", path, shown(path, node.Value), want)
	default:
		f.config.sources[path] = f.source(node)
	}
}

func (f *file) source(node *yaml.Node) Source {
	return Source(fmt.Sprintf("%s:%d", f.name, node.Line))
}

func (f *file) fault(node *yaml.Node, format string, arguments ...any) {
	f.faults = append(f.faults, fmt.Errorf("%s:%d: %w", f.name, node.Line, fmt.Errorf(format, arguments...)))
}

// shown is a value as a message may show it: not what stands where a key was put.
func shown(path, value string) string {
	if strings.HasSuffix(path, "key_env") || len(secret.Find(value)) > 0 {
		return "no such thing, and may be a key that is not shown here"
	}
	return quoted(value)
}

func quoted(text string) string { return fmt.Sprintf("%.80q", text) }

func orFile(path string) string {
	if path == "" {
		return "the configuration"
	}
	return path
}
