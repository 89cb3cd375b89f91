package gatemcp

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/report"
	"github.com/superbizagent/superbizagent/trace"
)

// gateResult is the structured content of gate_trace.
type gateResult struct {
	GatekeeperResult superbiz.GatekeeperResult `json:"gatekeeper_result"`
}

func (s *Server) gateTrace(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args struct {
		Trace        jsontext.Value `json:"trace"`
		VerifyHashes bool           `json:"verify_hashes"`
	}
	if err := readArguments(req.Params.Arguments, &args); err != nil {
		return refuse("gate_trace: %v", err), nil
	}
	data, err := traceText(args.Trace)
	if err != nil {
		return refuse("gate_trace: %v", err), nil
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return s.judge(data, args.VerifyHashes)
}

func (s *Server) judge(data []byte, verifyHashes bool) (*mcp.CallToolResult, error) {
	t, err := trace.Decode(data, trace.Options{MaxBytes: MaxMessageBytes})
	var broken *trace.RowsError
	if err != nil && !errors.As(err, &broken) {
		return refuse("the trace cannot be judged: %v", err), nil
	}
	in := gatekeeper.InputOf(t)
	if in.InvocationsErr = err; err == nil && verifyHashes {
		_, in.InvocationsErr = trace.VerifyHashes(t)
	}
	result := s.gate.Validate(in)
	text, err := s.text(in.Attempt, result)
	if err != nil {
		return nil, err
	}
	return answer(text, gateResult{result}), nil
}

// text is the report that a model reads: findings with the statements that they are
// about and the advice of the rules' pages.
func (s *Server) text(attempt superbiz.Attempt, result superbiz.GatekeeperResult) (string, error) {
	parsed, _ := evidence.ParseAttempt(attempt)
	var text bytes.Buffer
	w, err := report.New("text", &text, report.Options{Rules: s.catalogue.Rules()})
	if err != nil {
		return "", err
	}
	if err := errors.Join(w.Write(report.Judgement{File: "trace", Result: result, Output: parsed.Document}), w.Close()); err != nil {
		return "", err
	}
	return text.String(), nil
}

// traceText returns the bytes of a trace that was handed over as an object or as text.
func traceText(value jsontext.Value) ([]byte, error) {
	switch value.Kind() {
	case '{':
		return value, nil
	case '"':
		var text string
		err := json.Unmarshal(value, &text)
		return []byte(text), err
	default:
		return nil, errors.New("trace must be a diagnosis_trace_v1: a JSON object, or its text")
	}
}

func (s *Server) explainRule(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args struct {
		ID string `json:"id"`
	}
	if err := readArguments(req.Params.Arguments, &args); err != nil {
		return refuse("explain_rule: %v", err), nil
	}
	rule, err := s.catalogue.Lookup(args.ID)
	if err != nil {
		return refuse("explain_rule: %v", err), nil
	}
	return answer(rule.Doc, nil), nil
}

// readArguments reads the arguments of a call. A name that the tool does not have is
// an error: a model that misspells an option would think that it counts.
func readArguments(raw stdjson.RawMessage, to any) error {
	if len(raw) == 0 {
		raw = stdjson.RawMessage("{}")
	}
	err := json.Unmarshal(raw, to, json.RejectUnknownMembers(true))
	semantic, ok := errors.AsType[*json.SemanticError](err)
	switch {
	case !ok:
		return err
	case errors.Is(err, json.ErrUnknownName):
		return fmt.Errorf("there is no argument %.80q; the tool's schema says which there are", semantic.JSONPointer.LastToken())
	default:
		return fmt.Errorf("argument %.80q is of the wrong type; the tool's schema says of which", semantic.JSONPointer.LastToken())
	}
}
