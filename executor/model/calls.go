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

// runPlan runs the steps of a plan, which do not depend on each other. On a later
// attempt there are their rows already.
func (e *Executor) runPlan(ctx context.Context, task executor.Task) ([]superbiz.ToolInvocation, error) {
	if task.Attempt > 1 {
		return nil, nil
	}
	calls := make([]llm.ToolCall, len(task.Plan.Steps))
	for i, s := range task.Plan.Steps {
		calls[i] = llm.ToolCall{Name: s.ToolName, Arguments: string(s.Arguments)}
	}
	rows, err := e.call(ctx, task.Tools, calls)
	if errors.Is(err, tool.ErrRefused) { // a long plan for a small budget
		err = nil
	}
	return rows, err
}

// call runs calls side by side. Their rows come in the order of the calls, and have
// the same ids whenever the randomness is the same: a recorded conversation can be
// replayed.
func (e *Executor) call(ctx context.Context, tools executor.Tools, calls []llm.ToolCall) ([]superbiz.ToolInvocation, error) {
	requests := make([]tool.Request, len(calls))
	for i, c := range calls {
		requests[i] = tool.Request{Name: c.Name, Arguments: json.RawMessage(c.Arguments)}
		if err := e.config.Hooks.BeforeTool(ctx, c.Name, requests[i].Arguments); err != nil {
			return nil, fmt.Errorf("%w: before the call of %.80q: %w", executor.ErrStop, c.Name, err)
		}
	}
	rows, err := tools.CallAll(ctx, requests)
	for _, row := range rows {
		if err := e.config.Hooks.AfterTool(ctx, row); err != nil {
			return nil, fmt.Errorf("%w: after tool call %s: %w", executor.ErrStop, row.InvocationID, err)
		}
	}
	return rows, err
}
