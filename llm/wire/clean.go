package wire

import (
	"strings"
	"unicode"
)

// maxErrorText is how much of a stranger's words an error repeats, in bytes.
const maxErrorText = 600

// shortestKey is the length from which on a key is looked for. What people give to
// endpoints that want none, such as "EMPTY", is a word that errors may have.
const shortestKey = 6

// clean returns text as an error or a log may hold it: one line, bounded, without the
// key. Endpoints do quote keys and headers in what they complain about.
func (c *Client) clean(text string) string {
	if key := c.key.Reveal(); len(key) >= shortestKey {
		text = strings.ReplaceAll(text, key, "[secret]")
	}
	text = strings.Map(printable, strings.ToValidUTF8(text, "\uFFFD"))
	if len(text) > maxErrorText {
		text = strings.ToValidUTF8(text[:maxErrorText], "") + "…"
	}
	return strings.TrimSpace(text)
}

func printable(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return ' '
	}
	return r
}
