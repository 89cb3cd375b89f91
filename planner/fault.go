package planner

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// ErrNoTool is why a step is not used that names a tool which the run does not have.
var ErrNoTool = errors.New("this run has no such tool")

// Fault is what is wrong with a plan of a model.
type Fault struct {
	Step     int    // from 1; 0 is the whole plan
	ToolName string // that the step names
	Reason   string
	Err      error
}

// Error says which step it is, and what is wrong with it.
func (f *Fault) Error() string {
	if f.Step == 0 {
		return f.Reason
	}
	return fmt.Sprintf("step %d, %.80q: %s", f.Step, f.ToolName, f.Reason)
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// maxNote bounds what is told of a fault, in bytes.
const maxNote = 500

// head cuts text at a whole character.
func head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + " …(cut)"
}
