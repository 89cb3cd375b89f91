package pipeline

import (
	"context"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/store"
)

// earlier is what a session holds before this run: rows that may still be cited,
// and what was said.
type earlier struct {
	rows    []superbiz.ToolInvocation
	history []executor.Exchange
	lastSeq int
}

// lookBack reads the session as it was before this run. A first question has
// nothing to look back to.
func (r *run) lookBack(ctx context.Context) (earlier, error) {
	var e earlier
	err := r.Store.EachInvocation(ctx, r.sessionID, func(s store.StoredInvocation) error {
		if s.RunID == r.id {
			return nil
		}
		e.lastSeq = max(e.lastSeq, s.Row.Seq)
		if s.Row.SessionID == r.sessionID {
			e.rows = append(e.rows, s.Row)
		}
		return nil
	})
	if err != nil {
		return earlier{}, fmt.Errorf("read the earlier tool calls of session %s: %w", r.sessionID, err)
	}
	messages, err := r.Store.Messages(ctx, r.sessionID)
	if err != nil {
		return earlier{}, fmt.Errorf("read the earlier messages of session %s: %w", r.sessionID, err)
	}
	e.history = exchanges(messages)
	return e, nil
}

// exchanges pairs questions with their answers; the last message is the question
// that this run answers.
func exchanges(messages []store.Message) []executor.Exchange {
	var out []executor.Exchange
	for _, m := range messages[:max(0, len(messages)-1)] {
		switch {
		case m.Role == store.RoleUser:
			out = append(out, executor.Exchange{Question: m.Text})
		case len(out) > 0:
			out[len(out)-1].Answer = m.Text
		}
	}
	return out
}
