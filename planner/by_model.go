package planner

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/llm"
)

// PromptVersion names the prompt of this package. A change of it makes a new one.
const PromptVersion = "planner-prompt-v2"

//go:embed prompts/plan.md
var planPrompt string

// ModelConfig is what a ByModel is made of. Prices may be zero.
type ModelConfig struct {
	Model  llm.Model
	Prices llm.Prices
	Tools  []llm.Tool // that it is told of
	// Check says what is wrong with a call; *tool.Registry has it.
	Check   func(name string, arguments json.RawMessage) error
	Timeout time.Duration // of the model; 0 is a minute
}

// ByModel plans with a language model. Whatever is wrong with a plan of the model, if
// only one argument of one step, the Playbook plans instead, and the plan's note says
// what was wrong: an investigation never waits for a planner.
type ByModel struct {
	config   ModelConfig
	playbook Playbook
}

// NewByModel checks the configuration.
func NewByModel(c ModelConfig) (*ByModel, error) {
	if c.Model == nil || c.Check == nil {
		return nil, errors.New("configure the planner: a model, and a check of what it plans, are required")
	}
	if c.Timeout == 0 {
		c.Timeout = time.Minute
	}
	return &ByModel{config: c, playbook: Playbook{Check: c.Check}}, nil
}

// Plan asks the model once, and the Playbook when the plan is not sound.
func (p *ByModel) Plan(ctx context.Context, request Request) (superbiz.Plan, error) {
	plan, err := p.ask(ctx, request)
	if err == nil {
		err = p.check(plan, request)
	}
	if err == nil {
		return plan, nil
	}
	if ctx.Err() != nil {
		return superbiz.Plan{}, ctx.Err()
	}
	plan, playbookErr := p.playbook.Plan(ctx, request)
	plan.Note = fmt.Sprintf("the plan of the model %.100s was not used, the playbook planned: %s", p.config.Model.Name(), head(err.Error(), maxNote))
	return plan, playbookErr
}

// planned is a plan as the model writes it.
type planned struct {
	Steps []struct {
		ToolName  string `json:"tool_name"`
		Arguments string `json:"arguments"` // a schema that is held to cannot leave an object open
		Purpose   string `json:"purpose"`
	} `json:"steps"`
}

const planSchema = `{"type":"object","additionalProperties":false,"required":["steps"],"properties":{"steps":{"type":"array","items":{
"type":"object","additionalProperties":false,"required":["tool_name","arguments","purpose"],"properties":{
"tool_name":{"type":"string"},"arguments":{"type":"string","description":"one JSON object, as text"},"purpose":{"type":"string"}}}}}}`

func (p *ByModel) ask(ctx context.Context, request Request) (superbiz.Plan, error) {
	question, err := p.question(request)
	if err != nil {
		return superbiz.Plan{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, p.config.Timeout)
	defer cancel()
	var said planned
	ask := llm.Ask{System: planPrompt, User: question, Name: "plan", Schema: json.RawMessage(planSchema)}
	reply, err := ask.Object(ctx, p.config.Model, &said)
	if request.Spend != nil {
		request.Spend(p.config.Prices.Bill(reply, err))
	}
	plan := superbiz.Plan{Steps: []superbiz.PlanStep{}}
	for _, s := range said.Steps {
		plan.Steps = append(plan.Steps, superbiz.PlanStep{ToolName: s.ToolName, Arguments: json.RawMessage(s.Arguments), Purpose: s.Purpose})
	}
	return plan, err
}

// question is what the model is told: the question, the tools of this run, and what
// the runbooks say. All of it is one JSON object: what strangers wrote stands in its
// strings, and cannot end them.
func (p *ByModel) question(request Request) (string, error) {
	tools := slices.DeleteFunc(slices.Clone(p.config.Tools), func(t llm.Tool) bool { return !slices.Contains(request.Tools, t.Name) })
	text, err := json.Marshal(struct {
		Question superbiz.Question `json:"question"`
		Tools    []llm.Tool        `json:"tools"`
		Runbooks *shownSearch      `json:"runbooks_found,omitempty"`
	}{request.Question, tools, show(request.Runbooks)})
	return string(text), err
}

const (
	maxSteps   = 12
	maxPurpose = 300 // bytes
)

// check says what is wrong with a plan of the model, as a *Fault.
func (p *ByModel) check(plan superbiz.Plan, request Request) error {
	if len(plan.Steps) == 0 || len(plan.Steps) > maxSteps {
		return &Fault{Reason: fmt.Sprintf("it has %d steps, and may have 1 to %d", len(plan.Steps), maxSteps)}
	}
	for i, s := range plan.Steps {
		if err := p.checkStep(s, request); err != nil {
			return &Fault{Step: i + 1, ToolName: s.ToolName, Reason: err.Error(), Err: err}
		}
	}
	return nil
}

func (p *ByModel) checkStep(s superbiz.PlanStep, request Request) error {
	switch {
	case !slices.Contains(request.Tools, s.ToolName):
		return ErrNoTool
	case len(s.Purpose) > maxPurpose:
		return fmt.Errorf("its purpose is longer than %d bytes", maxPurpose)
	}
	if err := p.config.Check(s.ToolName, s.Arguments); err != nil {
		return err
	}
	if len(s.Arguments) == 0 || s.Arguments[0] != '{' {
		return errors.New("its arguments are no object")
	}
	return nil
}
