package main

import (
	"fmt"
	"io"

	"github.com/superbizagent/superbizagent/pipeline"
)

// progressPrinter shows how far a run is on one line that is written over, on a
// terminal only. No word of an answer is in it.
func progressPrinter(p process) func(pipeline.Event) {
	if !isTerminal(p.stderr) {
		return nil
	}
	return func(e pipeline.Event) { printProgress(p.stderr, e) }
}

func printProgress(w io.Writer, e pipeline.Event) {
	const erase = "\r\x1b[K"
	switch e.Kind {
	case pipeline.Planned:
		fmt.Fprintf(w, erase+"planned %d steps", e.Steps)
	case pipeline.ToolCalled:
		fmt.Fprintf(w, erase+"%s %s: %s, %s", e.InvocationID, e.ToolName, e.Status, e.ResultKind)
	case pipeline.Gated:
		fmt.Fprintf(w, erase+"gate: %s", e.GateStatus)
	case pipeline.Answered, pipeline.Abandoned:
		fmt.Fprint(w, erase)
	}
}
