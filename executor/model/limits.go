package model

import (
	"errors"
	"time"

	"github.com/superbizagent/superbizagent/llm"
)

// Limits bounds one attempt. Budgets belong to code: at their end the model is
// asked once for what is known.
type Limits struct {
	Rounds       int           // replies of the model; 0 is 30
	IdleRounds   int           // in a row that brought nothing new; 0 is 4
	BadReplies   int           // in a row that could not be used; 0 is 2
	Tokens       int64         // prompt and completion of all rounds; 0 is 1,000,000
	Wall         time.Duration // for all rounds; 0 is 10 minutes
	LastWall     time.Duration // for the one last request after them; 0 is 1 minute
	ContextBytes int           // of one request's messages; 0 is 400,000, or less where the model takes less
	ViewBytes    int           // of one result as it is shown; 0 is 8,000
	ReplyTokens  int           // of one reply; 0 is the adapter's default
}

// What a reply may bring, and what comes back into the conversation of what was said
// before. These are no matter of taste, and not configured.
const (
	maxCalls      = 16      // of one reply; a model that asks for more is told so
	maxPaths      = 40      // citable paths that are shown of a row
	maxExchanges  = 10      // earlier questions that are told
	maxAnswer     = 4_000   // bytes that are told of an answer to one
	maxPrevious   = 128_000 // bytes that are sent back of an output that was refused
	maxFindings   = 60      // that are sent back with it
	bytesPerToken = 3       // a careful guess, for English and for Chinese
)

func (l Limits) checked() (Limits, error) {
	if min(l.Rounds, l.IdleRounds, l.BadReplies, l.ContextBytes, l.ViewBytes, l.ReplyTokens) < 0 || min(l.Wall, l.LastWall) < 0 || l.Tokens < 0 {
		return l, errors.New("limits may not be negative")
	}
	return Limits{
		Rounds: or(l.Rounds, 30), IdleRounds: or(l.IdleRounds, 4), BadReplies: or(l.BadReplies, 2),
		Tokens: or(l.Tokens, 1_000_000), Wall: or(l.Wall, 10*time.Minute), LastWall: or(l.LastWall, time.Minute),
		ContextBytes: or(l.ContextBytes, 400_000), ViewBytes: or(l.ViewBytes, 8_000), ReplyTokens: l.ReplyTokens,
	}, nil
}

func or[T comparable](value, fallback T) T {
	var zero T
	if value == zero {
		return fallback
	}
	return value
}

// contextBytes returns how long a conversation may be, beside the tools that are
// offered with it and the reply.
func (e *Executor) contextBytes() int {
	const reply = 4_000
	limits := e.config.Limits
	tokens := e.config.Model.Features().ContextTokens
	if tokens == 0 {
		return limits.ContextBytes
	}
	room := (tokens-or(limits.ReplyTokens, reply))*bytesPerToken - toolBytes(e.offer)
	return max(min(limits.ContextBytes, room), limits.ViewBytes)
}

func toolBytes(tools []llm.Tool) int {
	n := 0
	for _, t := range tools {
		n += len(t.Name) + len(t.Description) + len(t.Schema)
	}
	return n
}
