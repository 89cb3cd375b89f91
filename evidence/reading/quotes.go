package reading

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// quotation is a quoted span of a text: [start, end) with its marks, and what is
// between them.
type quotation struct {
	start, end int
	inner      string
	innerStart int
}

// closers gives the closing mark of each opening one.
func closer(open rune) (rune, bool) {
	switch open {
	case '"', '\'', '`':
		return open, true
	case '“', '„':
		return '”', true
	case '‘':
		return '’', true
	case '「':
		return '」', true
	case '『':
		return '』', true
	case '«':
		return '»', true
	}
	return 0, false
}

// quotations returns the quoted spans of a text in order, outer ones only. A mark
// that is not closed, an apostrophe and a prime quote nothing.
func quotations(text string) []quotation {
	var out []quotation
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		closing, ok := closer(r)
		if !ok || !opens(text, i, r) {
			i += n
			continue
		}
		end := closeOf(text, i+n, closing)
		if end < 0 {
			i += n
			continue
		}
		size := utf8.RuneLen(closing)
		out = append(out, quotation{i, end + size, text[i+n : end], i + n})
		i = end + size
	}
	return out
}

// opens reports whether a mark at i can open: one that follows a letter or digit
// is an apostrophe or a prime, unless marks of that kind only quote.
func opens(text string, i int, mark rune) bool {
	if mark != '\'' && mark != '"' && mark != '‘' {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	return i == 0 || isHan(before) || !unicode.IsLetter(before) && !unicode.IsDigit(before)
}

// maxQuotation bounds how far a closing mark is looked for; with it the scan of a
// text full of opening marks stays linear.
const maxQuotation = 2048

func closeOf(text string, from int, closing rune) int {
	limit := min(len(text), from+maxQuotation)
	for i := from; i < limit; {
		j := strings.IndexRune(text[i:limit], closing)
		if j < 0 {
			return -1
		}
		at := i + j
		if at > from && closes(text, at, closing) {
			return at
		}
		i = at + utf8.RuneLen(closing)
	}
	return -1
}

// closes reports whether a mark can close: a single quote before a letter is an
// apostrophe.
func closes(text string, at int, mark rune) bool {
	if mark != '\'' && mark != '’' {
		return true
	}
	after, _ := utf8.DecodeRuneInString(text[at+utf8.RuneLen(mark):])
	return isHan(after) || !unicode.IsLetter(after) && !unicode.IsDigit(after)
}
