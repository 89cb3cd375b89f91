package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/planner"
	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/tool"
	"github.com/superbizagent/superbizagent/verifier"
)

// run is one diagnosis under way.
type run struct {
	Config
	id        string
	sessionID string
	question  superbiz.Question
	recorders []*tool.Recorder // of its tool calls, in order
	started   time.Time
	outputs   *evidence.Outputs // of the rows, decoded
	attempts  int
	redacted  bool
	events    sync.Mutex // one event at a time
	spending  sync.Mutex
	spent     superbiz.Usage // what models have cost
}

// spend adds what a call of a model cost.
func (r *run) spend(u superbiz.Usage) {
	r.spending.Lock()
	defer r.spending.Unlock()
	r.spent = r.spent.Add(u)
}

// handover is the last attempt of an executor, as it came, and what it rests on.
type handover struct {
	attempt superbiz.Attempt
	gate    superbiz.GatekeeperResult
	read    *gatekeeper.Case          // what the gate read; nil when it broke
	rows    []superbiz.ToolInvocation // of the session so far
}

// begin stores the question and a run that is running.
func (p *Pipeline) begin(ctx context.Context, request Request) (*run, error) {
	r := &run{Config: p.config, outputs: evidence.NewOutputs(), sessionID: request.SessionID, question: request.Question, started: p.config.Now()}
	if r.sessionID == "" {
		session, err := r.Store.CreateSession(ctx)
		if err != nil {
			return nil, fmt.Errorf("create a session: %w", err)
		}
		r.sessionID = session.SessionID
	}
	message, err := r.Store.AppendMessage(ctx, r.sessionID, request.Question.Text)
	if err != nil {
		return nil, fmt.Errorf("store the question: %w", err)
	}
	stored, err := r.Store.CreateRun(ctx, store.NewRun{
		SessionID: r.sessionID, MessageID: message.MessageID, Status: superbiz.RunRunning,
		Mode: r.Mode, Question: request.Question, ExecutorKind: r.Executor.Kind(),
		Model: r.Model, PromptVersion: r.Prompts,
	})
	if err != nil {
		return nil, fmt.Errorf("create a run: %w", err)
	}
	r.id = stored.RunID
	r.progress(Event{Kind: RunStarted})
	return r, nil
}

func (r *run) plan(ctx context.Context, runbooks *superbiz.ToolInvocation) (superbiz.Plan, error) {
	plan, err := r.Planner.Plan(ctx, planner.Request{Question: r.question, Tools: r.Tools.Names(), Runbooks: runbooks, Spend: r.spend})
	if err != nil {
		return superbiz.Plan{}, fmt.Errorf("plan: %w", err)
	}
	plan.Note, _ = redactText(plan.Note)
	if err := r.Store.SavePlan(ctx, r.id, plan); err != nil {
		return superbiz.Plan{}, fmt.Errorf("store the plan: %w", err)
	}
	r.progress(Event{Kind: Planned, Steps: len(plan.Steps)})
	return plan, nil
}

func (r *run) recorder(plan superbiz.Plan, firstSeq int) (*tool.Recorder, error) {
	budget := r.Budget
	if plan.Budget.ToolCalls > 0 {
		budget.Calls = plan.Budget.ToolCalls
	}
	if plan.Budget.WallSeconds > 0 {
		budget.Wall = time.Duration(plan.Budget.WallSeconds) * time.Second
	}
	recorder, err := tool.NewRecorder(tool.Config{
		Registry: r.Tools, Sink: r.Store, Policy: r.Policy, SessionID: r.sessionID, RunID: r.id, FirstSeq: firstSeq,
		Mode: dataMode(r.Mode), Now: r.Now, Random: r.Random, Budget: budget, Outputs: r.outputs,
	})
	if err == nil {
		r.recorders = append(r.recorders, recorder)
	}
	return recorder, err
}

// rows are the tool calls of this run so far.
func (r *run) rows() []superbiz.ToolInvocation {
	var rows []superbiz.ToolInvocation
	for _, recorder := range r.recorders {
		rows = append(rows, recorder.Rows()...)
	}
	return rows
}

func dataMode(mode superbiz.RunMode) superbiz.DataMode {
	switch mode {
	case superbiz.RunLive:
		return superbiz.DataLive
	case superbiz.RunBundle:
		return superbiz.DataBundle
	default:
		return superbiz.DataReplay
	}
}

