package tool

import (
	"fmt"
	"time"
)

// Budget bounds the tool calls of a run. What is over it gets a row that says
// skipped: the executor then hands over what it knows.
type Budget struct {
	Calls int           // calls that may run; 0 is DefaultCalls
	Wall  time.Duration // from the making of the recorder; 0 is DefaultWall
}

// The budget of a run, where the configuration says nothing else.
const (
	DefaultCalls = 200
	DefaultWall  = 10 * time.Minute
)

func (b Budget) withDefaults() Budget {
	if b.Calls == 0 {
		b.Calls = DefaultCalls
	}
	if b.Wall == 0 {
		b.Wall = DefaultWall
	}
	return b
}

// maxRefused is how many calls get a row though they do not run.
func (b Budget) maxRefused() int { return max(b.Calls, 32) }

// Left returns the calls and the time that are left. Neither is negative.
func (r *Recorder) Left() Budget {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Budget{
		Calls: max(0, r.config.Budget.Calls-r.ran),
		Wall:  max(0, r.config.Budget.Wall-r.config.Now().Sub(r.started)),
	}
}

// spent returns why no call may run any more, or nil. The caller holds r.mu.
func (r *Recorder) spent() *Failure {
	budget := r.config.Budget
	switch {
	case r.ran >= budget.Calls:
		return Fail(CodeBudgetSpent, "all %d tool calls of this run are used: conclude from what is recorded", budget.Calls)
	case r.config.Now().Sub(r.started) >= budget.Wall:
		return Fail(CodeBudgetSpent, "the %s of this run are over: conclude from what is recorded", budget.Wall)
	}
	return nil
}

// timeout returns how long a call may take, and why.
func (r *Recorder) timeout(call call) (time.Duration, string) {
	limit, why := r.config.Timeout, "the limit of a tool call"
	if own := call.tool.Timeout; own > 0 {
		limit, why = own, "the limit of this tool"
	}
	if left := r.config.Budget.Wall - call.row.StartedAt.Sub(r.started); left < limit {
		limit, why = left, "what was left of the run's time"
	}
	return limit, fmt.Sprintf("%s, %s", limit.Round(time.Millisecond), why)
}
