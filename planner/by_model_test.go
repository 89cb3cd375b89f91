package planner_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/planner"
)

// canned answers with a text, or not at all.
type canned struct {
	text string
	err  error
}

func (canned) Name() string           { return "canned" }
func (canned) Features() llm.Features { return llm.Features{Schema: true} }
func (c canned) Chat(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{Message: llm.Message{Text: c.text}, Finish: llm.FinishStop, Usage: llm.Usage{PromptTokens: 7}}, c.err
}

func check(name string, arguments json.RawMessage) error {
	if name == "logs_list" && string(arguments) != "{}" {
		return errors.New("logs_list takes no arguments")
	}
	return nil
}

func step(tool, arguments string) string {
	return fmt.Sprintf(`{"tool_name":%q,"arguments":%q,"purpose":"to see"}`, tool, arguments)
}

func steps(all ...string) string { return `{"steps":[` + strings.Join(all, ",") + `]}` }

func TestByModel(t *testing.T) {
	t.Parallel()
	playbook := "alerts_list logs_list"
	tests := []struct {
		name string
		text string
		err  error
		want string
	}{
		{"a sound plan", steps(step("sql_query", `{"query":"select 1"}`), step("logs_list", `{}`)), nil, "sql_query logs_list"},
		{"a tool that is not there", steps(step("logs_list", `{}`), step("rm_rf", `{}`)), nil, playbook},
		{"arguments that do not fit", steps(step("logs_list", `{"q":1}`)), nil, playbook},
		{"arguments that are no object", steps(step("alerts_list", `[]`)), nil, playbook},
		{"no arguments", steps(step("alerts_list", ``)), nil, playbook},
		{"no step", steps(), nil, playbook},
		{"too many steps", steps(strings.Split(strings.Repeat(step("alerts_list", "{}")+";", 13), ";")[:13]...), nil, playbook},
		{"a long purpose", `{"steps":[{"tool_name":"alerts_list","arguments":"{}","purpose":"` + strings.Repeat("x", 400) + `"}]}`, nil, playbook},
		{"another shape", `{"plan":"look at the logs"}`, nil, playbook},
		{"prose", `First I would look at the logs.`, nil, playbook},
		{"a model that is down", ``, &llm.Error{Kind: llm.ErrUnavailable, Err: errors.New("down")}, playbook},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, err := planner.NewByModel(planner.ModelConfig{Model: canned{test.text, test.err}, Check: check})
			if err != nil {
				t.Fatal(err)
			}
			var spent superbiz.Usage
			plan, err := p.Plan(t.Context(), planner.Request{
				Question: superbiz.Question{Text: "Why?"}, Tools: []string{"alerts_list", "logs_list", "sql_query"},
				Spend: func(u superbiz.Usage) { spent = spent.Add(u) },
			})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range plan.Steps {
				got = append(got, s.ToolName)
			}
			if (plan.Note == "") != (test.name == "a sound plan") {
				t.Errorf("note %q", plan.Note)
			}
			if strings.Join(got, " ") != test.want || spent.ModelCalls != 1 {
				t.Errorf("planned %q, want %q; spent %+v", got, test.want, spent)
			}
		})
	}
}

func TestByModelEndsWithItsContext(t *testing.T) {
	t.Parallel()
	p, err := planner.NewByModel(planner.ModelConfig{Model: canned{err: context.Canceled}, Check: check})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Plan(ctx, planner.Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := planner.NewByModel(planner.ModelConfig{}); err == nil {
		t.Error("no error without a model")
	}
}
