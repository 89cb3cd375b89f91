package quantity

import "strings"

// version reads the version behind the v at i; its digits begin at from.
func (s *scanner) version(i, from int) (int, bool) {
	end := digitRun(s.text, from)
	parts := 1
	for at(s.text, end) == '.' && isDigit(at(s.text, end+1)) {
		end = digitRun(s.text, end+1)
		parts++
	}
	return s.versionToken(i, from, end, parts)
}

// maxVersion bounds a version with its suffix.
const maxVersion = 64

// versionToken appends the version whose numbers are from..end, and whose literal
// begins at i. A suffix without a digit makes a name of it, unless it follows
// three numbers: 1.29.3-alpine.
func (s *scanner) versionToken(i, from, end, parts int) (int, bool) {
	text := s.text
	last := end
	for last < len(text) && last-i <= maxVersion && versionByte(text, last) {
		last++
	}
	suffix := text[end:last]
	switch {
	case last-i > maxVersion || wordAt(text, last):
		return 0, false
	case suffix == "":
	case suffix[0] != '-' && suffix[0] != '+' && suffix[0] != '~' && !(parts >= 3 && isLetter(suffix[0])):
		return 0, false
	case parts == 1, parts == 2 && (plainNumber(suffix[1:]) || !strings.ContainsAny(suffix, "0123456789")):
		return 0, false // a name, or a range such as 1.5-2
	}
	s.emit(Token{kind: Version, coef: versionKey(text[from:end])}, i, last)
	return last, true
}

// plainNumber reports whether a text is a decimal number and no more.
func plainNumber(text string) bool {
	n, ok := readNumber(text, 0)
	return ok && n.end == len(text)
}

// versionByte reports whether the byte at i belongs to a version's suffix.
func versionByte(text string, i int) bool {
	c := text[i]
	return isWord(c) || (joins(c) && c != '/' || c == '+' || c == '~') && wordAt(text, i+1)
}

// versionKey returns a number that versions with the same first two parts share.
func versionKey(numbers string) int64 {
	major, rest, _ := strings.Cut(numbers, ".")
	minor, _, _ := strings.Cut(rest, ".")
	return clamp(major)*versionBase + clamp(minor)
}

const versionBase = 1 << 20

func clamp(digits string) int64 {
	v := int64(0)
	for i := range len(digits) {
		v = min(v*10+int64(digits[i]-'0'), versionBase-1)
	}
	return v
}

// versionParts returns the numbers of a version or decimal as text, and the rest.
func versionParts(literal string) (numbers, suffix string) {
	literal = strings.TrimLeft(literal, "vV")
	i := 0
	for i < len(literal) && (isDigit(literal[i]) || literal[i] == '.') {
		i++
	}
	return strings.TrimRight(literal[:i], "."), literal[i:]
}

// sameVersion reports whether a standing version is the stated one, or a closer
// statement of it: 1.29 stands in 1.29.3, and 1.27.3 in 1.27.3+k3s1.
func sameVersion(stated, standing string) bool {
	a, as := versionParts(stated)
	b, bs := versionParts(standing)
	if a == b {
		return as == bs || as == ""
	}
	return as == "" && strings.HasPrefix(b, a) && b[len(a)] == '.'
}

// mayBeVersion reports whether a token is a version, or a decimal such as 1.29 that
// another text has as one.
func (t Token) mayBeVersion() bool {
	if t.kind == Version {
		return true
	}
	numbers, suffix := versionParts(t.Literal)
	return t.kind == Number && suffix == "" && len(numbers) == len(t.Literal)
}

// statesVersion reports whether a stated token may mean a version: a bare integer
// is too small a thing to be found in all of them.
func (t Token) statesVersion() bool {
	return t.kind == Version || t.flags&fraction != 0 && t.mayBeVersion()
}
