package store

import (
	"context"
	"strconv"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// LoadTrace returns a run as diagnosis_trace_v1, as far as the run got: one that
// did not end has no verifier and no composer, and may have no attempt. Its rows
// are those that the run made or imported, and before them those of earlier runs of
// the session that its attempts cite: the trace must be judged alike when it stands
// alone.
func LoadTrace(ctx context.Context, reader Reader, runID string) (superbiz.DiagnosisTrace, error) {
	rows, err := reader.Invocations(ctx, runID)
	if err != nil {
		return superbiz.DiagnosisTrace{}, err
	}
	return TraceOf(ctx, reader, runID, rows)
}

// TraceOf is LoadTrace for who has the run's own rows already, as the store has them.
func TraceOf(ctx context.Context, reader Reader, runID string, rows []superbiz.ToolInvocation) (superbiz.DiagnosisTrace, error) {
	run, err := reader.Run(ctx, runID)
	if err != nil {
		return superbiz.DiagnosisTrace{}, err
	}
	cited, err := citedEarlier(ctx, reader, run, rows)
	if err != nil {
		return superbiz.DiagnosisTrace{}, err
	}
	return run.trace(append(cited, rows...)), nil
}

// citedEarlier returns the rows of other runs of the session that a run cites. It
// looks for their ids in what the executor handed over: a row too many does no harm.
func citedEarlier(ctx context.Context, reader Reader, run Run, own []superbiz.ToolInvocation) ([]superbiz.ToolInvocation, error) {
	if run.Seq <= 1 {
		return nil, nil
	}
	known := make(map[string]bool, len(own))
	for _, row := range own {
		known[row.InvocationID] = true
	}
	var cited []superbiz.ToolInvocation
	err := reader.EachInvocation(ctx, run.SessionID, func(s StoredInvocation) error {
		if s.RunID != run.RunID && !known[s.Row.InvocationID] && run.mentions(s.Row.InvocationID) {
			known[s.Row.InvocationID] = true
			cited = append(cited, s.Row)
		}
		return nil
	})
	return cited, err
}

func (r Run) mentions(invocationID string) bool {
	for _, a := range r.Attempts {
		if strings.Contains(string(a.StructuredOutput), strconv.Quote(invocationID)) {
			return true
		}
	}
	return false
}

func (r Run) trace(rows []superbiz.ToolInvocation) superbiz.DiagnosisTrace {
	return superbiz.DiagnosisTrace{
		TraceVersion:    superbiz.TraceVersion,
		SessionID:       r.SessionID,
		RunID:           r.RunID,
		RunMode:         r.Mode,
		Question:        &r.Question,
		Plan:            r.Plan,
		ToolInvocations: rows,
		Executor: superbiz.Executor{
			Kind:          r.ExecutorKind,
			Model:         r.Model,
			PromptVersion: r.PromptVersion,
			Attempts:      r.Attempts,
		},
		Verifier: r.verifier(),
		Composer: r.Composer,
		Usage:    r.Usage,
	}
}

// verifier is kept in the evaluation, where the verdict stands beside it.
func (r Run) verifier() *superbiz.VerifierResult {
	if r.Evaluation == nil {
		return nil
	}
	verifier := r.Evaluation.Verifier
	verifier.Verdict = r.Evaluation.Verdict
	return &verifier
}

// WholeSession is a session with everything that belongs to it.
type WholeSession struct {
	Session
	Messages []Message  `json:"messages"`
	Runs     []WholeRun `json:"runs"`
}

// WholeRun is a run with its rows.
type WholeRun struct {
	Run
	ToolInvocations []superbiz.ToolInvocation `json:"tool_invocations"`
}

// LoadSession returns a session with its messages, runs, attempts and rows. While
// a run is writing, the parts may be a moment apart.
func LoadSession(ctx context.Context, reader Reader, sessionID string) (WholeSession, error) {
	session, err := reader.Session(ctx, sessionID)
	if err != nil {
		return WholeSession{}, err
	}
	messages, err := reader.Messages(ctx, sessionID)
	if err != nil {
		return WholeSession{}, err
	}
	runs, err := reader.Runs(ctx, sessionID)
	if err != nil {
		return WholeSession{}, err
	}
	whole := WholeSession{Session: session, Messages: messages, Runs: make([]WholeRun, 0, len(runs))}
	for _, run := range runs {
		rows, err := reader.Invocations(ctx, run.RunID)
		if err != nil {
			return WholeSession{}, err
		}
		whole.Runs = append(whole.Runs, WholeRun{Run: run, ToolInvocations: rows})
	}
	return whole, nil
}
