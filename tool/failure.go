package tool

import (
	"errors"
	"fmt"
)

// Code says why a call did not give a result. It stands at the beginning of the
// row's error, so that a reader, a person or a model, can tell one from the other.
type Code string

// The codes. None of them ever means "nothing was found": that is a result.
const (
	CodeUnknownTool   Code = "unknown_tool"  // no tool of that name in this run
	CodeBadArguments  Code = "bad_arguments" // the arguments do not fit the schema, or each other
	CodeNotPermitted  Code = "not_permitted" // the source refused: credentials or rights
	CodeNotReachable  Code = "not_reachable" // the source did not answer
	CodeNotRecorded   Code = "not_recorded"  // the saved incident does not hold this call
	CodeNotSupported  Code = "not_supported" // the source does not know that kind or query
	CodeSourceFailed  Code = "source_failed" // the source answered with an error of its own
	CodeTimeout       Code = "timeout"       // it took longer than it may
	CodeCancelled     Code = "cancelled"     // the run was stopped
	CodeTooLarge      Code = "too_large"     // more output than a row may hold
	CodeBadOutput     Code = "bad_output"    // the tool returned what is no sound result
	CodePanicked      Code = "panicked"      // the tool has a bug
	CodeDenied        Code = "denied"        // policy said no
	CodeDuplicate     Code = "duplicate"     // the same call was made before in this run
	CodeBudgetSpent   Code = "budget_spent"  // no calls or no time left
	CodeUnknownReason Code = "failed"        // an error that the tool did not type
)

// Failure is a typed error of a tool call.
type Failure struct {
	Code    Code
	Message string // what was wrong, where, and what to do
	Err     error  // the cause, if any
}

// Fail returns a Failure with a formatted message; %w keeps its cause.
func Fail(code Code, format string, args ...any) *Failure {
	err := fmt.Errorf(format, args...)
	return &Failure{Code: code, Message: err.Error(), Err: errors.Unwrap(err)}
}

// Error returns "code: message", as it stands in a row.
func (f *Failure) Error() string { return string(f.Code) + ": " + f.Message }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// asFailure types any error of a tool.
func asFailure(err error) *Failure {
	if failure, ok := errors.AsType[*Failure](err); ok {
		return failure
	}
	return &Failure{Code: CodeUnknownReason, Message: err.Error(), Err: err}
}
