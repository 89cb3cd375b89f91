package tool

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	superbiz "github.com/superbizagent/superbizagent"
)

// Request is a call that somebody asks for.
type Request struct {
	Name      string
	Arguments json.RawMessage
}

// parallelism is how many calls of one CallAll run at once.
const parallelism = 4

// CallAll runs calls that do not depend on each other side by side. Their rows begin
// in the order of the requests, whichever ends first, so that the same requests have
// the same ids where the randomness is the same. After one that cannot begin none
// does: the rows of those that did are returned beside the error.
func (r *Recorder) CallAll(ctx context.Context, requests []Request) ([]superbiz.ToolInvocation, error) {
	rows := make([]superbiz.ToolInvocation, len(requests))
	faults := make([]error, len(requests))
	slots := make(chan struct{}, parallelism)
	var running sync.WaitGroup
	begun := 0
	for i, request := range requests {
		slots <- struct{}{}
		r.running.Add(1)
		call, err := r.begin(ctx, request.Name, request.Arguments)
		if err != nil {
			r.running.Done()
			faults[i] = err
			break
		}
		begun++
		running.Go(func() {
			defer func() { <-slots }()
			defer r.running.Done()
			rows[i], faults[i] = r.end(ctx, call)
		})
	}
	running.Wait()
	return rows[:begun], errors.Join(faults...)
}
