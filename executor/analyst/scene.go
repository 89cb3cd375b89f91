package analyst

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
)

// The bounds of one investigation; those of the run may be narrower.
const (
	maxRounds = 8
	maxCalls  = 120
)

// scene is what is known so far: the question and the results, in the order of
// the calls. Detectors read it and do not change it.
type scene struct {
	question question
	tools    map[string]bool
	results  []*result

	run   executor.Tools
	asked map[string]bool
	spent string // why no call may be made any more
}

func newScene(task executor.Task) *scene {
	s := &scene{question: newQuestion(task.Question), tools: map[string]bool{}, run: task.Tools, asked: map[string]bool{}}
	for _, name := range task.Tools.Names() {
		s.tools[name] = true
	}
	return s
}

// investigate runs the plan, then what the detectors ask for.
func (s *scene) investigate(ctx context.Context, plan superbiz.Plan) (*report, error) {
	for _, step := range plan.Steps {
		if err := s.take(ctx, call{tool: step.ToolName, raw: step.Arguments}); err != nil {
			return nil, err
		}
	}
	for round := 0; ; round++ {
		report := s.look()
		next := s.next(report)
		if len(next) == 0 || round == maxRounds || s.spent != "" {
			return report, nil
		}
		for _, call := range next {
			if err := s.take(ctx, call); err != nil {
				return nil, err
			}
		}
	}
}

// look lets every detector read what is there. Each round begins anew, so that a
// report does not depend on the round in which a result came.
func (s *scene) look() *report {
	report := newReport(s.question.language)
	for _, detector := range detectors() {
		if s.saw(detector.looks...) {
			detector.detect(s, report)
		}
	}
	return report
}

// next returns the calls that are asked for and were not made. Once a cause
// explains the symptoms only what confirms it is looked at.
func (s *scene) next(report *report) []call {
	var next []call
	explained := report.explained()
	for _, call := range report.calls {
		if s.tools[call.tool] && !s.asked[call.key()] && (call.confirms || !explained) {
			next = append(next, call)
		}
	}
	return next
}

// take makes a call, unless it was made before or the budget is spent. Where a
// window was put into a call and that call was not recorded, the same without one
// may have been.
func (s *scene) take(ctx context.Context, c call) error {
	if s.asked[c.key()] || s.spent != "" || !s.tools[c.tool] {
		return nil
	}
	s.asked[c.key()] = true
	if len(s.results) >= maxCalls {
		s.spent = "calls"
		return nil
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("investigate: %w", err)
	}
	row, err := s.run.Call(ctx, c.tool, c.arguments())
	if err != nil {
		return fmt.Errorf("call %s: %w", c.tool, err)
	}
	found := newResult(row)
	s.results = append(s.results, found)
	switch {
	case row.Status == superbiz.InvocationSkipped && found.failed("budget_spent"):
		s.spent = "budget"
	case c.window != nil && found.failed("not_recorded"):
		found.retried = true
		c.window = nil
		return s.take(ctx, c)
	}
	return nil
}

// of returns the results of tools, in the order of the calls.
func (s *scene) of(tools ...string) []*result {
	var found []*result
	for _, r := range s.results {
		for _, tool := range tools {
			if r.row.ToolName == tool {
				found = append(found, r)
			}
		}
	}
	return found
}

// saw reports whether a tool was called.
func (s *scene) saw(tools ...string) bool { return len(tools) == 0 || len(s.of(tools...)) > 0 }

// call is a tool call that somebody asks for.
type call struct {
	tool     string
	args     map[string]any
	raw      json.RawMessage // instead of args
	window   *superbiz.Window
	confirms bool // it is wanted even when a cause is found
}

// ask returns a call with arguments given as name and value in turn; those that
// are "" are left out.
func ask(tool string, pairs ...any) call {
	args := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if name, ok := pairs[i].(string); ok && pairs[i+1] != "" {
			args[name] = pairs[i+1]
		}
	}
	return call{tool: tool, args: args}
}

// within puts the window of the question into a call.
func (c call) within(window *superbiz.Window) call {
	c.window = window
	return c
}

// confirming marks a call as wanted even when a cause is found.
func (c call) confirming() call {
	c.confirms = true
	return c
}

func (c call) key() string { return c.tool + " " + string(c.arguments()) }

// arguments returns the JSON object of the arguments, names sorted.
func (c call) arguments() json.RawMessage {
	if c.args == nil {
		if len(c.raw) == 0 {
			return json.RawMessage("{}")
		}
		return c.raw
	}
	args := maps.Clone(c.args)
	if c.window != nil {
		if !c.window.From.IsZero() {
			args["from"] = c.window.From.UTC()
		}
		if !c.window.To.IsZero() {
			args["to"] = c.window.To.UTC()
		}
	}
	text, err := json.Marshal(args)
	if err != nil {
		return json.RawMessage("{}") // strings, numbers and times always marshal
	}
	return text
}

// isName says whether a stranger's word may stand in a command or an argument: a
// name as systems give them, with nothing that a shell or a query would read.
func isName(word string) bool {
	if word == "" || len(word) > 253 {
		return false
	}
	return strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == "" && word[0] != '-'
}
