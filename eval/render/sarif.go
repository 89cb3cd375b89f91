package render

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/eval"
)

// The part of SARIF 2.1.0 that is written; names are those of the standard.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		URI     string      `json:"informationUri"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
	}
	sarifInvocation struct {
		Successful bool `json:"executionSuccessful"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID        string            `json:"ruleId"`
		Level         string            `json:"level"`
		BaselineState string            `json:"baselineState,omitempty"`
		Message       sarifText         `json:"message"`
		Locations     []sarifLocation   `json:"locations,omitempty"`
		Fingerprints  map[string]string `json:"partialFingerprints"`
		Properties    map[string]string `json:"properties,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
)

// The rules of a SARIF log: what can be wrong with a case.
const (
	sarifFailure = "eval.expectation"
	sarifUnseen  = "eval.not_evaluated"
	sarifInvalid = "eval.invalid"
	sarifDrift   = "eval.drift"
	sarifInput   = "eval.changed_input"
	sarifRemoved = "eval.removed"
)

func sarifRules() []sarifRule {
	return []sarifRule{
		{sarifFailure, sarifText{"an expectation does not hold"}},
		{sarifUnseen, sarifText{"an expectation had nothing to look at"}},
		{sarifInvalid, sarifText{"the case itself is wrong"}},
		{sarifDrift, sarifText{"a stored result no longer follows from what was recorded"}},
		{sarifInput, sarifText{"the inputs of a case are not those that the baseline was made from"}},
		{sarifRemoved, sarifText{"a case of the baseline is gone"}},
	}
}

// writeSARIF writes a result for each thing that is wrong. With a baseline each has its
// baselineState, and what was fixed is there as absent.
func writeSARIF(w io.Writer, in Input) error {
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "superbiz eval", Version: in.Version, URI: "https://github.com/superbizagent/superbizagent", Rules: sarifRules(),
		}},
		Invocations: []sarifInvocation{{in.Report.Total.Judged()}},
		Results:     []sarifResult{},
	}
	for i := range in.Report.Cases {
		run.Results = append(run.Results, sarifCase(in.Comparison, &in.Report.Cases[i])...)
	}
	if in.Comparison != nil {
		run.Results = append(run.Results, sarifChanges(in)...)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func sarifCase(c *eval.Comparison, r *eval.Result) []sarifResult {
	var out []sarifResult
	for _, p := range problems(r) {
		result := newSARIFResult(r, sarifRuleOf(p.status), p.line, p.title()+": "+p.message(), p.title())
		result.Level = "error"
		result.BaselineState = failureState(c, r.ID)
		result.Properties = map[string]string{"case": r.ID, "expectation": p.title(), "wanted": p.want, "got": p.got}
		out = append(out, result)
	}
	if len(r.Drift) > 0 {
		result := newSARIFResult(r, sarifDrift, 1, drift(r), "drift")
		result.Level = "warning"
		if c != nil {
			result.BaselineState = stateOf(c, r.ID, eval.NewDrift)
		}
		out = append(out, result)
	}
	return out
}

func sarifRuleOf(s eval.Status) string {
	switch s {
	case eval.StatusFail:
		return sarifFailure
	case eval.StatusNotEvaluated:
		return sarifUnseen
	default:
		return sarifInvalid
	}
}

func failureState(c *eval.Comparison, id string) string {
	if c == nil {
		return ""
	}
	return stateOf(c, id, eval.NewFailure)
}

func stateOf(c *eval.Comparison, id string, isNew eval.ChangeKind) string {
	if slices.Contains(c.Of(id), isNew) {
		return "new"
	}
	return "unchanged"
}

// sarifChanges adds what a list of failures does not show.
func sarifChanges(in Input) []sarifResult {
	byID := make(map[string]*eval.Result, len(in.Report.Cases))
	for i := range in.Report.Cases {
		byID[in.Report.Cases[i].ID] = &in.Report.Cases[i]
	}
	var out []sarifResult
	for _, change := range in.Comparison.Changes {
		r := byID[change.ID]
		if r == nil {
			r = &eval.Result{ID: change.ID}
		}
		var result sarifResult
		switch change.Kind {
		case eval.Fixed:
			result = newSARIFResult(r, sarifFailure, 1, "it passes now", "fixed")
			result.Level, result.BaselineState = "none", "absent"
		case eval.Removed:
			result = newSARIFResult(r, sarifRemoved, 1, "it is in the baseline and not here", "removed")
			result.Level, result.BaselineState = "error", "new"
		case eval.ChangedInput:
			result = newSARIFResult(r, sarifInput, 1, "changed since the baseline: "+change.Detail, "changed_input")
			result.Level, result.BaselineState = "warning", "updated"
		default:
			continue
		}
		out = append(out, result)
	}
	return out
}

func newSARIFResult(r *eval.Result, rule string, line int, message, about string) sarifResult {
	sum := sha256.Sum256([]byte(r.ID + "\x00" + rule + "\x00" + about))
	result := sarifResult{
		RuleID: rule, Message: sarifText{sarifMessage(r.ID + ": " + message)},
		Fingerprints: map[string]string{"superbizEval/v1": hex.EncodeToString(sum[:16])},
	}
	if r.File != "" {
		result.Locations = []sarifLocation{{sarifPhysical{sarifArtifact{fileURI(r.File)}, sarifRegion{line}}}}
	}
	return result
}

// sarifMessage keeps a stranger's text from being a link.
func sarifMessage(s string) string { return strings.ReplaceAll(s, "](", `\](`) }

func fileURI(name string) string {
	if path.IsAbs(name) {
		return (&url.URL{Scheme: "file", Path: path.Clean(name)}).String()
	}
	return (&url.URL{Path: path.Clean(name)}).String()
}
