package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
	required map[string]bool
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
	return &schema{compiled: compiled, required: requiredOf(object), defaults: defaultsOf(object)}, nil
}

// noLoader keeps a schema, which may come from a stranger's MCP server, from
// reading files or the network through "$ref".
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("a schema may not refer to %s: only to itself", url)
}

func requiredOf(schema map[string]any) map[string]bool {
	required := map[string]bool{}
	names, _ := schema["required"].([]any)
	for _, name := range names {
		if text, ok := name.(string); ok {
			required[text] = true
		}
	}
	return required
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

// checked are arguments that fit their schema.
type checked struct {
	canonical json.RawMessage // by which calls are compared
	given     json.RawMessage // for the tool: as they came, without optional nulls
}

// check returns the checked arguments, or a *Failure. Null in an optional
// argument is absence: models write it for what they leave out.
func (s *schema) check(tool string, arguments json.RawMessage) (checked, error) {
	object, err := decodeArguments(arguments)
	if err != nil {
		return checked{}, err
	}
	given := orEmptyObject(arguments)
	size := len(object)
	maps.DeleteFunc(object, func(name string, value any) bool { return value == nil && !s.required[name] })
	if len(object) < size {
		if given, err = json.Marshal(object); err != nil {
			return checked{}, fmt.Errorf("write the arguments: %w", err)
		}
	}
	if err := s.compiled.Validate(object); err != nil {
		return checked{}, Fail(CodeBadArguments, "%s: %s", tool, explain(err))
	}
	canonical, err := canonical(tool, object, s.defaults)
	return checked{canonical: canonical, given: given}, err
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
	var path strings.Builder
	path.WriteString("$")
	for _, step := range location {
		if _, err := strconv.Atoi(step); err == nil {
			path.WriteString("[" + step + "]")
			continue
		}
		path.WriteString("." + shorten(step, 60))
	}
	return path.String() + ": "
}
