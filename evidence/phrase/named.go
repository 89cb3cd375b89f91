package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName bounds a name, in bytes; with it Names is linear in the text.
const maxName = 256

// Names reports whether text names something: the words of its name stand there
// together, whatever their case and what is between them, so that HighErrorRate is
// high_error_rate and "high error rate" too. A name without a letter, of fewer than
// three characters or of more than 256 bytes names nothing.
func Names(text, name string) bool {
	wanted := squash(name)
	if utf8.RuneCountInString(wanted.text) < 3 || len(wanted.text) > maxName || strings.Trim(wanted.text, "0123456789") == "" {
		return false
	}
	in := squash(text)
	for pos := 0; ; pos++ {
		i := strings.Index(in.text[pos:], wanted.text)
		if i < 0 {
			return false
		}
		pos += i
		if in.begins(pos) && in.begins(pos+len(wanted.text)) {
			return true
		}
	}
}

// squashed is the letters and digits of a text in lower case, and where words begin.
type squashed struct {
	text   string
	starts []bool
}

func (s squashed) begins(i int) bool { return i == len(s.text) || s.starts[i] }

func squash(text string) squashed {
	var out strings.Builder
	var starts []bool
	previous := ' '
	for i, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			previous = ' '
			continue
		}
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		starts = append(starts, beginsWord(previous, r, next))
		n, _ := out.WriteRune(unicode.ToLower(r))
		for range n - 1 {
			starts = append(starts, false)
		}
		previous = r
	}
	return squashed{out.String(), starts}
}

// beginsWord reports whether a letter or digit begins a word of a name, such as each
// of HTTPServerErrors5xx.
func beginsWord(previous, r, next rune) bool {
	switch {
	case previous == ' ', unicode.Is(unicode.Han, r), unicode.Is(unicode.Han, previous):
		return true
	case unicode.IsDigit(previous) != unicode.IsDigit(r):
		return true
	case unicode.IsUpper(r):
		return !unicode.IsUpper(previous) || unicode.IsLower(next)
	}
	return false
}
