package openai

import (
	"slices"
	"strings"

	sdk "github.com/sashabaranov/go-openai"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/wire"
)

// pieces puts calls together from the pieces of a stream. A piece goes to the call of
// its index; one that could belong to two calls is a fault, never a guess.
type pieces struct {
	calls []*piecemeal // in order of arrival
}

type piecemeal struct {
	index     *int // nil where the endpoint numbers none: such a call comes whole
	id, name  string
	arguments strings.Builder
	repeated  bool // its id came more than once
}

func (p *pieces) add(piece sdk.ToolCall) *llm.Error {
	call := p.find(piece.Index)
	if call == nil {
		return p.begin(piece)
	}
	if fault := call.header(piece); fault != nil {
		return fault
	}
	call.arguments.WriteString(piece.Function.Arguments)
	return nil
}

// find returns the call of an index. What has no index always begins a call.
func (p *pieces) find(index *int) *piecemeal {
	if index == nil {
		return nil
	}
	for _, call := range slices.Backward(p.calls) {
		if call.index != nil && *call.index == *index {
			return call
		}
	}
	return nil
}

func (p *pieces) begin(piece sdk.ToolCall) *llm.Error {
	switch {
	case len(p.calls) >= wire.MaxCalls:
		return wire.Fault(llm.ErrTooLarge, llm.Usage{}, "the reply asks for more than %d calls", wire.MaxCalls)
	case piece.ID == "" && piece.Index == nil:
		return wire.Fault(llm.ErrAmbiguous, llm.Usage{}, "a piece of a call has neither index nor id")
	}
	call := &piecemeal{index: piece.Index, id: piece.ID, name: piece.Function.Name}
	call.arguments.WriteString(piece.Function.Arguments)
	p.calls = append(p.calls, call)
	return nil
}

// header takes the id and the name of a later piece. Some endpoints send the name
// after the id, or repeat both with every piece.
func (c *piecemeal) header(piece sdk.ToolCall) *llm.Error {
	otherID := piece.ID != "" && c.id != "" && piece.ID != c.id
	otherName := piece.Function.Name != "" && c.name != "" && piece.Function.Name != c.name
	unsaid := piece.ID == "" && piece.Function.Name != "" && c.name != "" // the same name again, under no id: a second call?
	if otherID || otherName || unsaid {
		return wire.Fault(llm.ErrAmbiguous, llm.Usage{}, "two calls have the index %d: %.64q and %.64q", *c.index, c.name, piece.Function.Name)
	}
	if piece.ID != "" && piece.ID == c.id {
		c.repeated = true
	}
	if c.id == "" {
		c.id = piece.ID
	}
	if c.name == "" {
		c.name = piece.Function.Name
	}
	return nil
}

// whole returns the calls, in order of arrival.
func (p *pieces) whole() ([]llm.ToolCall, *llm.Error) {
	var calls []llm.ToolCall
	for _, call := range p.calls {
		text := call.arguments.String()
		if call.repeated && holdsTwo(text) {
			return nil, wire.Fault(llm.ErrAmbiguous, llm.Usage{}, "two calls of the tool %.64q have one index and one id", call.name)
		}
		calls = append(calls, llm.ToolCall{ID: call.id, Name: call.name, Arguments: text})
	}
	return calls, nil
}
