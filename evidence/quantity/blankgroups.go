package quantity

import "strings"

// hardBlanks part the thousands of a number, and never two numbers.
var hardBlanks = [...]string{"\u00a0", "\u202f", "\u2009"}

// blankGroups reads the number at i whose thousands blanks part, as people write
// them: 1 200 ms. A plain blank does so only before a unit, for in "answered 502 503"
// it parts two numbers.
func (s *scanner) blankGroups(i int) (n number, unit Unit, ok bool) {
	if !s.claim {
		return n, None, false
	}
	text := s.text
	n.end = i
	n.integer(text)
	if n.digits > 3 || text[i] == '0' {
		return n, None, false
	}
	width, plain := blankGroup(text, n.end)
	if width == 0 || plain && isDigit(at(text, i-2)) && at(text, i-1) == ' ' {
		return n, None, false
	}
	for width > 0 {
		n.end += width - 3
		for range 3 {
			n.push(text[n.end])
			n.end++
		}
		var soft bool
		width, soft = blankGroup(text, n.end)
		plain = plain || soft
	}
	n.fraction(text)
	unit, ok = n.suffix(text)
	return n, unit, ok && n.digits <= maxDigits && (unit != None || !plain)
}

// blankGroup returns the bytes of a blank with exactly three digits behind it, and
// whether the blank is a plain one; 0 where there is none.
func blankGroup(text string, i int) (width int, plain bool) {
	blank := 0
	if at(text, i) == ' ' {
		blank, plain = 1, true
	}
	for _, b := range hardBlanks {
		if strings.HasPrefix(text[i:], b) {
			blank = len(b)
		}
	}
	if blank == 0 || digitRun(text, i+blank) != i+blank+3 {
		return 0, false
	}
	return blank + 3, plain
}
