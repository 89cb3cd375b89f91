package absence_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/absence"
	"github.com/superbizagent/superbizagent/evidence/reading"
)

// empty is a call that found nothing in an hour of service checkout.
func empty() superbiz.ToolInvocation {
	return superbiz.ToolInvocation{
		InvocationID: "inv-1", SessionID: "s-1", ToolName: "logs", Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultEmpty,
		Arguments: json.RawMessage(`{"service": "checkout"}`), Output: json.RawMessage(`{"lines": []}`),
		RetrievalDetails: superbiz.RetrievalDetails{
			EvidenceRefs: []string{"$"},
			Window: &superbiz.Window{
				From: time.Date(2026, 7, 1, 10, 0, 0, 0, time.UTC),
				To:   time.Date(2026, 7, 1, 11, 0, 0, 0, time.UTC),
			},
		},
	}
}

func claim(kind superbiz.ClaimType, text string, assertions ...superbiz.Assertion) *evidence.Claim {
	return &evidence.Claim{Claim: superbiz.Claim{
		ClaimID: "c1", ClaimType: kind, Text: text,
		EvidenceBindings: []superbiz.EvidenceBinding{{SourceInvocationIDs: []string{"inv-1"}, ToolName: "logs", Assertions: assertions}},
	}}
}

func prover(rows ...superbiz.ToolInvocation) *absence.Prover {
	ledger := evidence.NewLedger("s-1", rows)
	return absence.NewProver(ledger, reading.NewReader(ledger))
}

func TestHolds(t *testing.T) {
	t.Parallel()
	none := superbiz.Assertion{RawPath: "$.lines", Op: superbiz.OpCountEq, Value: json.RawMessage("0")}
	for name, tc := range map[string]struct {
		change func(*superbiz.ToolInvocation)
		claim  *evidence.Claim
		want   bool
	}{
		"found nothing":            {nil, claim(superbiz.ClaimAbsence, "No error was logged between 10:05 and 10:30"), true},
		"an empty list, asserted":  {func(r *superbiz.ToolInvocation) { r.ResultKind = superbiz.ResultData }, claim(superbiz.ClaimAbsence, "No error was logged", none), true},
		"an empty list, cut short": {func(r *superbiz.ToolInvocation) { r.ResultKind, r.Truncated = superbiz.ResultData, true }, claim(superbiz.ClaimAbsence, "No error was logged", none), false},
		"not an absence claim":     {nil, claim(superbiz.ClaimObservation, "No error was logged"), false},
		"truncated":                {func(r *superbiz.ToolInvocation) { r.Truncated = true }, claim(superbiz.ClaimAbsence, "No error was logged"), false},
		"failed":                   {func(r *superbiz.ToolInvocation) { r.Status = superbiz.InvocationFailed }, claim(superbiz.ClaimAbsence, "No error was logged"), false},
		"of another session":       {func(r *superbiz.ToolInvocation) { r.SessionID = "s-2" }, claim(superbiz.ClaimAbsence, "No error was logged"), false},
		"data":                     {func(r *superbiz.ToolInvocation) { r.ResultKind = superbiz.ResultData }, claim(superbiz.ClaimAbsence, "No error was logged"), false},
		"outside the window":       {nil, claim(superbiz.ClaimAbsence, "No error was logged at 09:30"), false},
		"another service":          {nil, claim(superbiz.ClaimAbsence, "No error was logged by service cart-api"), false},
		"more than was searched":   {nil, claim(superbiz.ClaimAbsence, "No error was ever logged: everything is fine"), false},
		"the contrary":             {nil, claim(superbiz.ClaimAbsence, "An error was logged by checkout"), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			row := empty()
			if tc.change != nil {
				tc.change(&row)
			}
			if got := prover(row).Holds(tc.claim); got != tc.want {
				t.Errorf("got %t, want %t: %v", got, tc.want, prover(row).Faults(tc.claim))
			}
		})
	}
}

// TestLinear feeds texts that are all traps, and would take minutes in square time.
func TestLinear(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"no healthy ", "healthy ", "service a-1 ", "anywhere in ", "10:31 ", "服务 a-1 没有健康", "last 24 hours ", "' \"", "健"} {
		prover(empty()).Faults(claim(superbiz.ClaimAbsence, strings.Repeat(piece, 1<<17/len(piece))))
	}
}

func FuzzFaults(f *testing.F) {
	f.Add("No error of service checkout between 10:00 and 11:00, everything is healthy", `{"service": "checkout"}`, `{"lines": []}`)
	f.Add("命名空间 shop 在过去 24 小时一切正常", `{"namespace": "shop", "start": "2026-07-01T10:00:00Z"}`, `null`)
	f.Fuzz(func(t *testing.T, text, arguments, output string) {
		row := empty()
		row.Arguments, row.Output = json.RawMessage(arguments), json.RawMessage(output)
		p := prover(row)
		for _, kind := range []superbiz.ClaimType{superbiz.ClaimAbsence, superbiz.ClaimObservation} {
			for _, fault := range p.Faults(claim(kind, text)) {
				if fault.Message == "" {
					t.Fatalf("%q has a fault without a message", text)
				}
			}
		}
	})
}
