package store

import "errors"

// What a caller may want to tell apart. Adapters wrap them.
var (
	// ErrNotFound means that there is no session, message, run or row with the id.
	ErrNotFound = errors.New("not found")
	// ErrDuplicate means that the run has a row with the invocation id already.
	ErrDuplicate = errors.New("is there already")
	// ErrEnded means that the run or the row has ended, or is another process's,
	// and does not change any more.
	ErrEnded = errors.New("has ended or is not ours")
)
