package phrase

import (
	"strings"
	"unicode/utf8"
)

// closers maps an opening quotation mark to its closing one.
var closers = map[rune]rune{'"': '"', '`': '`', '“': '”', '「': '」', '『': '』', '«': '»'}

// WithoutQuotes returns text with what stands in quotation marks or code marks
// replaced by spaces, byte for byte, so that offsets stay. What somebody else said
// is not what the text says. A mark that is not closed quotes nothing.
func WithoutQuotes(text string) string {
	var out []byte
	unclosed := make(map[rune]bool) // a search that failed once fails from then on
	for pos := 0; pos < len(text); {
		r, size := utf8.DecodeRuneInString(text[pos:])
		closing, opens := closers[r]
		length := -1
		if opens && !unclosed[closing] {
			length = strings.IndexRune(text[pos+size:], closing)
			unclosed[closing] = length < 0
		}
		if length < 0 {
			pos += size
			continue
		}
		if out == nil {
			out = []byte(text)
		}
		end := pos + size + length + utf8.RuneLen(closing)
		for i := pos; i < end; i++ {
			out[i] = ' '
		}
		pos = end
	}
	if out == nil {
		return text
	}
	return string(out)
}
