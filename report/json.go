package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	superbiz "github.com/superbizagent/superbizagent"
)

// result is a GatekeeperResult that may leave its rules out.
type result struct {
	superbiz.GatekeeperResult
	Rules *[]superbiz.RuleResult `json:"rules,omitempty"`
}

func newResult(r superbiz.GatekeeperResult, omitRules bool) result {
	out := result{GatekeeperResult: r}
	if !omitRules {
		out.Rules = &r.Rules
	}
	return out
}

// jsonWriter writes the result of one trace.
type jsonWriter struct {
	w         io.Writer
	omitRules bool
	taken     bool
	result    *result // nil when the trace could not be judged
}

func (j *jsonWriter) Write(one Judgement) error {
	if j.taken {
		return errors.New("json is the result of one trace, and there are more; use jsonl")
	}
	j.taken = true
	if one.Err == nil {
		r := newResult(one.Result, j.omitRules)
		j.result = &r
	}
	return nil
}

func (j *jsonWriter) Close() error {
	if j.result == nil {
		return nil
	}
	return writeJSON(j.w, j.result, "  ")
}

// jsonlWriter writes a line a trace. One that could not be judged has null for a
// result, so that a reader who looks for one cannot take it for a pass.
type jsonlWriter struct {
	w         io.Writer
	omitRules bool
}

type jsonLine struct {
	File   string  `json:"file"`
	Result *result `json:"gatekeeper_result"`
	Error  string  `json:"error,omitempty"`
}

func (j *jsonlWriter) Write(one Judgement) error {
	line := jsonLine{File: one.File}
	if one.Err != nil {
		line.Error = one.Err.Error()
	} else {
		r := newResult(one.Result, j.omitRules)
		line.Result = &r
	}
	return writeJSON(j.w, line, "")
}

func (j *jsonlWriter) Close() error { return nil }

func writeJSON(w io.Writer, v any, indent string) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}
