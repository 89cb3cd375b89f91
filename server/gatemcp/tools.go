package gatemcp

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func gateTool() *mcp.Tool {
	return tool("gate_trace", "Judge a trace",
		"Judges every claim of a diagnosis_trace_v1 by the tool calls recorded in it, and returns a gatekeeper_result: "+
			"status pass, warn or fail, and for each finding the rule, the claim, the place and what is wrong.",
		`{
			"type": "object",
			"properties": {
				"trace": {
					"type": ["object", "string"],
					"description": "A diagnosis_trace_v1: trace_version, session_id, tool_invocations, and executor with one attempt at least. The last attempt is judged. An object, or its JSON as text."
				},
				"verify_hashes": {
					"type": "boolean",
					"description": "Also fail when an output is not what its output_sha256 says."
				}
			},
			"required": ["trace"],
			"additionalProperties": false
		}`)
}

func explainTool() *mcp.Tool {
	return tool("explain_rule", "Explain a rule",
		"Returns the page of a rule: what it wants, what it flags, what it accepts, and how to fix a finding.",
		`{
			"type": "object",
			"properties": {"id": {"type": "string", "description": "A rule_id, such as evidence.raw_path."}},
			"required": ["id"],
			"additionalProperties": false
		}`)
}

func listTool() *mcp.Tool {
	return tool("list_rules", "List the rules",
		"Returns the catalogue: the version of the rule set and every rule with its severity.",
		`{"type": "object", "properties": {}, "additionalProperties": false}`)
}

// tool is one that reads and changes nothing, and asks nobody else.
func tool(name, title, description, schema string) *mcp.Tool {
	closed := false
	return &mcp.Tool{
		Name: name, Title: title, Description: description, InputSchema: json.RawMessage(schema),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
	}
}
