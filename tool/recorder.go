package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// Sink keeps rows. The store is one.
type Sink interface {
	// StartInvocation keeps a row that is running, before its call starts.
	StartInvocation(ctx context.Context, row superbiz.ToolInvocation) error
	// FinishInvocation keeps the same row, by its run and id, when the call has ended.
	FinishInvocation(ctx context.Context, row superbiz.ToolInvocation) error
}

// Policy says whether a call may run; its error is told in the row. It must be
// safe for concurrent use.
type Policy func(tool Tool, arguments json.RawMessage) error

// AllowAll is the policy that lets every registered tool run: tools only read.
func AllowAll(Tool, json.RawMessage) error { return nil }

// Config is what a Recorder needs. Every field but FirstSeq is required, and
// Budget and the limits take their defaults where they are 0.
type Config struct {
	Registry  *Registry
	Sink      Sink
	Policy    Policy
	SessionID string
	RunID     string
	FirstSeq  int               // the seq of the first row; 0 is 1. A run that goes on in a session goes on counting
	Mode      superbiz.DataMode // of a row that belongs to no tool of the registry
	Now       func() time.Time
	Random    io.Reader         // for ids
	Outputs   *evidence.Outputs // that keeps what the outputs of rows were decoded to; nil is nobody
	Budget    Budget
	Timeout   time.Duration // of a call whose tool has none; 0 is DefaultTimeout
	MaxOutput int           // bytes of one output; 0 is DefaultMaxOutput
}

// The limits of one call, where the configuration says nothing else.
const (
	DefaultTimeout   = 30 * time.Second
	DefaultMaxOutput = 32 << 20
)

// ErrRefused is returned, and no row made, when so many calls were skipped or
// denied that only a caller that does not listen can be at work.
var ErrRefused = errors.New("the budget of tool calls is spent and calls keep coming")

// Recorder runs tool calls and makes their rows. Only it makes a
// superbiz.ToolInvocation: before the call starts, and completed when it ends.
// It may be used by many goroutines; seq is the order in which calls began.
type Recorder struct {
	config  Config
	started time.Time
	running sync.WaitGroup // calls
	working sync.WaitGroup // tools, those given up on too

	mu      sync.Mutex
	seq     int
	ran     int
	refused int
	rows    []superbiz.ToolInvocation // as the sink has them
	placed  map[string]int            // where in rows, by id
	ids     map[string]bool
	seen    map[string]string // canonical call -> id of the row that has, or will have, its answer
}

// NewRecorder checks the configuration. The wall time of the budget begins now.
func NewRecorder(config Config) (*Recorder, error) {
	if err := config.check(); err != nil {
		return nil, fmt.Errorf("configure the recorder: %w", err)
	}
	config = config.withDefaults()
	return &Recorder{
		config:  config,
		started: config.Now(),
		seq:     config.FirstSeq - 1,
		placed:  map[string]int{},
		ids:     map[string]bool{},
		seen:    map[string]string{},
	}, nil
}

func (c Config) withDefaults() Config {
	c.FirstSeq = max(c.FirstSeq, 1)
	c.Budget = c.Budget.withDefaults()
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.MaxOutput == 0 {
		c.MaxOutput = DefaultMaxOutput
	}
	return c
}

func (c Config) check() error {
	switch {
	case c.Registry == nil, c.Sink == nil, c.Policy == nil, c.Now == nil, c.Random == nil:
		return errors.New("registry, sink, policy, clock and randomness are required")
	case c.SessionID == "", c.RunID == "":
		return errors.New("a session id and a run id are required")
	case c.Mode == "":
		return errors.New("the data mode of the run is required")
	case c.Timeout < 0, c.MaxOutput < 0, c.Budget.Calls < 0, c.Budget.Wall < 0:
		return errors.New("limits may not be negative")
	}
	return nil
}

// Call runs a tool and returns the row, completed and stored, whatever became of
// the call: read its status. The error is for what is no matter of the tool: the
// row could not be stored (then the call did not start, or its outcome must not
// be used), or ErrRefused.
func (r *Recorder) Call(ctx context.Context, name string, arguments json.RawMessage) (superbiz.ToolInvocation, error) {
	r.running.Add(1)
	defer r.running.Done()
	call, err := r.begin(ctx, name, arguments)
	if err != nil {
		return superbiz.ToolInvocation{}, err
	}
	return r.end(ctx, call)
}

// begin keeps the row of a call, before the call starts.
func (r *Recorder) begin(ctx context.Context, name string, arguments json.RawMessage) (call, error) {
	call, err := r.admit(name, arguments)
	if err != nil {
		return call, err
	}
	if err := r.config.Sink.StartInvocation(ctx, call.row); err != nil {
		r.forget(call)
		return call, fmt.Errorf("store the start of tool call %s: %w", call.row.InvocationID, err)
	}
	r.keep(call.row)
	return call, nil
}

// end performs a call and keeps its completed row.
func (r *Recorder) end(ctx context.Context, call call) (superbiz.ToolInvocation, error) {
	outcome := r.perform(ctx, call)
	row := outcome.complete(call.row)
	row.EndedAt = r.config.Now()
	row = storable(row)
	r.config.Outputs.Keep(row.InvocationID, outcome.document)
	if mayBeAskedAgain(outcome.failure) {
		r.forget(call)
	}
	// The end is stored even when the run was cancelled: the call did happen.
	stored, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishTimeout)
	defer cancel()
	if err := r.config.Sink.FinishInvocation(stored, row); err != nil {
		return row, fmt.Errorf("store the end of tool call %s: %w", row.InvocationID, err)
	}
	r.keep(row)
	return row, nil
}

// finishTimeout bounds the storing of a row's end.
const finishTimeout = 30 * time.Second

// closePatience is how long Close waits for tools that did not listen to their timeout.
const closePatience = 2 * time.Second

// Close waits until every call has ended, or until the context does. A tool that did
// not listen to its timeout gets a moment more, and is then left alone: its row says
// that it may still be running, and what it returns goes nowhere.
func (r *Recorder) Close(ctx context.Context) error {
	select {
	case <-ended(&r.running):
	case <-ctx.Done():
		return fmt.Errorf("wait for tool calls to end: %w", ctx.Err())
	}
	patience := time.NewTimer(closePatience)
	defer patience.Stop()
	select {
	case <-ended(&r.working):
	case <-patience.C:
	case <-ctx.Done():
	}
	return nil
}

func ended(group *sync.WaitGroup) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		group.Wait()
		close(done)
	}()
	return done
}
