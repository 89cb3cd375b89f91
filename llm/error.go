package llm

import (
	"fmt"
	"time"
)

// ErrorKind says what went wrong between us and a model.
type ErrorKind string

// The kinds of errors. None is ever read as an answer.
const (
	ErrUnavailable  ErrorKind = "unavailable"  // not reachable, or 5xx, after the retries
	ErrRateLimited  ErrorKind = "rate_limited" // 429, after the retries
	ErrUnauthorized ErrorKind = "unauthorized" // 401, 403
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

// Error is what went wrong. Its text has no secret in it.
type Error struct {
	Kind       ErrorKind
	Status     int           // of HTTP, 0 where there was no response
	RetryAfter time.Duration // what the endpoint asked for, 0 where it did not
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
