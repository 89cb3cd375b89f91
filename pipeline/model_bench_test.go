package pipeline_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/docs/schemas"
	"github.com/superbizagent/superbizagent/executor/model"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/llmtest"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/tool"
)

// logOf is a log of about a number of bytes, another one for each shard.
func logOf(shard, size int) json.RawMessage {
	lines := make([]string, size/100)
	for i := range lines {
		lines[i] = fmt.Sprintf("2026-11-30T20:%02d:%02dZ shard=%d level=info request %d took %d ms, pool 20 of 20 in use, waiting", i/60%60, i%60, shard, i, i%97)
	}
	lines[len(lines)/2] = "FATAL: remaining connection slots are reserved"
	return json.RawMessage(asText(map[string]any{"lines": lines}))
}

// busy looks 30 times, and hands over a claim on each call. It reads nothing but ids:
// what a model costs is not measured.
func busy(request llmtest.Request) llmtest.Turn {
	ids := idsIn(request)
	if n := len(ids); n < 30 {
		var calls []llm.ToolCall
		for i := n; i < min(n+15, 30); i++ {
			calls = append(calls, llm.ToolCall{ID: fmt.Sprint("call_", i), Name: "log", Arguments: fmt.Sprintf(`{"shard":%d}`, i)})
		}
		return llmtest.Turn{Calls: calls}
	}
	return submit(busyOutput(ids))
}

// idsIn returns the id of each row that a request shows, which a row begins with.
func idsIn(request llmtest.Request) []string {
	var ids []string
	for _, m := range request.Messages {
		if _, row, ok := strings.Cut(m.Text, `{"invocation_id":"`); ok {
			id, _, _ := strings.Cut(row, `"`)
			ids = append(ids, id)
		}
	}
	return ids
}

func busyOutput(ids []string) string {
	out := superbiz.ExecutorOutput{
		AnswerVersion: superbiz.AnswerVersion, Hypotheses: []superbiz.Hypothesis{},
		RecommendedActions: []superbiz.RecommendedAction{}, MissingInfo: []superbiz.MissingInfo{},
	}
	for i, id := range ids {
		excerpt := "remaining connection slots are reserved"
		out.Claims = append(out.Claims, superbiz.Claim{ClaimID: fmt.Sprint("c", i), ClaimType: superbiz.ClaimObservation,
			Text: `The log says "remaining connection slots are reserved".`,
			EvidenceBindings: []superbiz.EvidenceBinding{{
				SourceInvocationIDs: []string{id}, ToolName: "log", Excerpt: &excerpt,
			}}})
	}
	return asText(out)
}

// overhead diagnoses with a model and tools that cost nothing.
func overhead(b testing.TB, db pipeline.Store) *pipeline.Pipeline {
	b.Helper()
	return withLogs(b, db, 50_000)
}

// quick does the same with short logs.
func quick(b testing.TB, db pipeline.Store) *pipeline.Pipeline {
	b.Helper()
	return withLogs(b, db, 2_000)
}

func withLogs(b testing.TB, db pipeline.Store, size int) *pipeline.Pipeline {
	b.Helper()
	logs := make([]json.RawMessage, 30)
	for i := range logs {
		logs[i] = logOf(i, size)
	}
	registry, err := tool.NewRegistry(tool.Tool{
		Name: "log", Description: "Reads a log.", Schema: json.RawMessage(`{"type":"object","properties":{"shard":{"type":"integer"}}}`),
		Source: "test", Class: superbiz.SourceObserved, Mode: superbiz.DataBundle,
		Call: func(_ context.Context, arguments json.RawMessage) (tool.Result, error) {
			var asked struct{ Shard int }
			if err := json.Unmarshal(arguments, &asked); err != nil {
				return tool.Result{}, err
			}
			return tool.Data(logs[asked.Shard]), nil
		},
	})
	if err != nil {
		b.Fatal(err)
	}
	return overheadPipeline(b, db, registry, inMemory{busy})
}

func overheadPipeline(b testing.TB, db pipeline.Store, registry *tool.Registry, m llm.Model) *pipeline.Pipeline {
	b.Helper()
	c := modelConfig(b, db, m, model.Limits{})
	c.Planner, c.Tools = noPlan{}, registry
	var err error
	if c.Executor, err = model.New(model.Config{Model: m, Tools: registry.Tools(), Schema: schemas.ExecutorEvidence()}); err != nil {
		b.Fatal(err)
	}
	p, err := pipeline.New(c)
	if err != nil {
		b.Fatal(err)
	}
	return p
}

func mustPassBusy(b testing.TB, p *pipeline.Pipeline) {
	b.Helper()
	trace, err := p.Diagnose(b.Context(), pipeline.Request{Question: superbiz.Question{Text: "What does the log say?"}})
	if err != nil {
		b.Fatal(err)
	}
	if v := trace.Verifier.Verdict; v != superbiz.VerdictPass {
		b.Fatalf("verdict %s: %s", v, strings.Join(trace.Executor.Attempts[0].GatekeeperResult.FailedRules, ", "))
	}
}

// BenchmarkOverhead measures all of a diagnosis but model and tools, at 30 calls of
// 50 KB each.
func BenchmarkOverhead(b *testing.B) {
	for name, open := range map[string]func() pipeline.Store{
		"sqlite":   func() pipeline.Store { return openStore(b) },
		"no store": func() pipeline.Store { return newMemoryStore() },
	} {
		b.Run(name, func(b *testing.B) {
			p := overhead(b, open())
			b.ReportAllocs()
			for b.Loop() {
				mustPassBusy(b, p)
			}
		})
	}
}
