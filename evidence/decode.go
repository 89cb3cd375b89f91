package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of one document. A JSON value beyond them is refused, not cut.
const (
	MaxOutputDepth   = 512           // nesting of a tool's output
	MaxDocumentBytes = math.MaxInt32 // offsets are 32 bits wide
	MaxValues        = 4_000_000     // each takes 44 bytes of memory, and two of the text
)

// The errors for a value that is JSON and beyond a limit.
var (
	ErrTooDeep       = errors.New("nested too deeply")
	ErrTooManyValues = errors.New("too many values")
)

// Decode decodes exactly one JSON value nested at most maxDepth deep. Duplicate
// keys, invalid UTF-8 and trailing data are errors; they carry the byte offset.
//
// The library judges whether the text is such a value, and passes over it in one
// go, which takes half the time of reading tokens. What is known to be sound is
// then laid out by a scan that need not doubt it.
func Decode(raw []byte, maxDepth int) (*Document, error) {
	return decode(string(raw), raw, maxDepth)
}

// decode is Decode for a text that is at hand as a string and as bytes.
func decode(text string, raw []byte, maxDepth int) (*Document, error) {
	if len(raw) >= MaxDocumentBytes {
		return nil, fmt.Errorf("decode JSON: %d bytes are more than the limit of %d", len(raw), MaxDocumentBytes-1)
	}
	if !jsontext.Value(raw).IsValid() {
		return nil, refuse(raw, maxDepth)
	}
	doc, ok := layOut(text, maxDepth)
	switch {
	case ok:
		return doc, nil
	case len(doc.nodes) > MaxValues:
		return nil, fmt.Errorf("decode JSON: more than %d values: %w", MaxValues, ErrTooManyValues)
	default:
		return nil, refuse(raw, maxDepth)
	}
}

// refuse says what is wrong with a text that is no single value, or too deep.
func refuse(raw []byte, maxDepth int) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw))
	for begun := false; !begun || dec.StackDepth() > 0; begun = true {
		if _, err := dec.ReadToken(); err != nil {
			return describe(noEOF(err), dec.InputOffset())
		}
		if dec.StackDepth() > maxDepth {
			return describe(fmt.Errorf("more than %d levels: %w", maxDepth, ErrTooDeep), dec.InputOffset())
		}
	}
	if _, err := dec.ReadToken(); err != nil && !errors.Is(err, io.EOF) {
		return describe(err, dec.InputOffset())
	}
	return describe(errors.New("more than one JSON value"), dec.InputOffset())
}

// describe says what is wrong at which byte.
func describe(err error, offset int64) error {
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		offset = syntactic.ByteOffset
	}
	return fmt.Errorf("decode JSON at byte %d: %w", offset, reason(err))
}

// reason leaves out the library's pointer to the place of an error, and cuts
// names: either can be as long as the text itself.
func reason(err error) error {
	syntactic, ok := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case !ok:
		return err
	case errors.Is(err, jsontext.ErrDuplicateName):
		return fmt.Errorf("%w %s", syntactic.Err, Quote(syntactic.JSONPointer.LastToken()))
	default:
		return syntactic.Err
	}
}

func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
