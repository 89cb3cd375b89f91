package eval

import (
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Words are the values that will do: one word, or a list.
type Words []string

// UnmarshalYAML reads a word or a list of words.
func (w *Words) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		*w = Words{node.Value}
		return nil
	}
	return node.Decode((*[]string)(w))
}

func (w Words) String() string { return strings.Join(w, " or ") }

// Set asks for the members of a set. Written as a list it is Exact.
type Set struct {
	Exact *[]string `yaml:"exact"` // these and no others
	All   []string  `yaml:"all"`   // these, and maybe others
	Any   []string  `yaml:"any"`   // at least one of these
	None  []string  `yaml:"none"`  // none of these
}

// UnmarshalYAML reads a list, or an object with exact, all, any and none.
func (s *Set) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.SequenceNode {
		s.Exact = new([]string)
		return node.Decode(s.Exact)
	}
	type plain Set
	return node.Decode((*plain)(s))
}

// Bounds are what a number must be within, both ends included. Written as a number
// they are both.
type Bounds struct {
	Min *float64 `yaml:"min"`
	Max *float64 `yaml:"max"`
}

// UnmarshalYAML reads a number, or an object with min and max.
func (b *Bounds) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		n, err := strconv.ParseFloat(node.Value, 64)
		if err != nil {
			return fmt.Errorf("line %d: %q is no number", node.Line, node.Value)
		}
		b.Min, b.Max = &n, &n
		return nil
	}
	type plain Bounds
	return node.Decode((*plain)(b))
}

func (b Bounds) holds(n float64) bool {
	return (b.Min == nil || n >= *b.Min) && (b.Max == nil || n <= *b.Max)
}

// String returns the bounds as a person reads them.
func (b Bounds) String() string {
	switch {
	case b.Min != nil && b.Max != nil && *b.Min == *b.Max:
		return number(*b.Min)
	case b.Min != nil && b.Max != nil:
		return number(*b.Min) + " to " + number(*b.Max)
	case b.Min != nil:
		return "at least " + number(*b.Min)
	case b.Max != nil:
		return "at most " + number(*b.Max)
	default:
		return "any number"
	}
}

func number(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }
