package rulestest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
)

const (
	defaultSession = "s-1"
	defaultTool    = "logs_recent"
)

// known are the sections that are not the output of a row.
var known = []string{
	"output.txt", "output.json", "claims.json", "hypotheses.json", "recommended_actions.json", "missing_info.json",
	"rows.json", "input.json", "config.yaml", "want",
}

// rows returns the tool_invocation rows of the case with all defaults filled in.
func (s sections) rows(session string) ([]superbiz.ToolInvocation, error) {
	var rows []map[string]any
	if text, ok := s.get("rows.json"); ok {
		var err error
		if rows, err = objects("rows.json", text); err != nil {
			return nil, err
		}
	}
	for i, row := range rows {
		setDefault(row, "invocation_id", fmt.Sprintf("inv-%d", i+1))
	}
	for _, f := range s {
		if slices.Contains(known, f.name) {
			continue
		}
		var err error
		if rows, err = addOutput(rows, f); err != nil {
			return nil, err
		}
	}
	out := make([]superbiz.ToolInvocation, len(rows))
	for i, row := range rows {
		fillRow(row, i, session)
		if err := convert(row, &out[i]); err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	return out, nil
}

// addOutput sets the output of the row that a section is named after.
func addOutput(rows []map[string]any, f section) ([]map[string]any, error) {
	id, isText := strings.CutSuffix(f.name, ".txt")
	if !isText {
		var isJSON bool
		if id, isJSON = strings.CutSuffix(f.name, ".json"); !isJSON {
			return nil, fmt.Errorf("section %s is none of %s, nor an output such as inv-1.txt or inv-1.json",
				f.name, strings.Join(known, ", "))
		}
	}
	i := slices.IndexFunc(rows, func(row map[string]any) bool { return row["invocation_id"] == id })
	if i < 0 {
		i, rows = len(rows), append(rows, map[string]any{"invocation_id": id})
	}
	if isText {
		rows[i]["lines"] = string(f.text)
		return rows, nil
	}
	if !json.Valid(f.text) {
		return nil, fmt.Errorf("section %s is not JSON", f.name)
	}
	rows[i]["output"] = json.RawMessage(f.text)
	return rows, nil
}

func fillRow(row map[string]any, i int, session string) {
	started := time.Date(2026, 7, 1, 10, 30+i, 0, 0, time.UTC)
	setDefault(row, "session_id", session)
	setDefault(row, "run_id", "r-1")
	setDefault(row, "seq", i+1)
	setDefault(row, "tool_name", defaultTool)
	setDefault(row, "tool_source", "builtin")
	setDefault(row, "arguments", map[string]any{})
	setDefault(row, "status", "succeeded")
	setDefault(row, "result_kind", resultKind(row["status"]))
	setDefault(row, "data_mode", "live")
	setDefault(row, "source_class", "observed")
	setDefault(row, "started_at", started)
	setDefault(row, "ended_at", started.Add(time.Second))
	setDefault(row, "attempt_count", 1)
	fillOutput(row)
	fillRefs(row)
}

// resultKind returns the kind that goes with a status.
func resultKind(status any) string {
	switch status {
	case "failed", "timeout":
		return "error"
	case "denied", "skipped", "running":
		return "none"
	default:
		return "data"
	}
}

func fillOutput(row map[string]any) {
	switch lines := row["lines"].(type) {
	case string:
		row["output"] = map[string]any{"lines": strings.Split(strings.TrimSuffix(lines, "\n"), "\n")}
	case []any:
		row["output"] = map[string]any{"lines": lines}
	}
	delete(row, "lines")
	setDefault(row, "output", nil)
}

func fillRefs(row map[string]any) {
	details, ok := row["retrieval_details"].(map[string]any)
	if !ok {
		details = map[string]any{}
		row["retrieval_details"] = details
	}
	refs := []string{"$"}
	if row["result_kind"] == "empty" {
		refs = []string{superbiz.NoEvidencePath}
	}
	setDefault(details, "evidence_refs", refs)
}

// objects reads an array of objects, or one object that stands for an array of one.
func objects(name string, text []byte) ([]map[string]any, error) {
	if strings.HasPrefix(strings.TrimSpace(string(text)), "[") {
		var many []map[string]any
		return many, decode(name, text, &many)
	}
	one := map[string]any{}
	err := decode(name, text, &one)
	return []map[string]any{one}, err
}

func setDefault(object map[string]any, field string, value any) {
	if _, ok := object[field]; !ok {
		object[field] = value
	}
}

// convert turns JSON-like values into a struct, and refuses misspelt fields.
func convert(from map[string]any, into any) error {
	text, err := json.Marshal(from)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}
