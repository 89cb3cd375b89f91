package tool

import "strings"

// walk reads a text that is known to be one JSON value, from its begin to its end.
// It looks at commas and colons no more than at white space.
type walk struct {
	text    string
	at      int
	spaced  bool // white space stood between tokens
	escaped bool // a string had an escape that RFC 8785 would write otherwise
}

// peek returns the first byte of the next token, or 0 at the end.
func (w *walk) peek() byte {
	for ; w.at < len(w.text); w.at++ {
		switch c := w.text[w.at]; c {
		case ',', ':': // they stand where they must
		case ' ', '\t', '\r', '\n':
			w.spaced = true
		default:
			return c
		}
	}
	return 0
}

// token is a place in the text.
type token struct{ start, end int }

// quoted reads a string, which comes next, and says whether it has an escape.
func (w *walk) quoted() (token, bool) {
	text, start, escape := w.text, w.at, false
	for i := start + 1; ; i++ {
		end := i + strings.IndexByte(text[i:], '"')
		backslash := strings.IndexByte(text[i:end], '\\')
		if backslash < 0 {
			w.at = end + 1
			return token{start, w.at}, escape
		}
		escape = true
		i += backslash + 1
		w.escaped = w.escaped || strings.IndexByte(`"\bfnrt`, text[i]) < 0
	}
}

// literal reads a number, boolean or null, which comes next.
func (w *walk) literal() token {
	start := w.at
	for w.at < len(w.text) {
		if c := w.text[w.at]; c <= ' ' || c == ',' || c == '}' || c == ']' {
			break
		}
		w.at++
	}
	return token{start, w.at}
}

// canonicalNumber says whether a number is surely written as RFC 8785 wants it: of
// at most 15 digits, with no exponent and no zero that could be left out.
func canonicalNumber(literal string) bool {
	const exact = 15
	number := strings.TrimPrefix(literal, "-")
	whole, fraction, broken := strings.Cut(number, ".")
	if len(number) > exact || strings.ContainsAny(number, "eE") {
		return false
	}
	if !broken {
		return literal != "-0"
	}
	return !strings.HasSuffix(fraction, "0") && (whole != "0" || !strings.HasPrefix(fraction, "000000"))
}

// sortedBefore says whether one name is surely before another in RFC 8785, which
// compares UTF-16: names with escapes or beyond ASCII are not compared.
func sortedBefore(name, next string) bool {
	return name < next && isPlainASCII(name) && isPlainASCII(next)
}

func isPlainASCII(text string) bool {
	for _, b := range []byte(text) {
		if b >= 0x80 || b == '\\' {
			return false
		}
	}
	return true
}
