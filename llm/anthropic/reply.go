package anthropic

import (
	"errors"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/wire"
)

// assembly is a reply that is still coming. The vendor's own accumulator does not
// mind a second start, a piece for a block that has ended, or a missing end.
type assembly struct {
	started, stopped bool
	blocks           []*block // by index
	reason           sdk.StopReason
	model            string
	tokens           tokens
}

// tokens are running totals, as the API counts them.
type tokens struct{ fresh, cached, kept, written int64 }

func (t tokens) usage() llm.Usage {
	return llm.Usage{
		PromptTokens:     max(0, t.fresh) + max(0, t.cached) + max(0, t.kept),
		CachedTokens:     max(0, t.cached),
		CompletionTokens: max(0, t.written),
	}
}

// block is one part of a reply: a text, a call, or what is passed over.
type block struct {
	kind      string
	text      strings.Builder
	call      llm.ToolCall
	arguments strings.Builder
	ended     bool
}

// The kinds of blocks and pieces that a reply may have.
const (
	textBlock     = "text"
	callBlock     = "tool_use"
	thought       = "thinking"
	hiddenThought = "redacted_thinking"
)

// maxBlocks is how many blocks one reply may have.
const maxBlocks = 4 * wire.MaxCalls

func (a *assembly) add(event sdk.MessageStreamEventUnion) error {
	if !jsontext.Value(event.RawJSON()).IsValid() { // the vendor's client is lenient
		return malformed("an event of the stream has duplicate keys or is not UTF-8")
	}
	if a.stopped || a.started == (event.Type == "message_start") {
		return malformed("the stream has a %.64q where none may be", event.Type)
	}
	switch event.Type {
	case "message_start":
		a.start(event.Message)
	case "content_block_start":
		return a.begin(event.Index, event.ContentBlock)
	case "content_block_delta":
		return a.grow(event.Index, event.Delta)
	case "content_block_stop":
		return a.endBlock(event.Index)
	case "message_delta":
		return a.end(event)
	case "message_stop":
		a.stopped = true
	}
	return nil // of events that are added to the protocol later nothing is needed
}

func (a *assembly) start(message sdk.Message) {
	a.started = true
	a.model = message.Model
	used := message.Usage
	a.tokens = tokens{used.InputTokens, used.CacheReadInputTokens, used.CacheCreationInputTokens, used.OutputTokens}
}

func (a *assembly) begin(index int64, part sdk.ContentBlockStartEventContentBlockUnion) error {
	switch {
	case a.reason != "":
		return malformed("the reply went on after its end")
	case index >= 0 && index < int64(len(a.blocks)):
		return wire.Fault(llm.ErrAmbiguous, llm.Usage{}, "two blocks have the index %d", index)
	case index != int64(len(a.blocks)):
		return malformed("block %d begins where block %d is due", index, len(a.blocks))
	case index >= maxBlocks:
		return wire.Fault(llm.ErrTooLarge, llm.Usage{}, "the reply has more than %d blocks", maxBlocks)
	}
	begun := &block{kind: part.Type}
	switch part.Type {
	case textBlock:
		begun.text.WriteString(part.Text)
	case callBlock:
		begun.call = llm.ToolCall{ID: part.ID, Name: part.Name, Arguments: part.JSON.Input.Raw()}
	case thought, hiddenThought:
	default:
		return malformed("the reply has a block of a kind that was not asked for: %.64q", part.Type)
	}
	a.blocks = append(a.blocks, begun)
	return nil
}

func (a *assembly) grow(index int64, piece sdk.MessageStreamEventUnionDelta) error {
	growing, err := a.open(index)
	if err != nil {
		return err
	}
	switch {
	case growing.kind == textBlock && piece.Type == "text_delta":
		growing.text.WriteString(piece.Text)
	case growing.kind == textBlock && piece.Type == "citations_delta":
	case growing.kind == callBlock && piece.Type == "input_json_delta":
		growing.arguments.WriteString(piece.PartialJSON)
	case growing.kind == thought || growing.kind == hiddenThought:
	default:
		return malformed("a piece of the kind %.64q came for a block of the kind %.64q", piece.Type, growing.kind)
	}
	return nil
}