// judge parses and gates one attempt against the rows as stored, those of earlier
// questions of the session included, and keeps the attempt. The Recorder has the rows
// of this run as the store confirmed them: they are not read back.
func (r *run) judge(ctx context.Context, text string, earlier []superbiz.ToolInvocation) (handover, error) {
	rows := slices.Concat(earlier, r.rows())
	parsed := evidence.Parse(text)
	h := handover{rows: rows, attempt: superbiz.Attempt{RawOutput: &text, ParseStatus: parsed.Status}}
	if parsed.Document != nil {
		h.attempt.StructuredOutput = []byte(parsed.Document.Raw())
	}
	h.gate, h.read = r.Gate.Judge(gatekeeper.Input{
		SessionID: r.sessionID, RunMode: r.Mode, Question: r.question,
		Attempt: h.attempt, Invocations: rows, Outputs: r.outputs,
	})
	h.attempt.GatekeeperResult = &h.gate
	kept, changed, err := redactAttempt(h.attempt)
	if err != nil {
		return handover{}, fmt.Errorf("redact an attempt: %w", err)
	}
	r.attempts++
	r.redacted = r.redacted || changed
	if err := r.Store.AppendAttempt(ctx, r.id, kept); err != nil {
		return handover{}, fmt.Errorf("store an attempt: %w", err)
	}
	r.progress(Event{Kind: Gated, Attempt: r.attempts, GateStatus: h.gate.Status, FailedRules: h.gate.FailedRules})
	return h, nil
}

func (r *run) verify(ctx context.Context, h handover) superbiz.Decision {
	payload := verifier.NewPayload(r.question, h.attempt, r.sessionID, h.rows, h.gate)
	payload.Spend = r.spend
	if h.read != nil { // the same rows need not be read twice
		payload.Ledger, payload.Reading = h.read.Ledger, h.read.Reading
	}
	decision := r.Verifier.Verify(ctx, payload)
	r.progress(Event{Kind: Verified, Verdict: decision.Result.Verdict})
	return decision
}

// finish stores the answer and its evaluation in one transaction.
func (r *run) finish(ctx context.Context, h handover, d superbiz.Decision, answer superbiz.ComposerResult) error {
	evaluation, usage, err := r.evaluation(h, d, answer)
	if err != nil {
		return err
	}
	_, err = r.Store.FinishRun(ctx, r.id, store.Outcome{
		Status: superbiz.RunCompleted, Composer: answer, SelfEvaluation: evaluation, Usage: usage,
	})
	if err != nil {
		return fmt.Errorf("store the answer: %w", err)
	}
	r.progress(Event{Kind: Answered, Verdict: evaluation.Verdict})
	return nil
}

func (r *run) evaluation(h handover, d superbiz.Decision, answer superbiz.ComposerResult) (superbiz.SelfEvaluation, superbiz.Usage, error) {
	gate, changed, err := redactResult(h.gate)
	if err != nil {
		return superbiz.SelfEvaluation{}, superbiz.Usage{}, fmt.Errorf("redact the gate's result: %w", err)
	}
	result := d.Result
	result.Verdict = "" // stands beside
	evaluation := superbiz.SelfEvaluation{
		Verdict: d.Result.Verdict, ParseStatus: h.attempt.ParseStatus, Attempts: r.attempts,
		GatekeeperResult: gate, Verifier: result,
		Composer: superbiz.ComposerSummary{Status: answer.Status, WithheldClaims: answer.WithheldClaims},
		Redacted: r.redacted || changed,
	}
	usage := r.spent.Add(superbiz.Usage{ToolCalls: len(r.rows()), WallMillis: r.Now().Sub(r.started).Milliseconds()})
	return evaluation, usage, nil
}

// abandonTimeout bounds the marking of a run that broke.
const abandonTimeout = 10 * time.Second

// abandon marks the run and returns why it broke. It works after a cancellation
// too: a run that ended must not look as if it were running.
func (r *run) abandon(ctx context.Context, why error) error {
	status := superbiz.RunFailed
	if errors.Is(why, context.Canceled) {
		status = superbiz.RunCancelled
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), abandonTimeout)
	defer cancel()
	reason, _ := redactText(why.Error())
	if err := r.Store.EndRun(ctx, r.id, status, reason); err != nil && !errors.Is(err, store.ErrEnded) {
		why = errors.Join(why, fmt.Errorf("mark run %s %s: %w", r.id, status, err))
	}
	r.progress(Event{Kind: Abandoned})
	return fmt.Errorf("run %s: %w", r.id, why)
}
