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
const PromptVersion = "planner-prompt-v1"

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
// only one argument of one step, the Playbook plans instead: an investigation never
// waits for a planner.
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
	return &ByModel{config: c}, nil
}

// Plan asks the model once, and the Playbook when the plan is not sound.
func (p *ByModel) Plan(ctx context.Context, request Request) (superbiz.Plan, error) {
	plan, err := p.ask(ctx, request)
	if err != nil || p.check(plan, request) != nil {
		if ctx.Err() != nil {
			return superbiz.Plan{}, ctx.Err()
		}
		return p.playbook.Plan(ctx, request)
	}
	return plan, nil
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

// question is what the model is told: the question, and the tools of this run.
func (p *ByModel) question(request Request) (string, error) {
	tools := slices.DeleteFunc(slices.Clone(p.config.Tools), func(t llm.Tool) bool { return !slices.Contains(request.Tools, t.Name) })
	text, err := json.Marshal(struct {
		Question superbiz.Question `json:"question"`
		Tools    []llm.Tool        `json:"tools"`
	}{request.Question, tools})
	return string(text), err
}

const (
	maxSteps   = 12
	maxPurpose = 300 // bytes
)

// check says what is wrong with a plan of the model.
func (p *ByModel) check(plan superbiz.Plan, request Request) error {
	if len(plan.Steps) == 0 || len(plan.Steps) > maxSteps {
		return fmt.Errorf("%d steps are planned, 1 to %d may be", len(plan.Steps), maxSteps)
	}
	for _, s := range plan.Steps {
		if !slices.Contains(request.Tools, s.ToolName) || len(s.Purpose) > maxPurpose {
			return fmt.Errorf("step %.80q is of no tool, or says too much", s.ToolName)
		}
		if err := p.config.Check(s.ToolName, s.Arguments); err != nil {
			return err
		}
		if len(s.Arguments) == 0 || s.Arguments[0] != '{' {
			return fmt.Errorf("the arguments of step %s are no object", s.ToolName)
		}
	}
	return nil
}
