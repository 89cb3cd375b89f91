package eval

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxCaseBytes bounds a case.yaml.
const maxCaseBytes = 1 << 20

// decodeCase reads a case.yaml into doc. What stands before a fault in it is read.
func decodeCase(text []byte, doc *document) error {
	if len(text) > maxCaseBytes {
		return fmt.Errorf("it has %d bytes; a case may have %d", len(text), maxCaseBytes)
	}
	root, err := parseYAML(text)
	if err != nil {
		return err
	}
	if err := strict(root, reflect.TypeFor[document](), "a case"); err != nil {
		return err
	}
	if err := root.Decode(doc); err != nil {
		return oneLineError(err)
	}
	doc.root = root
	if strings.TrimSpace(doc.About) == "" {
		return errors.New("about is missing: say in one sentence what the case is about")
	}
	if doc.Replay.Verifier != "" && doc.Replay.Verifier != verifierDown {
		return fmt.Errorf("replay.verifier is %q; it may be %s", doc.Replay.Verifier, verifierDown)
	}
	return doc.Expect.check()
}

func parseYAML(text []byte) (*yaml.Node, error) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var root yaml.Node
	switch err := dec.Decode(&root); {
	case errors.Is(err, io.EOF):
		return nil, errors.New("it is empty")
	case err != nil:
		return nil, oneLineError(err)
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("it holds more than one YAML document")
	}
	if len(root.Content) != 1 || root.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("it is no YAML mapping")
	}
	return root.Content[0], nil
}

// oneLineError takes the library's name and line breaks out of its messages, and the line
// of which they speak.
func oneLineError(err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	text = strings.TrimPrefix(text, "unmarshal errors:")
	text = strings.Join(strings.Fields(text), " ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		number, rest, _ := strings.Cut(rest, ": ")
		if line, err := strconv.Atoi(number); err == nil {
			return atLine{line, rest}
		}
	}
	return errors.New(text)
}

// linesOf tells on which line each expectation stands: "verdict", "findings[1]",
// "answer.contains[0]".
func linesOf(root *yaml.Node) map[string]int {
	lines := make(map[string]int)
	_ = eachMember(root, func(key, value *yaml.Node) error {
		if key.Value == "expect" {
			lines[""] = key.Line
			addLines(lines, "", value)
		}
		return nil
	})
	return lines
}

func addLines(lines map[string]int, at string, node *yaml.Node) {
	switch node.Kind {
	case yaml.MappingNode:
		_ = eachMember(node, func(key, value *yaml.Node) error {
			name := strings.TrimPrefix(at+"."+key.Value, ".")
			lines[name] = key.Line
			addLines(lines, name, value)
			return nil
		})
	case yaml.SequenceNode:
		for i, item := range node.Content {
			name := fmt.Sprintf("%s[%d]", at, i)
			lines[name] = item.Line
			addLines(lines, name, item)
		}
	}
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
