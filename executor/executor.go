// Package executor is the port of what gathers evidence: it runs tools through
// the Recorder and hands over executor_evidence_v2 as text.
package executor

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/tool"
)

// Executor investigates. It must be safe for concurrent use.
type Executor interface {
	// Kind says who gathers the evidence; it stands in every trace.
	Kind() superbiz.ExecutorKind
	// Execute runs tools and returns an executor output as text, however good.
	// An error means that there is none: the run fails. A spent budget is no
	// error: what is known is handed over, and missing_info says what is not.
	Execute(ctx context.Context, task Task) (string, error)
}

// ErrStop is wrapped by errors that end the whole run: after any other, an attempt
// that was made before may stand.
var ErrStop = errors.New("the run ends here")

// Task is one attempt at one question.
type Task struct {
	RunID    string    // rows of other runs are of earlier questions
	AskedAt  time.Time // by which the age of those is told
	Question superbiz.Question
	Plan     superbiz.Plan
	Tools    Tools

	// Rows are the session's completed tool calls so far, those of earlier questions
	// and attempts: they may be cited. History is what was asked and answered before.
	Rows    []superbiz.ToolInvocation
	History []Exchange

	// Outputs holds what the outputs of the rows were decoded to; nil is nothing.
	Outputs *evidence.Outputs

	// Attempt counts from 1. From 2 on, Previous is the text that the gate refused,
	// Findings say why, and Fixes, by rule id, what the rules advise. Nothing of it is
	// mended by code.
	Attempt  int
	Previous string
	Findings []superbiz.Finding
	Fixes    map[string]string

	// Spend is told what each call of a model cost; nil is nobody. It may be called by
	// many goroutines.
	Spend func(superbiz.Usage)
}

// Exchange is an earlier question of the session and the answer that was given.
type Exchange struct {
	Question string `json:"question"`
	Answer   string `json:"answer"` // empty when there was none
}

// Tools is how an executor reaches tools: each call is a stored row before it is
// an answer. *tool.Recorder is one.
type Tools interface {
	// Call runs a tool and returns its completed row; the outcome of the call is in
	// the row. The error says that the row could not be kept.
	Call(ctx context.Context, name string, arguments json.RawMessage) (superbiz.ToolInvocation, error)
	// CallAll runs calls that do not depend on each other side by side. Their rows
	// come, and begin, in the order of the requests; where one cannot begin, none
	// after it does, and the error says why.
	CallAll(ctx context.Context, requests []tool.Request) ([]superbiz.ToolInvocation, error)
	// Names returns the names of the tools there are, sorted.
	Names() []string
}
