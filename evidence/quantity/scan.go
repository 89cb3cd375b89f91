package quantity

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Scan returns the values in a recorded text, in order; their spans never
// overlap. It takes one pass, and time linear in the text.
func Scan(text string) []Token { return Append(nil, text) }

// Append appends the values in a recorded text to dst, as [Scan] finds them.
func Append(dst []Token, text string) []Token {
	s := scanner{text: text, tokens: dst, last: -1}
	s.run(0, len(text))
	return s.tokens
}

// ScanSpan returns the values that begin in a span of a recorded text, for who needs but
// a line of it. When start begins a line, they are those that [Scan] finds there.
func ScanSpan(text string, start, end int) []Token {
	s := scanner{text: text, last: -1}
	s.run(start, end)
	return s.tokens
}

// ScanClaim returns the values that a claim's text states, as [Scan] does, with
// hedges ("about", "~", 约) noted and without the numbers of list items.
func ScanClaim(text string) []Token {
	s := scanner{text: text, last: -1, claim: true}
	s.run(0, len(text))
	return s.tokens
}

// scanner walks a text once. Its steps take the offset of a byte and return the
// offset to go on from, which is always larger.
type scanner struct {
	text   string
	tokens []Token
	last   int // where the last token ends, -1 before the first
	claim  bool
}

// run reads the values that begin in a span of the text.
func (s *scanner) run(start, end int) {
	text := s.text
	for i := start; i < end; {
		switch classes[text[i]] {
		case other:
			i++
		case alpha:
			i = s.word(i)
		case digit:
			i = s.digits(i)
		case high:
			i = s.rune(i)
		}
	}
}

// word reads the word or name that begins at i. Some values begin with letters.
func (s *scanner) word(i int) int {
	text := s.text
	end := i + 1
	for end < len(text) && isLetter(text[end]) {
		end++
	}
	switch c := at(text, end); {
	case c == ' ' || c == '.' || c == '-' || c == '\t':
		if next, ok := s.monthFirst(i, end); ok {
			return next
		}
	case isDigit(c):
		if next, ok := s.lettersThenDigits(i, end); ok {
			return next
		}
	case c == ':':
		if next, ok := s.ipv6(i); ok {
			return next
		}
	}
	return s.name(end)
}

// lettersThenDigits reads the values that begin with letters: v1.2, x14, PT5M,
// an IPv6 address. The letters are i..end.
func (s *scanner) lettersThenDigits(i, end int) (int, bool) {
	switch s.text[i:end] {
	case "v", "V":
		return s.version(i, end)
	case "x", "X":
		return s.times(end)
	case "P", "PT":
		return s.isoDuration(i)
	case "I", "W", "E", "F":
		return s.klog(i)
	case "USD", "EUR", "GBP", "CNY", "RMB", "JPY":
		return s.digits(end), true
	}
	if end-i <= 4 && isHex(s.text[i]) {
		return s.ipv6(i)
	}
	return 0, false
}

// times reads the number in "x14".
func (s *scanner) times(i int) (int, bool) {
	end := digitRun(s.text, i)
	if wordAt(s.text, end) || joins(at(s.text, end)) && wordAt(s.text, end+1) {
		return 0, false
	}
	return s.digits(i), true
}

// rune steps over a rune beyond ASCII, with its word where it begins one.
func (s *scanner) rune(i int) int {
	r, size := utf8.DecodeRuneInString(s.text[i:])
	if wordRune(r) {
		return s.name(i + size)
	}
	return i + size
}

// digits reads the value whose first digit is at i.
func (s *scanner) digits(i int) int {
	sign, ok := s.before(i)
	if strings.HasSuffix(s.text[:i], "::") && !wordBefore(s.text, i-2) {
		if next, ok := s.ipv6(i - 2); ok {
			return next
		}
	}
	if !ok {
		return s.name(i)
	}
	if next, ok := s.structured(i); ok {
		return next
	}
	if n, unit, ok := s.blankGroups(i); ok {
		s.number(i, n, unit, sign)
		return n.end
	}
	n, ok := readNumber(s.text, i)
	if !ok {
		return s.name(i)
	}
	unit, ok := n.suffix(s.text)
	if !ok || nameGoesOn(s.text, n.end) {
		return s.name(i)
	}
	s.number(i, n, unit, sign)
	return n.end
}

// structured reads the values with more than one number in them: times,
// addresses, versions.
func (s *scanner) structured(i int) (int, bool) {
	end := digitRun(s.text, i)
	if end == len(s.text) {
		return 0, false
	}
	switch c := s.text[end]; {
	case c == '.':
		return s.dotted(i, end)
	case c == ':':
		if next, ok := s.clockToken(i); ok {
			return next, true
		}
		if next, ok := s.impossible(i, end); ok {
			return next, true
		}
		return s.colons(i)
	case isHex(c) && end-i <= 4:
		return s.colons(i)
	case c == '-' || c == '/' || c == ' ' || c == 'T' || c == 'A' || c == 'P' || c == 'a' || c == 'p' || c >= utf8.RuneSelf:
		if next, ok := s.date(i, end); ok {
			return next, true
		}
		return s.impossible(i, end)
	}
	return 0, false
}

// nameGoesOn reports whether the number that ends at end is the first part of a
// name with digits, such as 7-8-9. Two numbers are a range.
func nameGoesOn(text string, end int) bool {
	if at(text, end) != '-' || !isDigit(at(text, end+1)) {
		return false
	}
	to, ok := readNumber(text, end+1)
	if !ok {
		return true
	}
	if _, ok := to.suffix(text); !ok {
		return true
	}
	return at(text, to.end) == '-' && wordAt(text, to.end+1)
}

// number appends the token of a number whose first digit is at i and whose sign
// or currency begins at sign.
func (s *scanner) number(i int, n number, unit Unit, sign int) {
	t := Token{kind: Number, coef: n.coef, exp: int16(n.exp), unit: unit, flags: n.flags}
	if sign < i {
		s.prefix(&t, sign)
	}
	if t.unit == None {
		s.currency(&t, i)
	}
	if t.unit == None {
		t.unit = s.ratePrefix(sign)
	}
	if t.unit != None {
		t.kind = Quantity
	}
	if s.claim && (s.listMarker(i, n.end) || s.allDay(i)) {
		return
	}
	s.emit(t, sign, n.end)
	s.shareUnit()
}

// emit appends the token with the literal start..end.
func (s *scanner) emit(t Token, start, end int) {
	t.Literal = s.text[start:end]
	t.start = uint32(start)
	if s.claim && s.hedgedAt(start, end) {
		t.flags |= hedged
	}
	if len(s.tokens) == cap(s.tokens) {
		s.grow(end)
	}
	s.tokens = append(s.tokens, t)
	s.last = end
}

// grow makes room for as many tokens as the rest of the text will have when it is
// like what was read so far, up to three times those there are: append alone would
// copy them all several times over.
func (s *scanner) grow(read int) {
	const enoughToTell = 256
	n := len(s.tokens)
	if n < enoughToTell {
		return
	}
	expected := int(float64(n) * float64(len(s.text)-read) / float64(read))
	s.tokens = slices.Grow(s.tokens, min(expected+expected/16+1, 3*n))
}
