// Package model is the executor that a language model drives: a loop in code, in
// which the model asks for tools and the code decides what runs, what is shown and
// when it ends.
package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/tool"
)

// Config is what a model-driven executor is made of.
type Config struct {
	Model  llm.Model
	Tools  []tool.Tool     // that the model is told of
	Schema json.RawMessage // JSON Schema of executor_evidence_v2
	Limits Limits          // zero values take the defaults
	Prices Prices          // zero: cost is not counted
	Hooks  Hooks           // nil: NoHooks
}

// Limits bounds one attempt. Budgets belong to code: at their end the model is
// asked once for what is known.
type Limits struct {
	Rounds       int   // replies of the model; 0 is 30
	IdleRounds   int   // in a row in which no call ran; 0 is 3
	Tokens       int64 // prompt and completion of all rounds; 0 is 1,000,000
	ContextBytes int   // of one request's messages; 0 is 400,000
	ViewBytes    int   // of one result as it is shown; 0 is 8,000
	ReplyTokens  int   // of one reply; 0 is the adapter's default
}

// Prices are per million tokens, in whatever currency.
type Prices struct {
	Prompt, Completion float64
}

func (p Prices) cost(u llm.Usage) float64 {
	return (p.Prompt*float64(u.PromptTokens) + p.Completion*float64(u.CompletionTokens)) / 1e6
}

// Executor investigates with a language model. It remembers nothing between calls
// and is safe for concurrent use.
type Executor struct {
	config Config
	tools  []llm.Tool
}

// New checks the configuration.
func New(c Config) (*Executor, error) {
	switch {
	case c.Model == nil:
		return nil, errors.New("configure the model-driven executor: there is no model")
	case len(c.Schema) == 0:
		return nil, errors.New("configure the model-driven executor: there is no schema of its output")
	case c.Limits.Rounds < 0, c.Limits.IdleRounds < 0, c.Limits.Tokens < 0, c.Limits.ContextBytes < 0, c.Limits.ViewBytes < 0:
		return nil, errors.New("configure the model-driven executor: limits may not be negative")
	}
	c.Limits = c.Limits.withDefaults()
	if c.Hooks == nil {
		c.Hooks = NoHooks{}
	}
	e := &Executor{config: c}
	for _, t := range c.Tools {
		if t.Name == submitTool {
			return nil, fmt.Errorf("configure the model-driven executor: a tool has the reserved name %s", submitTool)
		}
		e.tools = append(e.tools, llm.Tool{Name: t.Name, Description: describe(t), Schema: t.Schema})
	}
	return e, nil
}

func (l Limits) withDefaults() Limits {
	or := func(v *int, fallback int) {
		if *v == 0 {
			*v = fallback
		}
	}
	or(&l.Rounds, 30)
	or(&l.IdleRounds, 3)
	or(&l.ContextBytes, 400_000)
	or(&l.ViewBytes, 8_000)
	if l.Tokens == 0 {
		l.Tokens = 1_000_000
	}
	return l
}

// Kind returns "model".
func (e *Executor) Kind() superbiz.ExecutorKind { return superbiz.ExecutorModel }

// Execute runs the loop. A model that cannot be had is an error; one that does not
// come to an end is asked for what it knows, and when it does not say, the output
// is that the investigation did not end.
func (e *Executor) Execute(ctx context.Context, task executor.Task) (string, error) {
	planned, err := e.runPlan(ctx, task)
	if err != nil {
		return "", err
	}
	l := &loop{Executor: e, task: task, talk: newConversation(e.config, task, planned)}
	return l.run(ctx)
}
