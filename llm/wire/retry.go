package wire

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/superbizagent/superbizagent/llm"
)

// Retry says when to try again: after 429, 5xx and where no connection came about.
// What was cut or garbled is not tried again here, since it was paid for: that is for
// the caller, who has the budget. A zero field is its default.
type Retry struct {
	Attempts int           // in all; 4
	First    time.Duration // the first pause, doubled with each; half of it is random; 500 ms
	Longest  time.Duration // the longest pause of our own; 20 seconds
	MaxWait  time.Duration // an endpoint that asks for more is not waited for; 1 minute

	Now   func() time.Time                                     // time.Now
	Sleep func(ctx context.Context, pause time.Duration) error // until the pause or the context ends
	Rand  func() float64                                       // from 0 to 1
}

func (r Retry) withDefaults() (Retry, error) {
	if r.Attempts < 0 || r.First < 0 || r.Longest < 0 || r.MaxWait < 0 {
		return Retry{}, errors.New("a limit of the retries of a language model's endpoint is negative")
	}
	r.Attempts = orDefault(r.Attempts, 4)
	r.First = orDefault(r.First, 500*time.Millisecond)
	r.Longest = orDefault(r.Longest, 20*time.Second)
	r.MaxWait = orDefault(r.MaxWait, time.Minute)
	if r.Now == nil {
		r.Now = time.Now
	}
	if r.Sleep == nil {
		r.Sleep = sleep
	}
	if r.Rand == nil {
		r.Rand = rand.Float64
	}
	return r, nil
}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// again waits for the next attempt and tells whether there is one. It does not begin
// a pause that the caller's deadline would cut.
func (r Retry) again(ctx context.Context, fault *llm.Error, failed int) bool {
	if fault.Kind != llm.ErrUnavailable && fault.Kind != llm.ErrRateLimited || failed >= r.Attempts || fault.RetryAfter > r.MaxWait {
		return false
	}
	pause := r.pause(fault, failed)
	if deadline, ok := ctx.Deadline(); ok && r.Now().Add(pause).After(deadline) {
		return false
	}
	return r.Sleep(ctx, pause) == nil
}

// pause is what the endpoint asked for and a little more, so that not all of its
// clients return at once; else our own.
func (r Retry) pause(fault *llm.Error, failed int) time.Duration {
	if fault.RetryAfter > 0 {
		return fault.RetryAfter + time.Duration(r.Rand()*float64(r.First))
	}
	pause := min(r.First<<min(failed-1, 16), r.Longest)
	return pause/2 + time.Duration(r.Rand()*float64(pause/2))
}

// retryAfter reads the headers that say when to come back: a number of seconds or a
// date, or OpenAI's number of milliseconds. What it cannot read is 0.
func retryAfter(header http.Header, now time.Time) time.Duration {
	if pause := number(header.Get("Retry-After-Ms"), time.Millisecond); pause > 0 {
		return pause
	}
	text := header.Get("Retry-After")
	if pause := number(text, time.Second); pause > 0 {
		return pause
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}

func number(text string, unit time.Duration) time.Duration {
	const most = 1e9 // keeps the product in range
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(n > 0) { // NaN is not above 0
		return 0
	}
	return time.Duration(min(n*unit.Seconds(), most) * float64(time.Second))
}
