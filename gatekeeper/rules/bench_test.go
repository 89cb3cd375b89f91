package rules_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/trace"
)

var sizes = []struct {
	name  string
	bytes int
}{{"10KB", 10 << 10}, {"250KB", 250 << 10}, {"5MB", 5 << 20}}

// session makes a trace of about size bytes: ten calls, of which three are bound by
// twelve claims, as long investigations go.
func session(tb testing.TB, size int) []byte {
	tb.Helper()
	const calls, bound = 10, 3
	run := superbiz.DiagnosisTrace{TraceVersion: superbiz.TraceVersion, SessionID: "s-1", RunMode: superbiz.RunLive}
	for i := range calls {
		run.ToolInvocations = append(run.ToolInvocations, recordedCall(i, size/calls))
	}
	output := superbiz.ExecutorOutput{
		AnswerVersion: superbiz.AnswerVersion, Claims: []superbiz.Claim{},
		Hypotheses: []superbiz.Hypothesis{}, RecommendedActions: []superbiz.RecommendedAction{}, MissingInfo: []superbiz.MissingInfo{},
	}
	for i := range 12 {
		output.Claims = append(output.Claims, statedClaim(i, i%bound))
	}
	raw, err := json.Marshal(output)
	if err != nil {
		tb.Fatal(err)
	}
	text := string(raw)
	run.Executor = superbiz.Executor{Kind: superbiz.ExecutorRecorded, Attempts: []superbiz.Attempt{{RawOutput: &text}}}
	out, err := json.Marshal(run)
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

func recordedCall(i, size int) superbiz.ToolInvocation {
	var b strings.Builder
	fmt.Fprintf(&b, `{"pod":{"name":"checkout-7d9f4%d","restartCount":14,"lastState":"OOMKilled"},"lines":["started"`, i)
	for line := 0; b.Len() < size; line++ {
		fmt.Fprintf(&b, `,"2026-07-01T10:%02d:%02dZ ERROR checkout: \"pool\" is full after %d ms (connection %d of 100)"`, line/60%60, line%60, line%997, line%100)
	}
	b.WriteString("]}")
	return superbiz.ToolInvocation{
		InvocationID: fmt.Sprintf("inv-%02d", i), SessionID: "s-1", ToolName: "logs_recent", Status: superbiz.InvocationSucceeded,
		ResultKind: superbiz.ResultData, DataMode: superbiz.DataLive, SourceClass: superbiz.SourceObserved,
		Output: json.RawMessage(b.String()), RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: []string{"$.pod", "$.lines[0:100000]"}},
	}
}

func statedClaim(i, call int) superbiz.Claim {
	excerpt := "pool is full"
	return superbiz.Claim{
		ClaimID: fmt.Sprintf("c%d", i), ClaimType: superbiz.ClaimObservation,
		Text: fmt.Sprintf("Pod checkout-7d9f4%d restarted 14 times; its last state is OOMKilled.", call),
		EvidenceBindings: []superbiz.EvidenceBinding{{
			SourceInvocationIDs: []string{fmt.Sprintf("inv-%02d", call)}, ToolName: "logs_recent", RawPath: "$.pod", Excerpt: &excerpt,
			Assertions: []superbiz.Assertion{{RawPath: "$.pod.restartCount", Op: superbiz.OpEq, Value: json.RawMessage("14")}},
		}},
	}
}

// BenchmarkGate decodes a trace and runs the whole catalogue over it.
func BenchmarkGate(b *testing.B) {
	gate := gatekeeper.New(rules.Catalogue())
	for _, size := range sizes {
		raw := session(b, size.bytes)
		b.Run(size.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				run, err := trace.Decode(raw, trace.Options{})
				if err != nil {
					b.Fatal(err)
				}
				gate.Validate(gatekeeper.InputOf(run))
			}
		})
	}
}

// BenchmarkGateStructure runs the rules that do not read text.
func BenchmarkGateStructure(b *testing.B) {
	all := rules.All()
	catalogue, err := gatekeeper.NewCatalogue("structure", all[:5]...)
	if err != nil {
		b.Fatal(err)
	}
	gate := gatekeeper.New(catalogue)
	for _, size := range sizes {
		run, err := trace.Decode(session(b, size.bytes), trace.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(size.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				gate.Validate(gatekeeper.InputOf(run))
			}
		})
	}
}

// BenchmarkGateFloor is what the standard library needs to decode the same bytes.
func BenchmarkGateFloor(b *testing.B) {
	for _, size := range sizes {
		raw := session(b, size.bytes)
		b.Run(size.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				var value any
				if err := json.Unmarshal(raw, &value); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestBenchmarkedSessionIsSound keeps the benchmarks from measuring a refusal.
func TestBenchmarkedSessionIsSound(t *testing.T) {
	t.Parallel()
	run, err := trace.Decode(session(t, 10<<10), trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := gatekeeper.New(rules.Catalogue()).Validate(gatekeeper.InputOf(run)); got.Status == superbiz.GateFail {
		t.Errorf("got %v", got.Errors)
	}
}
