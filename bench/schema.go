package bench

import (
	"bytes"
	"fmt"
	"os"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// CompileSchema compiles the published JSON Schema of the output.
func CompileSchema(path string) (*jsonschema.Schema, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(path, document); err != nil {
		return nil, fmt.Errorf("add the schema: %w", err)
	}
	return compiler.Compile(path)
}
