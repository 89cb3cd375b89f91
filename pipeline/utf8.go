package pipeline

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// storable returns text as JSON can hold it. Bytes that are not UTF-8 are written
// out as \xNN, which no JSON string allows either: what the gate found invalid
// stays invalid when a stored trace is gated again.
func storable(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, text[0])
		} else {
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}
