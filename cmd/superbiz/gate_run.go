package main

import (
	"context"
	"fmt"
	"io"
	"runtime"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/report"
)

// gateRun judges many sources at once and reports them in their order.
type gateRun struct {
	judge  judge
	out    report.Writer
	stderr io.Writer

	failed, unable bool
}

func (g *gateRun) all(ctx context.Context, sources []source, folders []*folder) error {
	if err := inOrder(ctx, sources, g.judge.source, g.take); err != nil {
		return err
	}
	if err := g.out.Close(); err != nil {
		return err
	}
	for _, f := range folders {
		if f.traces == 0 {
			g.unable = true
			fmt.Fprintf(g.stderr, "superbiz: %s: there is no trace in this folder; nothing was judged\n", f.path)
		}
	}
	switch {
	case g.unable:
		return exitError(exitUnable)
	case g.failed:
		return exitError(exitFailed)
	default:
		return nil
	}
}

func (g *gateRun) take(j judged) error {
	if j.skipped {
		return nil
	}
	if j.source.folder != nil {
		j.source.folder.traces++
	}
	for _, note := range j.notes {
		fmt.Fprintf(g.stderr, "superbiz: %s: note: %s\n", j.File, note)
	}
	switch {
	case j.Err != nil:
		g.unable = true
		fmt.Fprintf(g.stderr, "superbiz: %s: cannot be judged: %v\n", j.File, j.Err)
	case j.Result.Status != superbiz.GatePass && j.Result.Status != superbiz.GateWarn:
		g.failed = true
	}
	return g.out.Write(j.Judgement)
}

// inOrder calls work for each item, as many at a time as there are processors, and
// take for each outcome in the order of the items. It returns when all that it
// started has ended.
func inOrder[T, U any](ctx context.Context, items []T, work func(T) U, take func(U) error) error {
	ctx, stop := context.WithCancel(ctx)
	pending := make(chan chan U, runtime.GOMAXPROCS(0)-1)
	go func() {
		defer close(pending)
		for _, item := range items {
			done := make(chan U, 1)
			select {
			case pending <- done:
				go func() { done <- work(item) }()
			case <-ctx.Done():
				return
			}
		}
	}()
	var err error
	for done := range pending {
		outcome := <-done
		if err == nil && ctx.Err() == nil {
			err = take(outcome)
		}
		if err != nil {
			stop()
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	stop()
	return err
}
