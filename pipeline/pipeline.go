// Package pipeline runs one diagnosis in its order: plan, execute, parse, gate,
// verify, compose, store. A pipeline without a Gatekeeper cannot be built.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/composer"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/planner"
	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/tool"
	"github.com/superbizagent/superbizagent/verifier"
)

// Config is what a pipeline is made of.
type Config struct {
	Planner  planner.Planner
	Executor executor.Executor
	Tools    *tool.Registry
	Gate     *gatekeeper.Gate
	Verifier verifier.Verifier // the zero value is the deterministic one
	Composer composer.Composer // the zero value is the one without a model
	Store    Store
	Mode     superbiz.RunMode
	Repairs  int         // how often the gate's findings go back to the executor; 0 for one without a model
	Policy   tool.Policy // nil: every registered tool may run
	Budget   tool.Budget
	Model    string // told in the trace
	Prompts  string // version of the prompts, told in the trace
	Now      func() time.Time
	Random   io.Reader
	Progress func(Event) // may be nil; called from one goroutine at a time
}

// Store is what a pipeline needs of a store.
type Store interface {
	store.SessionWriter
	store.RunWriter
	store.InvocationWriter
	store.Reader
}

// Pipeline runs diagnoses. It is safe for concurrent use.
type Pipeline struct {
	config Config
}

// New checks the configuration.
func New(c Config) (*Pipeline, error) {
	switch {
	case c.Gate == nil || c.Gate.Catalogue() == nil:
		return nil, errors.New("configure the pipeline: there is no Gatekeeper; nothing may be answered without one")
	case c.Planner == nil, c.Executor == nil, c.Tools == nil, c.Store == nil, c.Now == nil, c.Random == nil:
		return nil, errors.New("configure the pipeline: planner, executor, tools, store, clock and randomness are required")
	case c.Mode == "":
		return nil, errors.New("configure the pipeline: the run mode is required")
	case c.Repairs < 0:
		return nil, errors.New("configure the pipeline: repairs may not be negative")
	}
	if c.Policy == nil {
		c.Policy = tool.AllowAll
	}
	if c.Progress == nil {
		c.Progress = func(Event) {}
	}
	return &Pipeline{c}, nil
}

// Request is one question. An empty SessionID begins a session.
type Request struct {
	SessionID string
	Question  superbiz.Question
}

// Diagnose answers one question and returns the run as it was stored. An error
// means that there is no answer, not even the fallback; the run is then marked
// failed or cancelled, and every tool call that was made is kept.
func (p *Pipeline) Diagnose(ctx context.Context, request Request) (*superbiz.DiagnosisTrace, error) {
	r, err := p.begin(ctx, request)
	if err != nil {
		return nil, err
	}
	if err := r.diagnose(ctx); err != nil {
		return nil, r.abandon(ctx, err)
	}
	trace, err := store.TraceOf(ctx, p.config.Store, r.id, r.rows())
	if err != nil {
		return nil, fmt.Errorf("load run %s: %w", r.id, err)
	}
	return &trace, nil
}

// diagnose is the order of a diagnosis. Nothing is shown before finish has stored
// the answer together with what the gate and the verifier said of it.
func (r *run) diagnose(ctx context.Context) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("a stage of the pipeline broke: %v", broken)
		}
	}()
	before, err := r.lookBack(ctx)
	if err != nil {
		return err
	}
	runbooks, err := r.consult(ctx, before.lastSeq+1)
	if err != nil {
		return err
	}
	plan, err := r.plan(ctx, runbooks)
	if err != nil {
		return err
	}
	handover, err := r.execute(ctx, plan, before, runbooks)
	if err != nil {
		return err
	}
	decision := r.verify(ctx, handover)
	answer := r.Composer.Compose(ctx, composer.Input{Question: r.question, Decision: decision, Gate: handover.gate, Spend: r.spend})
	return r.finish(ctx, handover, decision, answer)
}
