package sqlite

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// timeLayout sorts as text and keeps nanoseconds.
const timeLayout = "2006-01-02T15:04:05.000000000Z"

func timeText(t time.Time) string { return t.UTC().Format(timeLayout) }

// optionalTime is NULL for the zero time.
func optionalTime(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := timeText(t)
	return &text
}

// timeColumn scans a time, or NULL as the zero time.
type timeColumn struct{ time *time.Time }

func (c timeColumn) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		*c.time = time.Time{}
		return nil
	}
	parsed, err := time.Parse(time.RFC3339Nano, text)
	*c.time = parsed
	return err
}

// cleanText is what every database keeps as text: UTF-8 without NUL.
func cleanText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// jsonText encodes a noun as its JSON tags say. That is what encoding/json does;
// with the rules of version 2, omitempty would drop a raw_output that is "".
func jsonText(what string, value any) (string, error) {
	var text bytes.Buffer
	encoder := stdjson.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "", fmt.Errorf("encode %s: %w", what, err)
	}
	return rawText(what, text.Bytes())
}

// rawText is JSON that is kept as it came. What was no JSON could not be read back.
func rawText(what string, raw []byte) (string, error) {
	raw = bytes.TrimSpace(raw)
	if !jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true)) {
		return "", fmt.Errorf("%s is not valid JSON", what)
	}
	return string(raw), nil
}

// optionalRaw is NULL where there is nothing.
func optionalRaw(what string, raw []byte) (*string, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	text, err := rawText(what, raw)
	return &text, err
}

// jsonColumn scans JSON into a value, which NULL leaves as it is.
type jsonColumn struct{ value any }

func (c jsonColumn) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		return nil
	}
	return json.Unmarshal([]byte(text), c.value, jsontext.AllowDuplicateNames(true))
}

// rawColumn scans JSON that is kept as it came.
type rawColumn struct{ raw *stdjson.RawMessage }

func (c rawColumn) Scan(value any) error {
	if text, ok := value.(string); ok {
		*c.raw = stdjson.RawMessage(text)
	}
	return nil
}
