package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// closers maps an opening quotation mark to its closing one.
var closers = map[rune]rune{'"': '"', '`': '`', '\'': '\'', '“': '”', '‘': '’', '「': '」', '『': '』', '«': '»'}

// WithoutQuotes returns text with what stands in quotation marks or code marks
// replaced by spaces, byte for byte, so that offsets stay. What somebody else said
// is not what the text says. A mark that is not closed quotes nothing, nor does an
// apostrophe.
func WithoutQuotes(text string) string {
	var out []byte
	unclosed := make(map[rune]bool) // a search that failed once fails from then on
	for pos := 0; pos < len(text); {
		if c := text[pos]; c < utf8.RuneSelf && c != '"' && c != '`' && c != '\'' {
			pos++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[pos:])
		closing, opens := closers[r]
		length := -1
		if opens && !unclosed[closing] && canOpen(text, pos, closing) {
			length = closingIn(text[pos+size:], closing)
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

// canOpen tells a single quote from an apostrophe, which follows a letter.
func canOpen(text string, pos int, closing rune) bool {
	if !isApostrophe(closing) {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(text[:pos])
	return !isWordRune(before)
}

// closingIn returns where a mark closes, or -1. A single quote does so unless a
// letter follows.
func closingIn(text string, closing rune) int {
	if !isApostrophe(closing) {
		return strings.IndexRune(text, closing)
	}
	for pos := 0; ; {
		i := strings.IndexRune(text[pos:], closing)
		if i < 0 {
			return -1
		}
		pos += i + utf8.RuneLen(closing)
		if after, _ := utf8.DecodeRuneInString(text[pos:]); !isWordRune(after) {
			return pos - utf8.RuneLen(closing)
		}
	}
}

func isApostrophe(mark rune) bool { return mark == '\'' || mark == '’' }

// isWordRune tells letters and digits of languages that set spaces.
func isWordRune(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Han, r)
}
