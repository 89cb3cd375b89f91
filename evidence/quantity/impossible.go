package quantity

// impossible reads what begins with the digits i..end, is written like a date or a
// time of day with seconds, and is none. In a claim it is a value all the same:
// one that stands nowhere.
func (s *scanner) impossible(i, end int) (int, bool) {
	if !s.claim {
		return 0, false
	}
	last, ok := dateShape(s.text, i, end)
	if ok {
		if next, ok := clockShape(s.text, clockBehind(s.text, last)); ok {
			last = next
		}
	} else if last, ok = clockShape(s.text, i); !ok {
		return 0, false
	}
	if at(s.text, last) == 'Z' {
		last++
	}
	if c := at(s.text, last); !endsWord(s.text, last) || (joins(c) || c == ':') && wordAt(s.text, last+1) {
		return 0, false
	}
	s.emit(Token{kind: Moment, flags: impossible}, i, last)
	return last, true
}

// dateShape reads 2026-02-31: four digits, which are i..end, and twice two.
func dateShape(text string, i, end int) (int, bool) {
	if c := at(text, end); end-i != 4 || c != '-' && c != '/' {
		return 0, false
	}
	return twoMore(text, i, end, at(text, end))
}

// clockShape reads 25:61:00 with a fraction of a second perhaps: at most three
// digits at i, and twice two.
func clockShape(text string, i int) (int, bool) {
	end := digitRun(text, i)
	if end == i || end > i+3 || at(text, end) != ':' {
		return 0, false
	}
	last, ok := twoMore(text, i, end, ':')
	if ok && at(text, last) == '.' && isDigit(at(text, last+1)) {
		last = digitRun(text, last+1)
	}
	return last, ok
}

// twoMore reads a separator and two digits, twice.
func twoMore(text string, i, end int, separator byte) (int, bool) {
	for range 2 {
		next := digitRun(text, end+1)
		if at(text, end) != separator || next != end+3 {
			return i, false
		}
		end = next
	}
	return end, true
}

// clockBehind returns where a time of day could begin behind a date.
func clockBehind(text string, i int) int {
	switch at(text, i) {
	case 'T', 't':
		return i + 1
	case ' ', ',':
		return clockGap(text, i)
	}
	return i
}
