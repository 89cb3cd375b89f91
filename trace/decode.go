package trace

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	superbiz "github.com/superbizagent/superbizagent"
)

// Decode decodes one trace. The result refers to data, which must not be changed
// afterwards.
//
// An error that is a *RowsError comes with a trace whose ToolInvocations are
// empty; any other error (see ErrNotJSON and the like) means that the document
// cannot be judged. Duplicate keys and bad UTF-8, wherever they stand, are no JSON
// here: two readers could see two documents.
func Decode(data []byte, o Options) (*superbiz.DiagnosisTrace, error) {
	if int64(len(data)) > o.maxBytes() {
		return nil, fmt.Errorf("%w: %d bytes, a trace may have %d", ErrTooLarge, len(data), o.maxBytes())
	}
	if hasTooManyNames(data) {
		return nil, fmt.Errorf("%w: an object of a trace may have %d members", ErrTooLarge, maxNames)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	d := newDecoder(data, o)
	err := d.document()
	if d.rowsErr != nil && d.stopped {
		// The first look ended inside a broken row. The second passes over the rows.
		again := newDecoder(data, o)
		again.rowsErr = d.rowsErr
		d, err = again, again.document()
	}
	if err != nil {
		return nil, err
	}
	if err := d.complete(); err != nil {
		return nil, err
	}
	if d.rowsErr != nil {
		return &d.trace, d.rowsErr
	}
	return &d.trace, nil
}

// decoder reads a trace in one pass over its bytes.
type decoder struct {
	*jsontext.Decoder
	data    []byte
	options Options
	trace   superbiz.DiagnosisTrace
	hasRows bool
	rowsErr *RowsError // then rows are passed over
	stopped bool       // inside a row that cannot be read
	refs    int        // evidence_refs seen so far
	spare   int        // bytes of hearsay that may still be decoded
}

func newDecoder(data []byte, o Options) *decoder {
	d := &decoder{data: data, options: o, spare: maxHearsayBytes}
	keep := json.UnmarshalFromFunc(func(dec *jsontext.Decoder, to *stdjson.RawMessage) error {
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		end := dec.InputOffset()
		*to = stdjson.RawMessage(data[end-int64(len(value)) : end : end])
		return nil
	})
	d.Decoder = jsontext.NewDecoder(bytes.NewBuffer(data), json.WithUnmarshalers(json.JoinUnmarshalers(
		keep, json.UnmarshalFromFunc(d.evidenceRefs))))
	return d
}

func (d *decoder) document() error {
	if d.PeekKind() != '{' {
		if err := d.SkipValue(); err != nil {
			return d.broken(err)
		}
		return fmt.Errorf("%w: it is not a JSON object", ErrNotTrace)
	}
	if err := d.object(d.member); err != nil {
		return d.broken(err)
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: something follows the document at byte %d; for a line a trace, give one file each", ErrNotJSON, d.InputOffset())
	}
	return nil
}

// broken tells what is no JSON from what is no trace.
func (d *decoder) broken(err error) error {
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntactic):
		path, reason := reasonOf(err, "$")
		return fmt.Errorf("%w: %s %s", ErrNotJSON, path, reason)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: it ends at byte %d", ErrNotJSON, len(d.data))
	default:
		return err
	}
}

func (d *decoder) member(name string) error {
	switch name {
	case "trace_version":
		return d.version()
	case "tool_invocations":
		return d.rows()
	case "executor":
		return d.executor()
	case "session_id":
		return hearsay(d, name, &d.trace.SessionID)
	case "run_id":
		return hearsay(d, name, &d.trace.RunID)
	case "run_mode":
		return hearsay(d, name, &d.trace.RunMode)
	case "question":
		return hearsay(d, name, &d.trace.Question)
	case "plan":
		return hearsay(d, name, &d.trace.Plan)
	case "verifier":
		return hearsay(d, name, &d.trace.Verifier)
	case "composer":
		return hearsay(d, name, &d.trace.Composer)
	case "usage":
		return hearsay(d, name, &d.trace.Usage)
	default:
		return d.SkipValue()
	}
}

func (d *decoder) version() error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	var version string
	if json.Unmarshal(value, &version) != nil || version != superbiz.TraceVersion {
		return fmt.Errorf("%w: trace_version is %.80s", ErrVersion, value)
	}
	d.trace.TraceVersion = version
	return nil
}

// complete reports what the gate needs and the document does not have.
func (d *decoder) complete() error {
	switch {
	case d.trace.TraceVersion == "":
		return fmt.Errorf("%w: trace_version is missing", ErrNotTrace)
	case len(d.trace.Executor.Attempts) == 0:
		return fmt.Errorf("%w: executor.attempts must hold at least one", ErrNoAttempt)
	case !d.hasRows && d.rowsErr == nil:
		d.rowsErr = &RowsError{"$.tool_invocations", "is missing: without the recorded calls nothing can be checked"}
	}
	return nil
}

// object reads an object, handing each member to read.
func (d *decoder) object(read func(name string) error) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		if err := read(name.String()); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// array reads an array, calling read for each element with its position.
func (d *decoder) array(read func(i int) error) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for i := 0; d.PeekKind() != ']'; i++ {
		if err := read(i); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}
