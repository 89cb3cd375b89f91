package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/trace"
)

// traceFile is a file that a trace will be written to. It is made beside its place
// before a diagnosis begins, so that a bad path is told at once, and put there whole
// or not at all.
type traceFile struct {
	path string
	temp *os.File
}

// createTraceFile makes room for a trace that only its owner may read: tool outputs
// are in it. Without a path there is none.
func createTraceFile(path string) (*traceFile, error) {
	if path == "" {
		return nil, nil
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("write the trace: %s is no regular file", path)
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return nil, fmt.Errorf("write the trace to %s: %w", path, err)
	}
	return &traceFile{path, temp}, nil
}

// put writes the trace and moves the file to its place.
func (f *traceFile) put(t *superbiz.DiagnosisTrace) error {
	if f == nil {
		return nil
	}
	var text bytes.Buffer
	if err := trace.Encode(&text, t); err != nil {
		return err
	}
	_, err := f.temp.Write(text.Bytes())
	if err := errors.Join(err, f.temp.Close()); err != nil {
		return fmt.Errorf("write the trace to %s: %w", f.path, err)
	}
	if err := os.Rename(f.temp.Name(), f.path); err != nil {
		return fmt.Errorf("write the trace: %w", err)
	}
	return nil
}

// discard removes what was not put. After put it does nothing.
func (f *traceFile) discard() {
	if f != nil {
		_ = f.temp.Close()
		_ = os.Remove(f.temp.Name())
	}
}

// writeTrace writes a trace that is there already.
func writeTrace(path string, t *superbiz.DiagnosisTrace) error {
	f, err := createTraceFile(path)
	if err != nil {
		return err
	}
	defer f.discard()
	return f.put(t)
}
