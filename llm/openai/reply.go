package openai

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	sdk "github.com/sashabaranov/go-openai"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/wire"
)

// whole asks for a reply in one piece.
func whole(ctx context.Context, client *sdk.Client, body sdk.ChatCompletionRequest) (llm.Reply, error) {
	response, err := client.CreateChatCompletion(ctx, body)
	if err != nil {
		return llm.Reply{}, err
	}
	reply := llm.Reply{Model: response.Model, Usage: usage(&response.Usage)}
	if len(response.Choices) != 1 {
		return llm.Reply{}, wire.Fault(llm.ErrMalformed, reply.Usage, "the endpoint sent %d choices instead of one", len(response.Choices))
	}
	choice := response.Choices[0]
	reply.Message = llm.Message{Text: choice.Message.Content, Reasoning: choice.Message.ReasoningContent}
	for _, call := range choice.Message.ToolCalls {
		reply.Message.Calls = append(reply.Message.Calls, llm.ToolCall{ID: call.ID, Name: call.Function.Name, Arguments: call.Function.Arguments})
	}
	return settle(reply, choice.FinishReason, choice.Message.Refusal)
}

// streamed asks for a reply piece by piece, so that one that stands still is noticed.
func streamed(ctx context.Context, client *sdk.Client, body sdk.ChatCompletionRequest) (llm.Reply, error) {
	stream, err := client.CreateChatCompletionStream(ctx, body)
	if err != nil {
		return llm.Reply{}, err
	}
	defer stream.Close()
	var growing assembly
	for {
		line, err := stream.RecvRaw()
		if errors.Is(err, io.EOF) {
			return growing.reply()
		}
		if err == nil {
			err = growing.add(line)
		}
		if err != nil {
			return llm.Reply{}, growing.fault(err)
		}
	}
}

// assembly is a reply that is still coming.
type assembly struct {
	text, reasoning, refusal strings.Builder
	calls                    pieces
	finish                   sdk.FinishReason
	model                    string
	usage                    llm.Usage
}

// add takes one event. The vendor's client would pass over duplicate keys and bad
// UTF-8, and reads an error in an unusual spelling as an empty piece.
func (a *assembly) add(line []byte) error {
	if len(line) == 0 { // so the client reports an error whose words it could not read
		return wire.Fault(llm.ErrUnavailable, llm.Usage{}, "an event of the stream is empty, or is an error in words that could not be read")
	}
	var event struct {
		Error  jsontext.Value `json:"error"`
		Object jsontext.Value `json:"object"`
	}
	if err := json.Unmarshal(line, &event); err != nil {
		return wire.Fault(llm.ErrMalformed, llm.Usage{}, "an event of the stream is no JSON object: %w", err)
	}
	if isError(event.Error) || string(event.Object) == `"error"` {
		return wire.Complaint(0, line)
	}
	var piece sdk.ChatCompletionStreamResponse
	if err := stdjson.Unmarshal(line, &piece); err != nil { // as the vendor's client does
		return wire.Fault(llm.ErrMalformed, llm.Usage{}, "an event of the stream is no piece of a reply: %w", err)
	}
	if piece.Model != "" {
		a.model = piece.Model
	}
	if piece.Usage != nil {
		a.usage = usage(piece.Usage) // a running total where it comes more than once
	}
	for _, choice := range piece.Choices {
		if err := a.addChoice(choice); err != nil {
			return err
		}
	}
	return nil
}

func isError(value jsontext.Value) bool {
	return value.Kind() == '{' || value.Kind() == '"'
}

