package store

import (
	"context"

	superbiz "github.com/superbizagent/superbizagent"
)

// Store is what an adapter offers; package storetest says in tests what each
// method owes. Who uses a store asks for less: for one of the interfaces below,
// or for two methods of its own. All methods may be called by many goroutines.
type Store interface {
	SessionWriter
	RunWriter
	InvocationWriter
	Reader
	// Close waits for what is being written and lets the database go.
	Close() error
}

// SessionWriter keeps what people ask.
type SessionWriter interface {
	// CreateSession begins an empty session.
	CreateSession(ctx context.Context) (Session, error)
	// AppendMessage keeps a user's message at the end of a session. The text is
	// kept as UTF-8 without NUL: what is neither becomes U+FFFD.
	AppendMessage(ctx context.Context, sessionID, text string) (Message, error)
}

// RunWriter keeps how a message was answered. A method that writes to a run wants
// it running, and begun by this process; else it returns ErrEnded.
type RunWriter interface {
	// CreateRun begins a run, queued or running, for a user's message.
	CreateRun(ctx context.Context, run NewRun) (Run, error)
	// StartRun makes a queued or interrupted run running, in this process. Of
	// several processes that try, one does; the others get ErrEnded.
	StartRun(ctx context.Context, runID string) error
	// SavePlan keeps the plan of a run. A later plan replaces an earlier one.
	SavePlan(ctx context.Context, runID string, plan superbiz.Plan) error
	// AppendAttempt keeps what the executor handed over, to the byte, and what the
	// gate said of it.
	AppendAttempt(ctx context.Context, runID string, attempt superbiz.Attempt) error
	// FinishRun keeps the answer as a message, with its evaluation, and the run's
	// end in one transaction. When it returns, they outlast a loss of power.
	FinishRun(ctx context.Context, runID string, outcome Outcome) (Message, error)
	// EndRun ends a run without an answer: failed or cancelled, and why. Any
	// process may end a run that is queued, running or interrupted.
	EndRun(ctx context.Context, runID string, status superbiz.RunStatus, reason string) error
	// MarkInterrupted makes the running runs of dead processes interrupted and
	// returns their ids. Call it at the start, and from time to time: see Process.
	MarkInterrupted(ctx context.Context) ([]string, error)
}

// InvocationWriter keeps tool calls. Its first two methods are what tool.Recorder
// writes to.
type InvocationWriter interface {
	// StartInvocation keeps a row, with status running, of a running run.
	StartInvocation(ctx context.Context, row superbiz.ToolInvocation) error
	// FinishInvocation completes the row with that run and invocation id: its
	// status, result, output and end; what the row said at the start stays. Done
	// once; then, and once the run is completed, it returns ErrEnded.
	FinishInvocation(ctx context.Context, row superbiz.ToolInvocation) error
	// ImportInvocation keeps, as it is, a row that somebody else recorded, as part
	// of a running run. A row that names another session keeps that name: the
	// Gatekeeper must see that it is foreign.
	ImportInvocation(ctx context.Context, runID string, row superbiz.ToolInvocation) error
}

// Reader reads what was kept. Every method returns ErrNotFound for an id that is
// not there. [LoadTrace], [LoadSession] and [Audit] are made of it.
type Reader interface {
	// ListSessions returns a page of the sessions, the newest first.
	ListSessions(ctx context.Context, page Page) ([]SessionSummary, error)
	// Session returns one session.
	Session(ctx context.Context, sessionID string) (Session, error)
	// Messages returns the messages of a session in order.
	Messages(ctx context.Context, sessionID string) ([]Message, error)
	// Runs returns the runs of a session in order.
	Runs(ctx context.Context, sessionID string) ([]Run, error)
	// Run returns one run.
	Run(ctx context.Context, runID string) (Run, error)
	// Invocations returns the rows of a run, by seq.
	Invocations(ctx context.Context, runID string) ([]superbiz.ToolInvocation, error)
	// EachInvocation calls visit with every row of a session's runs, or of all
	// sessions for "", one at a time, until visit returns an error.
	EachInvocation(ctx context.Context, sessionID string, visit func(StoredInvocation) error) error
}