// open returns the block of an index that has begun and has not ended.
func (a *assembly) open(index int64) (*block, error) {
	if index < 0 || index >= int64(len(a.blocks)) || a.blocks[index].ended {
		return nil, malformed("a piece came for block %d, which is not open", index)
	}
	return a.blocks[index], nil
}

func (a *assembly) endBlock(index int64) error {
	ending, err := a.open(index)
	if err == nil {
		ending.ended = true
	}
	return err
}

// end takes why the reply ends, and the last count of tokens, which leaves out what
// has not changed.
func (a *assembly) end(event sdk.MessageStreamEventUnion) error {
	reason := event.Delta.StopReason
	if a.reason != "" && reason != a.reason {
		return wire.Fault(llm.ErrAmbiguous, llm.Usage{}, "the reply ended twice: %.64q and %.64q", a.reason, reason)
	}
	a.reason = reason
	a.tokens.update(event.Usage)
	return nil
}

func (t *tokens) update(counted sdk.MessageDeltaUsage) {
	t.written = counted.OutputTokens
	if counted.JSON.InputTokens.Valid() {
		t.fresh = counted.InputTokens
	}
	if counted.JSON.CacheReadInputTokens.Valid() {
		t.cached = counted.CacheReadInputTokens
	}
	if counted.JSON.CacheCreationInputTokens.Valid() {
		t.kept = counted.CacheCreationInputTokens
	}
}

// fault adds what is known of the cost to what went wrong. An error that the endpoint
// reports in a stream carries the request with its key in the vendor's type: only its
// JSON is taken.
func (a *assembly) fault(err error) error {
	var fault llm.Error
	if known, ok := errors.AsType[*llm.Error](err); ok {
		fault = *known
	} else if reported, ok := errors.AsType[*sdk.Error](err); ok {
		fault = *wire.Complaint(0, []byte(reported.RawJSON()))
	} else if a.started {
		fault = llm.Error{Kind: llm.ErrMalformed, Err: err}
	} else {
		return err // package wire knows whether the request was sent
	}
	fault.Usage = a.tokens.usage()
	return &fault
}

// reply is what came, once the stream has ended.
func (a *assembly) reply() (llm.Reply, error) {
	reply := llm.Reply{Model: a.model, Usage: a.tokens.usage()}
	if !a.stopped {
		return llm.Reply{}, wire.Fault(llm.ErrTruncated, a.tokens.usage(), "the stream ended before the reply did")
	}
	finish, err := a.finish()
	if err != nil {
		return llm.Reply{}, a.fault(err)
	}
	reply.Finish = finish
	var text strings.Builder
	for i, part := range a.blocks {
		if !part.ended && finish != llm.FinishLength {
			return llm.Reply{}, wire.Fault(llm.ErrTruncated, a.tokens.usage(), "block %d of the reply has no end", i)
		}
		text.WriteString(part.text.String())
		if part.kind == callBlock {
			reply.Message.Calls = append(reply.Message.Calls, part.whole())
		}
	}
	reply.Message.Text = text.String()
	return wire.Settle(reply)
}

// whole returns a call with its arguments: those that came in pieces, else those that
// it began with.
func (b *block) whole() llm.ToolCall {
	call := b.call
	if b.arguments.Len() > 0 {
		call.Arguments = b.arguments.String()
	}
	if call.Arguments == "" {
		call.Arguments = "{}"
	}
	return call
}

func (a *assembly) finish() (llm.Finish, error) {
	switch a.reason {
	case "":
		return "", nil // for wire.Settle to judge
	case sdk.StopReasonEndTurn, sdk.StopReasonStopSequence:
		return llm.FinishStop, nil
	case sdk.StopReasonToolUse:
		return llm.FinishToolCalls, nil
	case sdk.StopReasonMaxTokens, sdk.StopReasonModelContextWindowExceeded:
		return llm.FinishLength, nil
	case sdk.StopReasonRefusal:
		return llm.FinishRefusal, nil
	}
	return "", malformed("the reply ended for a reason that is not known: %.64q", a.reason)
}

func malformed(format string, arguments ...any) *llm.Error {
	return wire.Fault(llm.ErrMalformed, llm.Usage{}, format, arguments...)
}
