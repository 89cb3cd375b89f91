package quantity

import "strings"

// maxParse bounds what Parse looks at: no value is longer.
const maxParse = 128

// Parse returns the value that a string is wholly, blanks around it aside: a
// number, a quantity, a time, a version or an address.
func Parse(s string) (Token, bool) {
	trimmed := strings.TrimSpace(s)
	if trimmed == "" || len(trimmed) > maxParse {
		return Token{}, false
	}
	var room [2]Token
	tokens := Append(room[:0], trimmed)
	if len(tokens) != 1 {
		return Token{}, false
	}
	t := tokens[0]
	if t.Literal != trimmed && "+"+t.Literal != trimmed {
		return Token{}, false
	}
	t.start = uint32(strings.Index(s, t.Literal))
	return t, true
}

// ParseUnit returns the unit that a string names: an abbreviation or a word, with
// or without a time that it is counted by ("MiB", "seconds", "req/s", "%").
func ParseUnit(s string) (Unit, bool) {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > maxParse {
		return None, false
	}
	for _, one := range [...]string{"1", "1 "} {
		if t, ok := Parse(one + s); ok && t.kind == Quantity {
			return t.unit, true
		}
	}
	switch strings.ToLower(s) {
	case "ratio", "fraction":
		return Ratio, true
	}
	return None, false
}
