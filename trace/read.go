package trace

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"

	superbiz "github.com/superbizagent/superbizagent"
)

// DefaultMaxBytes is the size that a trace may have when Options does not say.
const DefaultMaxBytes = 256 << 20

// Options says how a trace is read. The zero value is ready to use.
type Options struct {
	// MaxBytes bounds the document; zero means DefaultMaxBytes.
	MaxBytes int64
	// Note, if set, is told of each member that was left out because it has the
	// wrong type and nothing depends on it: its path and what is wrong.
	Note func(path, reason string)
}

func (o Options) maxBytes() int64 {
	if o.MaxBytes > 0 {
		return o.MaxBytes
	}
	return DefaultMaxBytes
}

// Read decodes the trace that r holds, reading no more than the limit.
func Read(r io.Reader, o Options) (*superbiz.DiagnosisTrace, error) {
	var b bytes.Buffer
	b.Grow(int(min(sizeOf(r), o.maxBytes())) + bytes.MinRead)
	n, err := b.ReadFrom(io.LimitReader(r, o.maxBytes()+1))
	if err != nil {
		return nil, fmt.Errorf("read trace: %w", err)
	}
	if n > o.maxBytes() {
		return nil, fmt.Errorf("%w: a trace may have %d bytes", ErrTooLarge, o.maxBytes())
	}
	return Decode(b.Bytes(), o)
}

// sizeOf returns how much a file says that it holds, and 0 of other readers: room that
// grows by halves takes twice what a large trace needs.
func sizeOf(r io.Reader) int64 {
	file, ok := r.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return 0
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}
