package bundle

import (
	"errors"
	"fmt"
)

// Error says what is wrong with a bundle, and where.
type Error struct {
	Bundle  string // the path it was opened by; "" for an embedded one
	File    string // the file in it; "" is the bundle itself
	Line    int    // 1 is the first; 0 is the whole file
	Problem string // what is wrong, and where it helps, what to do
	Err     error  // the cause, if any
}

// Error tells bundle, file, line and problem.
func (e *Error) Error() string {
	text := "bundle"
	if e.Bundle != "" {
		text += " " + e.Bundle
	}
	if e.File != "" {
		text += ": " + e.File
		if e.Line > 0 {
			text += fmt.Sprintf(":%d", e.Line)
		}
	}
	return text + ": " + e.Problem
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// wrong is an Error in a file; %w keeps its cause.
func wrong(file string, line int, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{File: file, Line: line, Problem: err.Error(), Err: errors.Unwrap(err)}
}

// inBundle names the bundle in an error about it.
func inBundle(path string, err error) error {
	if told, ok := errors.AsType[*Error](err); ok {
		named := *told
		named.Bundle = path
		return &named
	}
	return &Error{Bundle: path, Problem: err.Error(), Err: err}
}
