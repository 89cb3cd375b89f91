package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/llm"
)

// submitTool is the tool with which the model hands over.
const submitTool = "submit_evidence"

// badReply is why a reply that came cannot be used.
type badReply string

func (b badReply) Error() string { return string(b) }

// ended is why a model that was heard can be asked no more.
type ended string

func (e ended) Error() string { return string(e) }

// request asks with the tools, where the endpoint has any; else by the schema.
func (l *loop) request() llm.Request {
	request := llm.Request{Messages: l.talk.messages(), MaxTokens: l.config.Limits.ReplyTokens}
	switch features := l.config.Model.Features(); {
	case features.Tools:
		request.Tools = l.offer
	case features.Schema:
		request.Schema = l.config.Schema
	}
	return request
}

// chat asks the model once. A conversation that is too long for it is shortened
// once, by views, and asked again. A reply that cannot be used is an error.
func (l *loop) chat(ctx context.Context, request llm.Request) (llm.Reply, error) {
	if l.talk.fit(l.contextBytes()) {
		request.Messages = l.talk.messages()
	}
	reply, err := l.ask(ctx, request)
	if errors.Is(err, llm.ErrContextFull) && l.talk.fit(l.talk.size()/2) {
		request.Messages = l.talk.messages()
		reply, err = l.ask(ctx, request)
	}
	if err != nil {
		return llm.Reply{}, err
	}
	l.heard, l.bad = true, 0
	l.talk.add(reply.Message)
	return reply, nil
}

func (l *loop) ask(ctx context.Context, request llm.Request) (llm.Reply, error) {
	if err := l.config.Hooks.BeforeModel(ctx, &request); err != nil {
		return llm.Reply{}, err
	}
	reply, err := l.config.Model.Chat(ctx, request)
	bill := l.config.Prices.Bill(reply, err)
	l.tokens += bill.PromptTokens + bill.CompletionTokens
	if l.task.Spend != nil {
		l.task.Spend(bill)
	}
	if err != nil {
		return llm.Reply{}, err
	}
	if err := l.config.Hooks.AfterModel(ctx, reply); err != nil {
		return llm.Reply{}, err
	}
	return reply, unusable(reply)
}

func unusable(reply llm.Reply) error {
	m := reply.Message
	switch {
	case reply.Finish == llm.FinishRefusal:
		return badReply("the model refused to answer")
	case reply.Finish == llm.FinishLength:
		return badReply("the model's reply was cut at its greatest length")
	case len(m.Calls) == 0 && strings.TrimSpace(m.Text) == "":
		return badReply("the model's reply was empty")
	}
	return nil
}

// endure tells the model that its reply could not be used, so that it is asked
// again. It returns an error when that has gone on too long, or is of no use.
func (l *loop) endure(err error) error {
	why := reasonOf(err)
	if why == "" {
		return l.stop(err)
	}
	if !l.heard && !worthRepeating(err) {
		return fmt.Errorf("ask model %s: %w", l.config.Model.Name(), err)
	}
	l.bad++
	if l.bad > l.config.Limits.BadReplies || !worthRepeating(err) {
		return ended(why)
	}
	l.talk.say("Your last reply could not be used: " + why + ". Reply again, and briefly.")
	return nil
}

// stop ends the run for what no model did.
func (l *loop) stop(err error) error {
	return fmt.Errorf("%w: ask model %s: %w", executor.ErrStop, l.config.Model.Name(), err)
}

// reasonOf says in fixed words what went wrong with a model. It is empty for what no
// model did: an error of a hook, and a replay that has no such turn.
func reasonOf(err error) string {
	if bad, ok := errors.AsType[badReply](err); ok {
		return string(bad)
	}
	switch llm.KindOf(err) {
	case llm.ErrTimeout:
		return "the model did not answer in time"
	case llm.ErrTruncated:
		return "the model's reply broke off"
	case llm.ErrMalformed:
		return "the model's reply was not what its protocol says"
	case llm.ErrAmbiguous:
		return "the model's reply was ambiguous"
	case llm.ErrTooLarge:
		return "the model's reply was larger than what is read"
	case llm.ErrContextFull:
		return "the conversation became too long for the model"
	case llm.ErrUnavailable, llm.ErrRateLimited, llm.ErrUnauthorized, llm.ErrQuota, llm.ErrBadRequest:
		return "the model could not be asked any more"
	}
	return ""
}

// worthRepeating tells what another try may bring from what it cannot; adapters have
// tried again already where the endpoint was at fault.
func worthRepeating(err error) bool {
	if _, ok := errors.AsType[badReply](err); ok {
		return true
	}
	switch llm.KindOf(err) {
	case llm.ErrTimeout, llm.ErrTruncated, llm.ErrMalformed, llm.ErrAmbiguous, llm.ErrTooLarge:
		return true
	}
	return false
}

// giveUp hands over that the investigation did not end, for a model that was heard or
// that answers nothing of use; else there is no output.
func giveUp(err error) (string, error) {
	if why, ok := errors.AsType[ended](err); ok {
		return unfinished(string(why))
	}
	return "", err
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

// unfinished is the output of an investigation whose model did not hand over.
func unfinished(why string) (string, error) {
	raw, err := json.Marshal(superbiz.ExecutorOutput{
		AnswerVersion:      superbiz.AnswerVersion,
		Claims:             []superbiz.Claim{},
		Hypotheses:         []superbiz.Hypothesis{},
		RecommendedActions: []superbiz.RecommendedAction{},
		MissingInfo: []superbiz.MissingInfo{{
			Text: "The investigation did not come to an end: " + why + ".", Reason: superbiz.MissingNotAvailable,
		}},
	})
	return string(raw), err
}
