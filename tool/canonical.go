package tool

import "strings"

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
