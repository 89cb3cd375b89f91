package quantity

import "strings"

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
