package quantity

// isoDuration reads PT1H30M or P1DT2H at i, where the P is.
func (s *scanner) isoDuration(i int) (int, bool) {
	text := s.text
	var n number
	unit, clock := uNone, false
	for end := i + 1; ; {
		if at(text, end) == 'T' && !clock {
			clock = true
			end++
		}
		if !isDigit(at(text, end)) {
			return s.isoEnd(n, unit, i, end)
		}
		part, ok := readNumber(text, end)
		b, known := isoUnit(at(text, part.end), clock)
		if !ok || !known {
			return 0, false
		}
		if unit == uNone {
			n = part
		} else if !smaller(b, unit) || !n.add(unit, part, b) {
			return 0, false
		}
		unit, end = b, part.end+1
	}
}

// isoEnd appends the duration, which is i..end.
func (s *scanner) isoEnd(n number, unit base, i, end int) (int, bool) {
	if unit == uNone || wordAt(s.text, end) {
		return 0, false
	}
	s.emit(Token{kind: Quantity, coef: n.coef, exp: int16(n.exp), unit: Unit(unit), flags: n.flags &^ big64}, i, end)
	return end, n.flags&big64 == 0
}

// isoUnit returns what a designator counts, before or behind the T.
func isoUnit(c byte, clock bool) (base, bool) {
	switch {
	case c == 'H' && clock:
		return uHour, true
	case c == 'M' && clock:
		return uMinute, true
	case c == 'S' && clock:
		return uSecond, true
	case c == 'D' && !clock:
		return uDay, true
	case c == 'W' && !clock:
		return uWeek, true
	case c == 'Y' && !clock:
		return uYear, true
	}
	return uNone, false
}
