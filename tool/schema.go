package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// maxArguments bounds the JSON text of one call's arguments.
const maxArguments = 256 << 10

// maxSchemaFaults is how many faults of one call are told.
const maxSchemaFaults = 3

// schema is a compiled argument schema.
type schema struct {
	compiled *jsonschema.Schema
	defaults map[string]any // of the top-level properties
}

func compileSchema(text json.RawMessage) (*schema, error) {
	if !jsontext.Value(text).IsValid() {
		return nil, errors.New("its argument schema is not valid JSON")
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("read its argument schema: %w", err)
	}
	object, ok := document.(map[string]any)
	if !ok || object["type"] != "object" {
		return nil, errors.New(`its argument schema must be one of "type": "object"`)
	}
	const url = "tool:arguments"
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	if err := compiler.AddResource(url, document); err != nil {
		return nil, fmt.Errorf("add its argument schema: %w", err)
	}
	compiled, err := compiler.Compile(url)
	if err != nil {
		return nil, fmt.Errorf("compile its argument schema: %w", err)
	}
	return &schema{compiled: compiled, defaults: defaultsOf(object)}, nil
}

// noLoader keeps a schema, which may come from a stranger's MCP server, from
// reading files or the network through "$ref".
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("a schema may not refer to %s: only to itself", url)
}

func defaultsOf(schema map[string]any) map[string]any {
	defaults := map[string]any{}
	properties, _ := schema["properties"].(map[string]any)
	for name, property := range properties {
		if object, ok := property.(map[string]any); ok {
			if value, ok := object["default"]; ok {
				defaults[name] = value
			}
		}
	}
	return defaults
}

// check returns the canonical arguments, or a *Failure.
func (s *schema) check(tool string, arguments json.RawMessage) (json.RawMessage, error) {
	object, err := decodeArguments(arguments)
	if err != nil {
		return nil, err
	}
	if err := s.compiled.Validate(object); err != nil {
		return nil, Fail(CodeBadArguments, "%s: %s", tool, explain(err))
	}
	return canonical(tool, object, s.defaults)
}

func decodeArguments(arguments json.RawMessage) (map[string]any, error) {
	text := bytes.TrimSpace(arguments)
	if len(text) == 0 || string(text) == "null" {
		return map[string]any{}, nil
	}
	if len(text) > maxArguments {
		return nil, Fail(CodeBadArguments, "the arguments are %d bytes long, more than %d", len(text), maxArguments)
	}
	if err := checkJSON(text); err != nil {
		return nil, Fail(CodeBadArguments, "the arguments are not valid JSON: %w", err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, Fail(CodeBadArguments, "the arguments are not valid JSON: %w", err)
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, Fail(CodeBadArguments, "the arguments must be one JSON object, not %s", shorten(string(text), 60))
	}
	return object, nil
}

// explain tells the innermost faults, with the place of each.
func explain(err error) string {
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return err.Error()
	}
	printer := message.NewPrinter(language.English)
	var faults []string
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 && len(faults) < maxSchemaFaults {
			faults = append(faults, place(e.InstanceLocation)+shorten(e.ErrorKind.LocalizedString(printer), 300))
		}
		for _, cause := range e.Causes {
			walk(cause)
		}
	}
	walk(invalid)
	return strings.Join(faults, "; ")
}

func place(location []string) string {
	if len(location) == 0 {
		return ""
	}
	path := "$"
	for _, step := range location {
		if _, err := strconv.Atoi(step); err == nil {
			path += "[" + step + "]"
			continue
		}
		path += "." + shorten(step, 60)
	}
	return path + ": "
}
