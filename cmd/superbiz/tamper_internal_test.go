package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/trace"
)

// TestATamperedReferenceIsNamed changes one reference of a real diagnosis and asks
// the gate: it names the rule, the target and the claim.
func TestATamperedReferenceIsNamed(t *testing.T) {
	t.Parallel()
	original := realTrace(t)
	for name, tc := range map[string]struct {
		change func(*superbiz.DiagnosisTrace, *superbiz.Claim)
		rule   string
	}{
		"unknown id": {func(_ *superbiz.DiagnosisTrace, c *superbiz.Claim) {
			c.EvidenceBindings[0].SourceInvocationIDs[0] = "inv-99-zzzz"
		}, "evidence.invocation_ref"},
		"another session's id": {func(d *superbiz.DiagnosisTrace, c *superbiz.Claim) {
			foreign := d.ToolInvocations[0]
			foreign.InvocationID, foreign.SessionID = "inv-98-yyyy", "s-somebody-else"
			foreign.ToolName = c.EvidenceBindings[0].ToolName
			d.ToolInvocations = append(d.ToolInvocations, foreign)
			c.EvidenceBindings[0].SourceInvocationIDs[0] = foreign.InvocationID
		}, "evidence.invocation_ref"},
		"wrong tool": {func(_ *superbiz.DiagnosisTrace, c *superbiz.Claim) {
			c.EvidenceBindings[0].ToolName = "documents_list"
		}, "evidence.invocation_ref"},
		"a path that is not there": {func(_ *superbiz.DiagnosisTrace, c *superbiz.Claim) {
			c.EvidenceBindings[0].RawPath = "$.lines[123456]"
		}, "evidence.raw_path"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := gateChanged(t, original, tc.change)
			if len(result.FailedRules) == 0 || result.FailedRules[0] != tc.rule {
				t.Fatalf("failed rules %v, want %s", result.FailedRules, tc.rule)
			}
			if f := result.Errors[0]; f.ClaimID != "c1" || !strings.HasPrefix(f.Target, "claims[0].evidence_bindings[0]") || f.Message == "" {
				t.Errorf("finding %+v, want claim c1 and its first binding", f)
			}
		})
	}
}

func realTrace(t *testing.T) *superbiz.DiagnosisTrace {
	t.Helper()
	var out, talk bytes.Buffer
	code := run(t.Context(), process{
		args: []string{
			"diagnose", "--bundle", "../../scenarios/postgres-connections-exhausted", "--format", "json",
			"--db", filepath.Join(t.TempDir(), "test.db"), "Why do orders fail?",
		},
		stdin: strings.NewReader(""), stdout: &out, stderr: &talk, getenv: func(string) string { return "" },
	})
	if code != 0 {
		t.Fatalf("diagnose ended with %d: %s", code, talk.String())
	}
	d, err := trace.Decode(out.Bytes(), trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// gateChanged changes the first claim of a copy, in raw_output and structured_output
// alike, and gates it through the command line.
func gateChanged(t *testing.T, original *superbiz.DiagnosisTrace, change func(*superbiz.DiagnosisTrace, *superbiz.Claim)) superbiz.GatekeeperResult {
	t.Helper()
	d := *original
	attempt := d.Executor.Attempts[0]
	var output superbiz.ExecutorOutput
	if err := json.Unmarshal(attempt.StructuredOutput, &output); err != nil {
		t.Fatal(err)
	}
	change(&d, &output.Claims[0])
	raw, err := json.Marshal(output)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	attempt.RawOutput, attempt.StructuredOutput = &text, raw
	d.Executor.Attempts = []superbiz.Attempt{attempt}
	path := filepath.Join(t.TempDir(), "changed.json")
	if err := writeTrace(path, &d); err != nil {
		t.Fatal(err)
	}
	var out, talk bytes.Buffer
	code := run(t.Context(), process{
		args: []string{"gate", "--format", "json", path}, stdin: strings.NewReader(""), stdout: &out, stderr: &talk, getenv: os.Getenv,
	})
	if code != exitFailed {
		t.Fatalf("gate ended with %d, want %d: %s", code, exitFailed, talk.String())
	}
	var result superbiz.GatekeeperResult
	if err := json.Unmarshal(out.Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	return result
}
