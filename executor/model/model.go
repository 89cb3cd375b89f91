// Package model is the executor that a language model drives: a loop in code, in
// which the model asks for tools and the code decides what runs, what is shown and
// when it ends.
package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

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
	Prices llm.Prices      // zero: cost is not counted
	Hooks  Hooks           // nil: NoHooks
}

// Executor investigates with a language model. It remembers nothing between calls
// and is safe for concurrent use.
type Executor struct {
	config Config
	offer  []llm.Tool // the tools, and the one that hands over
	submit llm.Tool
}

// New checks the configuration.
func New(c Config) (*Executor, error) {
	switch {
	case c.Model == nil:
		return nil, errors.New("configure the model-driven executor: there is no model")
	case !json.Valid(c.Schema):
		return nil, errors.New("configure the model-driven executor: the schema of its output is no JSON")
	}
	var err error
	if c.Limits, err = c.Limits.checked(); err != nil {
		return nil, fmt.Errorf("configure the model-driven executor: %w", err)
	}
	if c.Hooks == nil {
		c.Hooks = NoHooks{}
	}
	e := &Executor{config: c, submit: llm.Tool{
		Name:        submitTool,
		Description: "Hand over executor_evidence_v2 and end the investigation. Call it once, alone.",
		Schema:      c.Schema,
	}}
	for _, t := range c.Tools {
		if t.Name == submitTool {
			return nil, fmt.Errorf("configure the model-driven executor: a tool has the reserved name %s", submitTool)
		}
		e.offer = append(e.offer, llm.Tool{Name: t.Name, Description: describe(t), Schema: t.Schema})
	}
	e.offer = slices.Clip(append(e.offer, e.submit))
	return e, nil
}

// Kind returns "model".
func (e *Executor) Kind() superbiz.ExecutorKind { return superbiz.ExecutorModel }

// Execute runs the plan and then the loop. A model that cannot be had at all is an
// error; one that does not come to an end is asked for what it knows, and when it
// does not say, the output is that the investigation did not end, and why.
func (e *Executor) Execute(ctx context.Context, task executor.Task) (string, error) {
	planned, err := e.runPlan(ctx, task)
	if err != nil {
		return "", err
	}
	return newLoop(e, task, planned).run(ctx)
}
