package model

import (
	"context"
	"errors"
	"fmt"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/llm"
)

// loop is one attempt under way.
type loop struct {
	*Executor
	task   executor.Task
	talk   *conversation
	tokens int64
	idle   int // rounds in a row in which no call ran
}

// run lets the model ask for tools until it hands over, or a budget is spent.
func (l *loop) run(ctx context.Context) (string, error) {
	for round := 1; ; round++ {
		if why := l.spent(round); why != "" {
			return l.last(ctx, why)
		}
		reply, err := l.chat(ctx, append(l.tools, l.submit()))
		if err != nil {
			return "", err
		}
		if text, done := handedOver(reply); done {
			return text, nil
		}
		if err := l.answerCalls(ctx, reply.Message.Calls); err != nil {
			return "", err
		}
	}
}

// spent says which budget is spent, if one is.
func (l *loop) spent(round int) string {
	limits := l.config.Limits
	switch {
	case round > limits.Rounds:
		return fmt.Sprintf("the budget of %d rounds is spent", limits.Rounds)
	case l.tokens >= limits.Tokens:
		return fmt.Sprintf("the budget of %d tokens is spent", limits.Tokens)
	case l.idle >= limits.IdleRounds:
		return "the same calls were asked for again and again"
	}
	return ""
}

// last asks once for what is known. A model that does not say it gets an output in
// its stead that says just that.
func (l *loop) last(ctx context.Context, why string) (string, error) {
	l.talk.say(lastRequest(why))
	reply, err := l.chat(ctx, []llm.Tool{l.submit()})
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err == nil:
		if text, done := handedOver(reply); done && strings.TrimSpace(text) != "" {
			return text, nil
		}
	}
	return unfinished(why)
}

// chat asks the model once. A conversation that is too long for it is shortened
// once, by views, and asked again.
func (l *loop) chat(ctx context.Context, tools []llm.Tool) (llm.Reply, error) {
	l.talk.fit(l.config.Limits.ContextBytes)
	reply, err := l.ask(ctx, tools)
	var failure *llm.Error
	if errors.As(err, &failure) && failure.Kind == llm.ErrContextFull && l.talk.fit(l.talk.size()/2) {
		reply, err = l.ask(ctx, tools)
	}
	if err != nil {
		return llm.Reply{}, fmt.Errorf("ask model %s: %w", l.config.Model.Name(), err)
	}
	l.talk.add(reply.Message)
	return reply, nil
}

func (l *loop) ask(ctx context.Context, tools []llm.Tool) (llm.Reply, error) {
	request := llm.Request{Messages: l.talk.messages(), Tools: tools, MaxTokens: l.config.Limits.ReplyTokens}
	if err := l.config.Hooks.BeforeModel(ctx, &request); err != nil {
		return llm.Reply{}, err
	}
	reply, err := l.config.Model.Chat(ctx, request)
	l.tokens += reply.Usage.PromptTokens + reply.Usage.CompletionTokens
	if l.task.Spend != nil {
		l.task.Spend(superbiz.Usage{
			ModelCalls: 1, PromptTokens: reply.Usage.PromptTokens, CompletionTokens: reply.Usage.CompletionTokens,
			Cost: l.config.Prices.cost(reply.Usage),
		})
	}
	if err != nil {
		return llm.Reply{}, err
	}
	if reply.Finish == llm.FinishRefusal {
		return llm.Reply{}, errors.New("the model refused to answer")
	}
	return reply, l.config.Hooks.AfterModel(ctx, reply)
}

// answerCalls runs the calls of a reply, and tells the model what came of each.
func (l *loop) answerCalls(ctx context.Context, calls []llm.ToolCall) error {
	rows, err := l.call(ctx, l.task.Tools, calls)
	if err != nil {
		return err
	}
	l.idle++
	for i, row := range rows {
		if row.Status != superbiz.InvocationSkipped && row.Status != superbiz.InvocationDenied {
			l.idle = 0
		}
		l.talk.result(calls[i].ID, row)
	}
	return nil
}

// handedOver returns the executor output in a reply, if it is one: what was
// submitted, or the text of a reply that asks for nothing. Of two submissions
// neither is chosen: both are handed over, and are no single object.
func handedOver(reply llm.Reply) (string, bool) {
	var submitted []string
	for _, c := range reply.Message.Calls {
		if c.Name == submitTool {
			submitted = append(submitted, c.Arguments)
		}
	}
	if len(submitted) > 0 {
		return strings.Join(submitted, "\n"), true
	}
	return reply.Message.Text, len(reply.Message.Calls) == 0
}
