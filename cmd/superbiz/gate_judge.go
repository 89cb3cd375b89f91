package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/report"
	"github.com/superbizagent/superbizagent/trace"
)

// judge judges one trace at a time; it is safe for concurrent use.
type judge struct {
	gate         *gatekeeper.Gate
	verifyHashes bool
}

// judged is what became of one source.
type judged struct {
	report.Judgement
	source  source
	skipped bool     // in a folder, and no trace
	notes   []string // for standard error
}

func (g judge) source(s source) judged {
	j := judged{Judgement: report.Judgement{File: s.name}, source: s}
	data, err := readSource(s)
	if err == nil {
		err = g.document(data, &j)
	}
	if err != nil {
		j.skipped = s.folder != nil && !claimsToBeTrace(data, err)
		j.Err = err
	}
	return j
}

// readSource reads a document. Of one that is too large it returns the beginning.
func readSource(s source) ([]byte, error) {
	in, err := s.open()
	if err != nil {
		return nil, err
	}
	defer closeQuietly(in)
	const begin = 64 << 10
	var b bytes.Buffer
	limit := int64(trace.DefaultMaxBytes)
	size := sizeOf(in)
	if size > limit {
		limit = begin
	} else {
		b.Grow(int(size) + bytes.MinRead) // a file is read into place, without regrowth
	}
	n, err := b.ReadFrom(io.LimitReader(in, limit+1))
	if err == nil && n > limit {
		err = fmt.Errorf("%w: a trace may have %d bytes", trace.ErrTooLarge, int64(trace.DefaultMaxBytes))
	}
	return b.Bytes(), err
}

// sizeOf returns the size of a regular file; what is no such has none to tell.
func sizeOf(in io.Reader) int64 {
	file, ok := in.(*os.File)
	if !ok {
		return 0
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

// claimsToBeTrace tells a broken trace from another kind of document: a folder
// must not pass because its one trace was cut short.
func claimsToBeTrace(data []byte, err error) bool {
	switch {
	case errors.Is(err, trace.ErrNotTrace):
		return false
	case errors.Is(err, trace.ErrNotJSON), errors.Is(err, trace.ErrTooLarge):
		return bytes.Contains(data, []byte(`"trace_version"`))
	default:
		return true
	}
}

func (g judge) document(data []byte, j *judged) error {
	note := func(path, reason string) {
		j.notes = append(j.notes, fmt.Sprintf("%s %s: left out", path, reason))
	}
	t, err := trace.Decode(data, trace.Options{Note: note})
	var broken *trace.RowsError
	if err != nil && !errors.As(err, &broken) {
		return err
	}
	in := gatekeeper.InputOf(t)
	if err != nil {
		in.InvocationsErr = err
	} else if g.verifyHashes {
		in.InvocationsErr = j.verify(trace.VerifyHashes(t))
	}
	parsed, _ := evidence.ParseAttempt(in.Attempt)
	j.Output = parsed.Document
	j.Line = lineFinder(data)
	j.Result = g.gate.Validate(in)
	j.notes = append(j.notes, hearsay(in.Attempt, parsed.Status, j.Result)...)
	return nil
}

func (j *judged) verify(checked int, err error) error {
	if err == nil && checked == 0 {
		j.notes = append(j.notes, "no row states an output_sha256: there was nothing to verify")
	}
	return err
}

// lineFinder finds the lines of targets. It reads the document again when it is
// first asked, which only some formats do, and only for findings.
func lineFinder(data []byte) func(target string) int {
	locator := sync.OnceValue(func() *trace.Locator {
		l, err := trace.NewLocator(data)
		if err != nil {
			return nil
		}
		return l
	})
	return func(target string) int {
		if l := locator(); l != nil {
			return l.Line(target)
		}
		return 1
	}
}
