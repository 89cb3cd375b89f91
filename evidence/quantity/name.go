package quantity

import (
	"strings"
	"unicode/utf8"
)

// name steps over the rest of a name from i on. In a recorded text the versions
// and addresses in it are values all the same: nginx/1.25.3, go1.22.3.
func (s *scanner) name(i int) int {
	for {
		end, dotted := restOfName(s.text, i)
		if !dotted {
			return end
		}
		i = end + 1
		if !s.claim {
			i = s.versionInName(end)
		}
	}
}

// restOfName returns the end of the name that i is in: letters and digits, and
// what joins them. It stops early, and says so, at a point between digits.
func restOfName(text string, i int) (end int, dotted bool) {
	for i < len(text) {
		switch c := text[i]; {
		case isWord(c):
			i++
		case joins(c) && wordAt(text, i+1):
			if c == '.' && isDigit(text[i+1]) && isDigit(at(text, i-1)) {
				return i, true
			}
			i++
		case c >= utf8.RuneSelf && wordAt(text, i):
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
		default:
			return i, false
		}
	}
	return i, false
}

// versionInName appends the version or address whose first point is at dot, and
// returns the end of its numbers.
func (s *scanner) versionInName(dot int) int {
	const longest = 12
	start, end, parts := dot, dot, 1
	for start > 0 && isDigit(s.text[start-1]) {
		start--
		if dot-start > longest {
			return dot + 1
		}
	}
	for at(s.text, end) == '.' && isDigit(at(s.text, end+1)) {
		end = digitRun(s.text, end+1)
		parts++
	}
	if start < s.last || end-start > maxVersion || !named(s.text[:start]) {
		return end
	}
	if parts == 4 {
		if next, ok := s.ipv4(start, end); ok {
			return next
		}
	}
	s.emit(Token{kind: Version, coef: versionKey(s.text[start:end])}, start, end)
	return end
}

// named reports whether a version may follow a text: not the one of the protocol
// that every access log names, nor the bound of a bucket.
func named(before string) bool {
	return !strings.HasSuffix(before, "_") && !strings.HasSuffix(before, "HTTP/")
}
