package model

import (
	"context"
	"encoding/json"
	"fmt"

	"golang.org/x/sync/errgroup"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/llm"
)

// Limits of one reply. A model that asks for more is told so.
const (
	maxCalls    = 16 // of one reply
	parallelism = 4
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
	return e.call(ctx, task.Tools, calls)
}

// call runs calls side by side and returns their rows in the order of the calls.
// The order in which they begin is that of the calls too, so that a recorded
// conversation has the same ids in the same places.
func (e *Executor) call(ctx context.Context, tools executor.Tools, calls []llm.ToolCall) ([]superbiz.ToolInvocation, error) {
	if len(calls) > maxCalls {
		return nil, fmt.Errorf("the model asked for %d calls at once; at most %d run", len(calls), maxCalls)
	}
	rows := make([]superbiz.ToolInvocation, len(calls))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelism)
	for i, c := range calls {
		group.Go(func() error {
			arguments := json.RawMessage(c.Arguments)
			if err := e.config.Hooks.BeforeTool(ctx, c.Name, arguments); err != nil {
				return err
			}
			row, err := tools.Call(ctx, c.Name, arguments)
			if err != nil {
				return fmt.Errorf("call %.80q: %w", c.Name, err)
			}
			rows[i] = row
			return e.config.Hooks.AfterTool(ctx, row)
		})
	}
	return rows, group.Wait()
}
