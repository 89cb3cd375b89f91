package llm

import (
	"errors"
	"fmt"
	"time"
)

// ErrorKind says what went wrong between us and a model. It is itself an error, so
// that errors.Is(err, llm.ErrTimeout) asks for it.
type ErrorKind string

// The kinds of errors. None is ever read as an answer.
const (
	ErrUnavailable  ErrorKind = "unavailable"  // not reachable, or 5xx, after the retries
	ErrRateLimited  ErrorKind = "rate_limited" // 429, after the retries
	ErrUnauthorized ErrorKind = "unauthorized" // 401, 403
	ErrQuota        ErrorKind = "quota"        // the account has no credit: waiting does not help
	ErrBadRequest   ErrorKind = "bad_request"  // the endpoint will not have the request
	ErrContextFull  ErrorKind = "context_full" // the conversation is too long for the model
	ErrTimeout      ErrorKind = "timeout"      // it took too long, or a stream stood still
	ErrTruncated    ErrorKind = "truncated"    // a stream or a body ended without a finish reason
	ErrMalformed    ErrorKind = "malformed"    // what came is not what the protocol says
	ErrAmbiguous    ErrorKind = "ambiguous"    // two calls of one index, an empty or repeated call id
	ErrTooLarge     ErrorKind = "too_large"    // the reply is larger than what is read
	ErrNotRecorded  ErrorKind = "not_recorded" // a replay has no such turn
	ErrCancelled    ErrorKind = "cancelled"    // the caller's context ended
)

// Error returns the kind's name.
func (k ErrorKind) Error() string { return string(k) }

// Error is what went wrong. Its text has no secret in it, and neither has its cause.
type Error struct {
	Kind       ErrorKind
	Status     int           // of HTTP, 0 where there was no response
	RetryAfter time.Duration // what the endpoint asked for, 0 where it did not
	Usage      Usage         // what the reply that was thrown away had cost, as far as it is known
	Err        error
}

// Error says what went wrong, in words for a person.
func (e *Error) Error() string {
	if e.Status > 0 {
		return fmt.Sprintf("language model: %s (HTTP %d): %v", e.Kind, e.Status, e.Err)
	}
	return fmt.Sprintf("language model: %s: %v", e.Kind, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is tells whether target is the kind of this error.
func (e *Error) Is(target error) bool {
	kind, ok := target.(ErrorKind)
	return ok && kind == e.Kind
}

// KindOf returns the kind of an error of this package, and "" of any other.
func KindOf(err error) ErrorKind {
	if fault, ok := errors.AsType[*Error](err); ok {
		return fault.Kind
	}
	return ""
}
