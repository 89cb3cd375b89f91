package model

import (
	"context"
	"errors"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/tool"
)

// loop is one attempt under way.
type loop struct {
	*Executor
	task    executor.Task
	talk    *conversation
	seen    map[string]bool // what the calls so far have brought
	tokens  int64
	idle    int    // rounds in a row that brought nothing new
	bad     int    // replies in a row that could not be used
	heard   bool   // the model has given a reply that could be used
	refused string // why no call runs any more
}

func newLoop(e *Executor, task executor.Task, planned []superbiz.ToolInvocation) *loop {
	l := &loop{Executor: e, task: task, talk: newConversation(e, task, planned), seen: map[string]bool{notRun: true}}
	for _, rows := range [][]superbiz.ToolInvocation{task.Rows, planned} {
		for _, row := range rows {
			l.seen[brought(row)] = true
		}
	}
	return l
}

// run lets the model ask for tools until it hands over, or a budget is spent.
func (l *loop) run(ctx context.Context) (string, error) {
	timed, cancel := context.WithTimeout(ctx, l.config.Limits.Wall)
	defer cancel()
	for round := 1; ; round++ {
		if why := l.spent(timed, round); why != "" {
			return l.last(ctx, why)
		}
		reply, err := l.chat(timed, l.request())
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err != nil && timed.Err() == nil:
			if err := l.endure(err); err != nil {
				return giveUp(err)
			}
		case err == nil:
			if text, done := handedOver(reply); done {
				return text, nil
			}
			if err := l.answerCalls(ctx, reply.Message.Calls); err != nil {
				return "", err
			}
		}
	}
}

// spent says which budget is spent, if one is.
func (l *loop) spent(timed context.Context, round int) string {
	limits := l.config.Limits
	tokens := or(l.task.Plan.Budget.Tokens, limits.Tokens)
	switch {
	case l.refused != "":
		return l.refused
	case timed.Err() != nil:
		return fmt.Sprintf("the time of %s is over", limits.Wall)
	case round > limits.Rounds:
		return fmt.Sprintf("the budget of %d rounds is spent", limits.Rounds)
	case l.tokens >= tokens:
		return fmt.Sprintf("the budget of %d tokens is spent", tokens)
	case l.idle >= limits.IdleRounds:
		return "the calls that were asked for brought nothing new any more"
	}
	return ""
}

// last asks once for what is known. A model that does not say it gets an output in
// its stead that says just that.
func (l *loop) last(ctx context.Context, why string) (string, error) {
	timed, cancel := context.WithTimeout(ctx, l.config.Limits.LastWall)
	defer cancel()
	l.talk.say(lastRequest(why))
	request := l.request()
	if len(request.Tools) > 0 {
		request.Tools = []llm.Tool{l.submit}
		if l.config.Model.Features().ForcedTool {
			request.ForcedTool = submitTool
		}
	}
	reply, err := l.chat(timed, request)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil && timed.Err() == nil && reasonOf(err) == "":
		return "", l.stop(err)
	case err == nil:
		if text, done := handedOver(reply); done {
			return text, nil
		}
	}
	return unfinished(why)
}

// answerCalls runs the calls of a reply, and tells the model what came of each.
func (l *loop) answerCalls(ctx context.Context, calls []llm.ToolCall) error {
	rows, err := l.call(ctx, l.task.Tools, calls[:min(len(calls), maxCalls)])
	if err != nil && !errors.Is(err, tool.ErrRefused) {
		return err
	}
	why := fmt.Sprintf("it did not run: of one reply at most %d calls do", maxCalls)
	if err != nil {
		l.refused = "the budget of tool calls is spent"
		why = "it did not run: " + l.refused
	}
	l.idle++
	for i, call := range calls {
		if i >= len(rows) {
			l.talk.add(llm.Message{Role: llm.RoleTool, CallID: call.ID, Text: why, Failed: true})
			continue
		}
		if key := brought(rows[i]); !l.seen[key] {
			l.seen[key], l.idle = true, 0
		}
		l.talk.result(call.ID, rows[i])
	}
	return nil
}

// notRun is what a call brought that was skipped, denied, or never possible: nothing.
const notRun = ""

// brought is what a row is compared by, to tell whether it brought something new. All
// failures of a tool are alike.
func brought(row superbiz.ToolInvocation) string {
	switch {
	case row.AttemptCount == 0:
		return notRun
	case row.Status != superbiz.InvocationSucceeded:
		return row.ToolName + " failed"
	}
	return row.ToolName + " " + row.OutputSHA256
}
