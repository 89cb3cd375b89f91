// Package recorded is the executor that hands over what some executor once handed
// over for a saved incident, so that a bad answer can be shown and tested.
package recorded

import (
	"context"
	"errors"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
)

// Executor replays one recorded hand-over. It calls no tool.
type Executor struct {
	text string
	rows []superbiz.ToolInvocation
}

// New returns an executor that hands over text, which rests on rows.
func New(text string, rows []superbiz.ToolInvocation) *Executor {
	return &Executor{text: text, rows: rows}
}

// importer is what keeps the recorded rows; *tool.Recorder is one.
type importer interface {
	Import(ctx context.Context, rows []superbiz.ToolInvocation) error
}

// Kind returns "recorded".
func (e *Executor) Kind() superbiz.ExecutorKind { return superbiz.ExecutorRecorded }

// Execute keeps the recorded rows as rows of this run and hands the text over.
func (e *Executor) Execute(ctx context.Context, task executor.Task) (string, error) {
	tools, ok := task.Tools.(importer)
	if !ok {
		return "", errors.New("replay a recorded executor: the tools of this run keep no recorded rows")
	}
	if task.Attempt == 1 {
		if err := tools.Import(ctx, e.rows); err != nil {
			return "", fmt.Errorf("replay a recorded executor: %w", err)
		}
	}
	return e.text, nil
}
