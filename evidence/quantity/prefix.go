package quantity

import (
	"strings"
	"unicode/utf8"
)

// before looks at what stands before a digit at i. It returns the start of a
// number with a sign or a currency, i without, and false when i is inside a name.
func (s *scanner) before(i int) (int, bool) {
	if i == 0 || s.last == i {
		return i, true
	}
	text := s.text
	c := text[i-1]
	if s.last == i-1 && (joins(c) || c == '~') {
		return i, true // a range or a fraction: 10-20, 2/3
	}
	switch c {
	case '.':
		if at(text, i-2) == '.' {
			return i, true // ...5
		}
		return i - 1, !wordBefore(text, i-1)
	case '-':
		return s.minus(i)
	case '/':
		return i, at(text, i-2) == '/' || beginsAddress(text, i) // http://10.0.0.1, host: /10.0.0.1
	case '+':
		return i, !afterZone(text, i-1)
	case '%', '\\':
		return i, false
	case '$':
		return i - 1, true
	}
	if c >= utf8.RuneSelf {
		return beforeRune(text, i)
	}
	return i, !isWord(c) || c == 'x' || c == 'X' || isLetter(c) && s.currencyCode(i)
}

// beginsAddress reports whether the slash before a digit at i has no name before it,
// and an IPv4 address behind it: InetAddress prints an address like that when it
// knows no name for it.
func beginsAddress(text string, i int) bool {
	if wordBefore(text, i-1) {
		return false
	}
	end, parts := digitRun(text, i), 1
	for ; at(text, end) == '.' && isDigit(at(text, end+1)); parts++ {
		end = digitRun(text, end+1)
	}
	return parts == 4 && at(text, end) != '/'
}

// afterZone reports whether the sign at i is the one of UTC+8.
func afterZone(text string, i int) bool {
	return i >= 3 && (text[i-3:i] == "UTC" || text[i-3:i] == "GMT")
}

// minus decides whether the hyphen before a digit at i is a sign.
func (s *scanner) minus(i int) (int, bool) {
	if wordBefore(s.text, i-1) {
		return i, false
	}
	if i >= 2 && s.text[i-2] == '-' {
		return i, true
	}
	return i - 1, true
}

func beforeRune(text string, i int) (int, bool) {
	r, size := utf8.DecodeLastRuneInString(text[:i])
	switch r {
	case '−', '€', '£', '¥', '￥':
		return i - size, true
	}
	return i, !wordRune(r)
}

// currencyCode reports whether the letters that end at i are a currency's.
func (s *scanner) currencyCode(i int) bool {
	if i < 3 || wordBefore(s.text, i-3) {
		return false
	}
	_, ok := currencyOfWord(strings.ToLower(s.text[i-3 : i]))
	return ok
}

// prefix applies what stands directly before a number: a point, a sign, a
// currency.
func (s *scanner) prefix(t *Token, sign int) {
	switch r, _ := utf8.DecodeRuneInString(s.text[sign:]); r {
	case '.':
		t.exp -= int16(digitRun(s.text, sign+1) - sign - 1)
		t.flags |= fraction
	case '-', '−':
		t.coef = -t.coef
		t.flags |= negative
	case '$':
		s.money(t, uUSD)
	case '€':
		s.money(t, uEUR)
	case '£':
		s.money(t, uGBP)
	case '¥', '￥':
		s.money(t, uYenSign)
	}
}

// money gives t the currency of the sign before it. A size letter behind it is a
// multiplier: $1.2M.
func (s *scanner) money(t *Token, currency base) {
	switch t.unit {
	case None:
	case Unit(uLetterK):
		t.exp += 3
	case Unit(uLetterM), Unit(uLetterm):
		t.exp += 6
	case Unit(uUSD):
	default:
		return
	}
	t.unit = Unit(currency)
}

// currency gives t the currency of a code before it: USD 12, RMB12.
func (s *scanner) currency(t *Token, i int) {
	end := i
	if end > 0 && s.text[end-1] == ' ' {
		end--
	}
	if end < 3 || s.text[end-1] < 'A' || s.text[end-1] > 'Z' || wordBefore(s.text, end-3) {
		return
	}
	code := s.text[end-3 : end]
	if b, ok := currencyOfWord(strings.ToLower(code)); ok && code == strings.ToUpper(code) {
		t.unit = Unit(b)
	}
}

// hanPrefixes are the words that Chinese puts before a number where English has
// a unit behind it.
var hanPrefixes = [...]struct {
	word string
	unit Unit
}{
	{"每秒", PerSecond}, {"每分钟", PerMinute}, {"每小时", Unit(uHour) << 8}, {"每天", Unit(uDay) << 8},
	{"百分之", Percent},
}

// ratePrefix returns the unit that stands before a number at i, as in 每秒12次.
func (s *scanner) ratePrefix(i int) Unit {
	if i > 0 && s.text[i-1] == ' ' {
		i--
	}
	if i == 0 || s.text[i-1] < 0x80 {
		return None
	}
	for _, p := range hanPrefixes {
		if strings.HasSuffix(s.text[:i], p.word) {
			return p.unit
		}
	}
	return None
}
