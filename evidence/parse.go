package evidence

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	superbiz "github.com/superbizagent/superbizagent"
)

// Limits of an executor's text. Text beyond them is invalid.
const (
	MaxExecutorBytes = 4 << 20
	MaxExecutorDepth = 64
)

// Parsed is what Parse made of an executor's text.
type Parsed struct {
	Status   superbiz.ParseStatus
	Reason   string    // what is wrong and where, when Status is invalid or empty
	Document *Document // one object; nil when Status is invalid or empty
}

// Parse finds the one JSON object in an executor's text: the whole text, the
// content of a code fence, or an object with prose around it. A fence wins over
// prose, and an empty object in prose is none. Two candidates, a truncated one,
// duplicate keys, bad UTF-8 or a breach of the limits make the text invalid:
// nothing is repaired, since a guess at what was meant is not what was said.
func Parse(text string) Parsed {
	switch {
	case len(text) > MaxExecutorBytes:
		return invalid("the text has %d bytes, the limit is %d", len(text), MaxExecutorBytes)
	case !utf8.ValidString(text):
		return invalid("the text is not valid UTF-8")
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	if text == "" {
		return Parsed{Status: superbiz.ParseEmpty, Reason: "the text is empty"}
	}
	if doc, err := decodeObject(text); err == nil {
		return Parsed{Status: superbiz.ParseValid, Document: doc}
	} else if wholeIsJSON(text) {
		return invalid("%v", err)
	}
	fenced, err := fencedObjects(text)
	if err != nil {
		return invalid("%v", err)
	}
	if len(fenced) == 0 {
		if fenced, err = proseObjects(text); err != nil {
			return invalid("%v", err)
		}
	}
	return extract(fenced)
}

// ParseDocument wraps an object that was handed over already structured. It
// counts as valid, and is held to the same limits.
func ParseDocument(raw []byte) Parsed {
	if len(raw) > MaxExecutorBytes {
		return invalid("the output has %d bytes, the limit is %d", len(raw), MaxExecutorBytes)
	}
	doc, err := decodeObject(string(raw))
	if err != nil {
		return invalid("%v", err)
	}
	return Parsed{Status: superbiz.ParseValid, Document: doc}
}

func extract(candidates []string) Parsed {
	switch len(candidates) {
	case 0:
		return invalid("the text holds no JSON object")
	case 1:
		doc, err := decodeObject(candidates[0])
		if err != nil {
			return invalid("%v", err)
		}
		return Parsed{Status: superbiz.ParseExtracted, Document: doc}
	default:
		return invalid("the text holds %d JSON objects; exactly one is expected", len(candidates))
	}
}

func invalid(format string, args ...any) Parsed {
	return Parsed{Status: superbiz.ParseInvalid, Reason: fmt.Sprintf(format, args...)}
}

var errNotObject = errors.New("the JSON value is not an object")

func decodeObject(text string) (*Document, error) {
	doc, err := Decode([]byte(text), MaxExecutorDepth)
	if err != nil {
		return nil, err
	}
	if doc.Root().Kind() != KindObject {
		return nil, errNotObject
	}
	return doc, nil
}

// wholeIsJSON tells a text that is one JSON value, if not an acceptable one
// (duplicate keys, too deep, no object), from prose or fences.
func wholeIsJSON(text string) bool {
	dec := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true))
	if dec.SkipValue() != nil {
		return false
	}
	_, err := dec.ReadToken()
	return errors.Is(err, io.EOF)
}

// fencedObjects returns the content of each code fence that begins with a brace.
func fencedObjects(text string) ([]string, error) {
	var found []string
	var open string // the fence's back ticks while inside one
	var start, pos int
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		ticks := trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, "`"))]
		switch {
		case open == "" && len(ticks) >= 3 && !strings.Contains(trimmed[len(ticks):], "`"):
			open, start = ticks, pos+len(line)
		case open != "" && len(trimmed) >= len(open) && trimmed == ticks:
			if body := strings.TrimSpace(text[start:pos]); strings.HasPrefix(body, "{") {
				found = append(found, body)
			}
			open = ""
		}
		pos += len(line)
	}
	if open != "" && strings.HasPrefix(strings.TrimSpace(text[min(start, len(text)):]), "{") {
		return nil, errors.New("the text ends inside a code fence: it was truncated")
	}
	return found, nil
}

// proseObjects returns the objects that stand in running text. A brace that no
// quote follows is prose; one that does and then breaks is a broken object, and
// not skipped: the next brace would be a part of it.
func proseObjects(text string) ([]string, error) {
	var found []string
	for pos := 0; ; {
		brace := strings.IndexByte(text[pos:], '{')
		if brace < 0 {
			return found, nil
		}
		pos += brace
		body := strings.TrimLeft(text[pos+1:], " \t\r\n")
		if !strings.HasPrefix(body, `"`) {
			pos++
			continue
		}
		dec := jsontext.NewDecoder(strings.NewReader(text[pos:]))
		value, err := dec.ReadValue()
		if err != nil {
			return nil, fmt.Errorf("the JSON object at byte %d is broken: %w", pos, noEOF(err))
		}
		found = append(found, string(value))
		pos += len(value)
	}
}