func (a *assembly) addChoice(choice sdk.ChatCompletionStreamChoice) error {
	delta := choice.Delta
	switch {
	case choice.Index != 0:
		return wire.Fault(llm.ErrAmbiguous, llm.Usage{}, "the endpoint sent a choice %d, where one was asked for", choice.Index)
	case delta.FunctionCall != nil:
		return wire.Fault(llm.ErrMalformed, llm.Usage{}, "the endpoint sent a function_call, which has no id: it is too old to call tools")
	case a.finish != "" && (delta.Content != "" || delta.Refusal != "" || len(delta.ToolCalls) > 0):
		return wire.Fault(llm.ErrMalformed, llm.Usage{}, "the reply went on after its end")
	case a.finish != "" && choice.FinishReason != "" && choice.FinishReason != a.finish:
		return wire.Fault(llm.ErrAmbiguous, llm.Usage{}, "the reply ended twice: %.64q and %.64q", a.finish, choice.FinishReason)
	}
	a.text.WriteString(delta.Content)
	a.reasoning.WriteString(delta.ReasoningContent)
	a.refusal.WriteString(delta.Refusal)
	for _, call := range delta.ToolCalls {
		if fault := a.calls.add(call); fault != nil {
			return fault
		}
	}
	if choice.FinishReason != sdk.FinishReasonNull && choice.FinishReason != "" {
		a.finish = choice.FinishReason
	}
	return nil
}

// fault adds what is known of the cost to what went wrong.
func (a *assembly) fault(err error) error {
	fault := llm.Error{Kind: llm.ErrMalformed, Err: err}
	if known, ok := errors.AsType[*llm.Error](err); ok {
		fault = *known
	} else if reported, ok := errors.AsType[*sdk.APIError](err); ok {
		fault = *complaint(reported)
	}
	fault.Usage = a.usage
	return &fault
}

// complaint reads an error in a stream that the vendor's client has taken apart.
func complaint(reported *sdk.APIError) *llm.Error {
	text, err := stdjson.Marshal(sdk.ErrorResponse{Error: reported})
	if err != nil {
		return wire.Complaint(0, nil)
	}
	return wire.Complaint(0, text)
}

// reply is what came, once the stream has ended.
func (a *assembly) reply() (llm.Reply, error) {
	reply := llm.Reply{
		Message: llm.Message{Text: a.text.String(), Reasoning: a.reasoning.String()},
		Model:   a.model,
		Usage:   a.usage,
	}
	if a.finish == "" || a.finish == sdk.FinishReasonLength {
		return settle(reply, a.finish, "")
	}
	calls, fault := a.calls.whole()
	if fault != nil {
		return llm.Reply{}, a.fault(fault)
	}
	reply.Message.Calls = calls
	return settle(reply, a.finish, a.refusal.String())
}

// settle says in the words of the port why a reply ended, and checks it.
func settle(reply llm.Reply, finish sdk.FinishReason, refusal string) (llm.Reply, error) {
	switch finish {
	case "", sdk.FinishReasonNull:
	case sdk.FinishReasonStop:
		reply.Finish = llm.FinishStop
	case sdk.FinishReasonToolCalls:
		reply.Finish = llm.FinishToolCalls
	case sdk.FinishReasonLength:
		reply.Finish = llm.FinishLength
	case sdk.FinishReasonContentFilter:
		reply.Finish = llm.FinishRefusal
	case "insufficient_system_resource", "error": // DeepSeek; gateways
		return llm.Reply{}, wire.Fault(llm.ErrUnavailable, reply.Usage, "the endpoint gave up within the reply: %.64q", finish)
	default:
		return llm.Reply{}, wire.Fault(llm.ErrMalformed, reply.Usage, "the reply ended for a reason that is not known: %.64q", finish)
	}
	if refusal != "" && reply.Finish != "" {
		reply.Finish = llm.FinishRefusal
		reply.Message.Text = refusal
	}
	return wire.Settle(reply)
}

func usage(counted *sdk.Usage) llm.Usage {
	used := llm.Usage{
		PromptTokens:     max(0, int64(counted.PromptTokens)),
		CompletionTokens: max(0, int64(counted.CompletionTokens)),
	}
	if details := counted.PromptTokensDetails; details != nil {
		used.CachedTokens = max(0, int64(details.CachedTokens))
	}
	return used
}

// holdsTwo tells whether a text is a JSON value with more after it.
func holdsTwo(text string) bool {
	decoder := jsontext.NewDecoder(strings.NewReader(text))
	if decoder.SkipValue() != nil {
		return false
	}
	return strings.TrimSpace(text[decoder.InputOffset():]) != ""
}
