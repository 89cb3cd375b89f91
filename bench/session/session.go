// Package session writes diagnosis traces of a wanted size, for measurements: long
// incidents with pod tables, descriptions, logs, JSON inside log lines, metrics and
// alerts, and claims that state what a few of the calls returned. Equal shapes give
// equal bytes.
package session

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// Shape says what a trace should be like.
type Shape struct {
	Name   string
	Bytes  int // of the whole document, within a tenth
	Calls  int
	Claims int // no more than calls
}

// Sizes are the shapes that the published figures are measured on: most of the
// calls of a short session are cited, and few of a long one.
func Sizes() []Shape {
	return []Shape{
		{"10 KB, one claim", 10_000, 6, 1},
		{"10 KB", 10_000, 6, 5},
		{"250 KB", 250_000, 30, 12},
		{"5 MB", 5_000_000, 120, 25},
		{"50 MB", 50_000_000, 300, 40},
	}
}

const (
	sessionID = "s-5f0c2e61"
	runID     = "r-90b1d7aa"
	rowBytes  = 650 // of a row without its output
	claim     = 500 // bytes of one, in the executor's text
)

// writer makes the parts of one session from one stream of chance.
type writer struct {
	chance *rand.Rand
	clock  time.Time
	trace  superbiz.DiagnosisTrace
	output superbiz.ExecutorOutput
}

// Generate writes the trace of a shape.
func Generate(s Shape) []byte {
	w := &writer{
		chance: rand.New(rand.NewPCG(20260701, uint64(s.Bytes))),
		clock:  time.Date(2026, 7, 1, 10, 31, 2, 0, time.UTC),
	}
	w.trace = superbiz.DiagnosisTrace{
		TraceVersion: superbiz.TraceVersion, SessionID: sessionID, RunID: runID, RunMode: superbiz.RunLive,
		Question: &superbiz.Question{Text: "Why does checkout answer with errors since half past ten?"},
	}
	budget := max(0, s.Bytes-s.Calls*rowBytes-s.Claims*claim) / s.Calls
	for i := range s.Calls {
		cited := i*s.Claims%s.Calls < s.Claims // spread evenly
		w.call(i, budget, cited)
	}
	w.conclude()
	return encode(w.trace)
}

// call makes one row and, where it is to be cited, a claim about it. Kinds of
// calls come in turn, so that cited and other calls are alike.
func (w *writer) call(i, budget int, cited bool) {
	kinds := w.kinds()
	made := kinds[i%len(kinds)](budget)
	w.clock = w.clock.Add(time.Duration(1+w.chance.IntN(9)) * time.Second)
	row := w.row(i, made)
	w.trace.ToolInvocations = append(w.trace.ToolInvocations, row)
	if cited {
		w.output.Claims = append(w.output.Claims, superbiz.Claim{
			ClaimID: fmt.Sprintf("c%d", len(w.output.Claims)+1), ClaimType: superbiz.ClaimObservation, Text: made.statement,
			EvidenceBindings: []superbiz.EvidenceBinding{{
				SourceInvocationIDs: []string{row.InvocationID}, ToolName: row.ToolName,
				RawPath: made.path, Excerpt: made.excerpt, Assertions: made.assertions,
			}},
		})
	}
}

func (w *writer) row(i int, c call) superbiz.ToolInvocation {
	raw := encode(c.output)
	hash, err := evidence.HashOutput(raw)
	if err != nil {
		panic(err) // it was encoded here
	}
	ended := w.clock.Add(time.Duration(80+w.chance.IntN(900)) * time.Millisecond)
	return superbiz.ToolInvocation{
		InvocationID: fmt.Sprintf("inv-%03d-%04x", i+1, w.chance.IntN(1<<16)), SessionID: sessionID, RunID: runID, Seq: i + 1,
		ToolName: c.tool, ToolSource: "builtin", Arguments: encode(c.arguments),
		Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData, DataMode: superbiz.DataLive, SourceClass: c.class,
		StartedAt: w.clock, EndedAt: ended, AttemptCount: 1,
		Output: raw, OutputSHA256: hash,
		RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: c.refs, Scope: encode(map[string]string{"cluster": "prod", "namespace": "shop"})},
	}
}

// conclude adds what an executor hands over beside claims.
func (w *writer) conclude() {
	supporting := []string{}
	if len(w.output.Claims) > 0 {
		supporting = append(supporting, w.output.Claims[0].ClaimID)
	}
	w.output.AnswerVersion = superbiz.AnswerVersion
	w.output.Hypotheses = []superbiz.Hypothesis{
		{HypothesisID: "h1", Text: "Containers are killed because they need more memory than their limit.",
			Status: superbiz.HypothesisSupported, SupportedBy: supporting, ContradictedBy: []string{}},
		{HypothesisID: "h2", Text: "The connections to the database are used up.",
			Status: superbiz.HypothesisOpen, SupportedBy: []string{}, ContradictedBy: []string{}},
	}
	w.output.RecommendedActions = []superbiz.RecommendedAction{
		{ActionID: "a1", Text: "Look at the memory of the containers.", Command: "kubectl -n shop top pods", Risk: superbiz.RiskReadOnly},
	}
	w.output.MissingInfo = []superbiz.MissingInfo{
		{Text: "Nobody looked at the database itself.", Reason: superbiz.MissingNotQueried},
	}
	text := string(encode(w.output))
	w.trace.Executor = superbiz.Executor{Kind: superbiz.ExecutorModel, Model: "example-1", Attempts: []superbiz.Attempt{{
		RawOutput: &text, ParseStatus: superbiz.ParseValid,
	}}}
}

func encode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // only values of this package are encoded
	}
	return raw
}
