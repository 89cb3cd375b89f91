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
	if doc, err := decodeObject(text, []byte(text)); err == nil {
		return Parsed{Status: superbiz.ParseValid, Document: doc}
	} else if wholeIsJSON(text) {
		return invalid("%v", err)
	}
	candidates := fencedObjects(text)
	if len(candidates) == 0 {
		var err error
		if candidates, err = proseObjects(text); err != nil {
			return invalid("%v", err)
		}
	}
	return extract(candidates)
}

// ParseDocument wraps an object that was handed over already structured. It
// counts as valid, and is held to the same limits.
func ParseDocument(raw []byte) Parsed {
	if len(raw) > MaxExecutorBytes {
		return invalid("the output has %d bytes, the limit is %d", len(raw), MaxExecutorBytes)
	}
	doc, err := decodeObject(string(raw), raw)
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
		doc, err := decodeObject(candidates[0], []byte(candidates[0]))
		if err != nil {
			return invalid("%v", err)
		}
		return Parsed{Status: superbiz.ParseExtracted, Document: doc}
	default:
		return invalid("the text holds more than one JSON object; exactly one is expected")
	}
}

func invalid(format string, args ...any) Parsed {
	return Parsed{Status: superbiz.ParseInvalid, Reason: fmt.Sprintf(format, args...)}
}

var errNotObject = errors.New("the JSON value is not an object")

// decodeObject decodes a text that is at hand as a string and as bytes.
func decodeObject(text string, raw []byte) (*Document, error) {
	doc, err := decode(text, raw, MaxExecutorDepth)
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

// enough candidates tell that there is not exactly one; no more are looked for.
const enough = 2

// fencedObjects returns what stands in the code fences that begin with a brace. A
// fence that does not end is prose: the object in it may be whole.
func fencedObjects(text string) []string {
	var found []string
	var open string // the marks of the fence that is being read
	var start, pos int
	for line := range strings.Lines(text) {
		marks, info := fenceMarks(strings.TrimSpace(line))
		switch {
		case open == "" && marks != "" && (marks[0] != '`' || !strings.Contains(info, "`")):
			open, start = marks, pos+len(line)
		case open != "" && strings.HasPrefix(marks, open) && info == "":
			if body := strings.TrimSpace(text[start:pos]); strings.HasPrefix(body, "{") {
				found = append(found, body)
			}
			open = ""
		}
		if len(found) == enough {
			break
		}
		pos += len(line)
	}
	return found
}

// fenceMarks splits a line of a fence into its marks, three or more back ticks or
// tildes, and what follows them. Other lines have no marks.
func fenceMarks(line string) (marks, info string) {
	for _, mark := range []string{"`", "~"} {
		info = strings.TrimLeft(line, mark)
		if n := len(line) - len(info); n >= 3 {
			return line[:n], info
		}
	}
	return "", ""
}

// proseObjects returns the objects that stand in running text. A brace that no
// quote follows is prose; one that does and then breaks is a broken object, and
// not skipped: the next brace would be a part of it.
func proseObjects(text string) ([]string, error) {
	var found []string
	for pos := 0; len(found) < enough; {
		brace := strings.IndexByte(text[pos:], '{')
		if brace < 0 {
			break
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
			return nil, fmt.Errorf("the JSON object at byte %d is broken: %w", pos, reason(noEOF(err)))
		}
		found = append(found, string(value))
		pos += len(value)
	}
	return found, nil
}
