package main

import (
	"github.com/superbizagent/superbizagent/composer"
	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/docs/schemas"
	"github.com/superbizagent/superbizagent/executor/model"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/planner"
	"github.com/superbizagent/superbizagent/verifier"
)

// drive puts the models into a pipeline, each at its stage.
func (s *modelSetup) drive(c *pipeline.Config, budget config.Budget) error {
	c.Model = s.name()
	if s.random != nil {
		c.Random = s.random
	}
	for _, stage := range []struct {
		name   string
		prompt string
		drive  func(stageModel, *pipeline.Config) error
	}{
		{config.StageExecutor, model.PromptVersion, s.driveExecutor(budget)},
		{config.StagePlanner, planner.PromptVersion, drivePlanner},
		{config.StageVerifier, verifier.PromptVersion, driveVerifier},
		{config.StageComposer, composer.PromptVersion, driveComposer},
	} {
		served, ok := s.stages[stage.name]
		if !ok {
			continue
		}
		if c.Prompts != "" {
			c.Prompts += "+"
		}
		c.Prompts += stage.prompt
		if err := stage.drive(served, c); err != nil {
			return err
		}
	}
	return nil
}

func (s *modelSetup) driveExecutor(budget config.Budget) func(stageModel, *pipeline.Config) error {
	return func(served stageModel, c *pipeline.Config) (err error) {
		c.Repairs = s.repairs
		c.Executor, err = model.New(model.Config{
			Model: served.model, Prices: served.prices, Tools: c.Tools.Tools(), Schema: schemas.ExecutorEvidence(),
			Limits: model.Limits{Rounds: budget.Rounds, Tokens: int64(budget.Tokens), Wall: budget.Wall},
		})
		return err
	}
}

func drivePlanner(served stageModel, c *pipeline.Config) (err error) {
	tools := c.Tools.Tools()
	offered := make([]llm.Tool, len(tools))
	for i, t := range tools {
		offered[i] = llm.Tool{Name: t.Name, Description: t.Description, Schema: t.Schema}
	}
	c.Planner, err = planner.NewByModel(planner.ModelConfig{
		Model: served.model, Prices: served.prices, Tools: offered, Check: c.Tools.Check,
	})
	return err
}

func driveVerifier(served stageModel, c *pipeline.Config) (err error) {
	c.Verifier.Model, err = verifier.NewByModel(verifier.ModelConfig{Model: served.model, Prices: served.prices})
	return err
}

func driveComposer(served stageModel, c *pipeline.Config) error {
	c.Composer = composer.Composer{Model: served.model, Prices: served.prices}
	return nil
}
