package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/tool"
)

// execute lets the executor work and gates what it hands over. What the gate
// refuses goes back with its findings, at most Repairs times; the last attempt
// counts, and is judged whole.
func (r *run) execute(ctx context.Context, plan superbiz.Plan, before earlier, runbooks *superbiz.ToolInvocation) (handover, error) {
	seen, firstSeq := before.rows, before.lastSeq+1
	if runbooks != nil {
		seen, firstSeq = append(slices.Clip(seen), *runbooks), firstSeq+1
	}
	recorder, err := r.recorder(plan, firstSeq)
	if err != nil {
		return handover{}, err
	}
	task := r.firstTask(plan, before, recorder)
	task.Rows = seen
	h, err := r.attemptAll(ctx, before, task)
	if err != nil {
		return handover{}, err
	}
	return h, recorder.Close(ctx)
}

func (r *run) firstTask(plan superbiz.Plan, before earlier, recorder *tool.Recorder) executor.Task {
	return executor.Task{
		RunID: r.id, AskedAt: r.started, Question: r.question, Plan: plan, Tools: reportingTools{recorder, r},
		Rows: before.rows, Outputs: r.outputs, History: before.history, Attempt: 1, Spend: r.spend,
	}
}

// attemptAll attempts until the gate fails no more, or the repairs are used up. An
// executor that breaks while it repairs leaves the attempt before as the last one:
// what was found is not lost by asking again.
func (r *run) attemptAll(ctx context.Context, before earlier, task executor.Task) (handover, error) {
	var last handover
	for ; ; task.Attempt++ {
		text, err := r.Executor.Execute(ctx, task)
		if err != nil {
			if task.Attempt > 1 && ctx.Err() == nil && !errors.Is(err, executor.ErrStop) {
				return last, nil
			}
			return handover{}, fmt.Errorf("execute: %w", err)
		}
		if last, err = r.judge(ctx, text, before.rows); err != nil {
			return handover{}, err
		}
		if task.Attempt > r.Repairs || !repairable(last.gate) {
			return last, nil
		}
		task.Previous, task.Findings, task.Rows = text, last.gate.Errors, last.rows
		task.Fixes = r.fixes(last.gate.Errors)
	}
}

// repairable tells what an executor can do better from a gate that broke itself.
func repairable(gate superbiz.GatekeeperResult) bool {
	return gate.Status == superbiz.GateFail && !slices.Contains(gate.FailedRules, gatekeeper.InternalRule)
}

// fixes returns the advice of each rule that found something.
func (r *run) fixes(findings []superbiz.Finding) map[string]string {
	out := make(map[string]string)
	for _, f := range findings {
		if _, known := out[f.RuleID]; known {
			continue
		}
		if rule, err := r.Gate.Catalogue().Lookup(f.RuleID); err == nil {
			out[f.RuleID] = rule.Section("How to fix")
		}
	}
	return out
}
