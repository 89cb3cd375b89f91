package quantity

import (
	"strings"
	"unicode/utf8"
)

// date reads the value that begins with the digits i..end and is a date, or an
// hour with AM or PM.
func (s *scanner) date(i, end int) (int, bool) {
	c := s.text[end]
	switch n := end - i; {
	case c >= utf8.RuneSelf, c == ' ' && at(s.text, end+1) >= utf8.RuneSelf:
		return s.hanMoment(i, end)
	case n == 4 && (c == '-' || c == '/'):
		return s.yearFirst(i, end)
	case n <= 2 && (c == '/' || c == '-') && isDigit(at(s.text, end+1)):
		return s.yearLast(i, end)
	case n == 8 && c == 'T':
		return s.basic(i, end)
	case n <= 2 && (c == ' ' || c == '-' || c == '/') && isLetter(at(s.text, end+1)):
		if next, ok := s.dayMonth(i, end); ok {
			return next, true
		}
		return s.hourToken(i, end)
	case n <= 2 && c|0x20 == 'a' || n <= 2 && c|0x20 == 'p':
		return s.hourToken(i, end)
	}
	return 0, false
}

// yearFirst reads 2026-05-06 or 2026/05/06, with or without a time of day. The
// year is i..end.
func (s *scanner) yearFirst(i, end int) (int, bool) {
	text, sep := s.text, s.text[end]
	m := moment{year: atoi(text[i:end]), precision: toDay, flags: hasDate}
	month := digitRun(text, end+1)
	if month == end+1 || month > end+3 || at(text, month) != sep {
		return 0, false
	}
	m.month = atoi(text[end+1 : month])
	last := digitRun(text, month+1)
	if last == month+1 || last > month+3 {
		return 0, false
	}
	m.day = atoi(text[month+1 : last])
	m.end = last
	if !validDate(m.year, m.month, m.day) || !m.afterDate(text) {
		return 0, false
	}
	return s.moment(m, i), true
}

// yearLast reads 07/01/2026, with the month first as in America, and 1.7.2026 and
// 1-7-2026, with the day first. The first number is i..end.
func (s *scanner) yearLast(i, end int) (int, bool) {
	text, sep := s.text, s.text[end]
	mid := digitRun(text, end+1)
	if mid == end+1 || mid > end+3 || at(text, mid) != sep {
		return 0, false
	}
	last := digitRun(text, mid+1)
	if last != mid+5 {
		return 0, false
	}
	m := moment{day: atoi(text[i:end]), month: atoi(text[end+1 : mid]), year: atoi(text[mid+1 : last])}
	if sep == '/' && m.day <= 12 || m.month > 12 {
		m.day, m.month = m.month, m.day
	}
	m.precision, m.flags, m.end = toDay, hasDate, last
	if !validDate(m.year, m.month, m.day) || !m.afterDate(text) {
		return 0, false
	}
	return s.moment(m, i), true
}

// afterDate reads the time of day and the zone behind a date. It returns false
// when the date is part of a name.
func (m *moment) afterDate(text string) bool {
	i := m.end
	switch c := at(text, i); c {
	case 'T', 't', ':':
		i++
	case ' ', ',', '\t':
		i = clockGap(text, i)
	default:
		if joins(c) && wordAt(text, i+1) {
			return false
		}
		return endsWord(text, i)
	}
	if isDigit(at(text, i)) && m.readClock(text, i) {
		m.readZone(text)
		return true
	}
	return endsWord(text, m.end)
}

// clockGap steps over what may stand between a date and its time of day.
func clockGap(text string, i int) int {
	if at(text, i) == ',' {
		i++
	}
	i = blanks(text, i)
	if strings.HasPrefix(text[i:], "at ") {
		i += len("at ")
	}
	return i
}

// basic reads 20260506T213900Z, whose date is i..end.
func (s *scanner) basic(i, end int) (int, bool) {
	text := s.text
	m := moment{
		year: atoi(text[i : i+4]), month: atoi(text[i+4 : i+6]), day: atoi(text[i+6 : end]),
		precision: 0, flags: hasDate | hasClock,
	}
	last := digitRun(text, end+1)
	if last != end+7 || !validDate(m.year, m.month, m.day) {
		return 0, false
	}
	h, mins, secs := atoi(text[end+1:end+3]), atoi(text[end+3:end+5]), atoi(text[end+5:last])
	if h > 24 || mins > 59 || !isSecond(mins, secs) {
		return 0, false
	}
	m.clock = int64(h)*hour + int64(mins)*minute + int64(secs)*second
	m.end = m.subsecond(text, last)
	m.readZone(text)
	return s.moment(m, i), endsWord(text, m.end)
}

// dayMonth reads "6 May 2026 21:39" and 06/May/2026:21:39:00 +0000, whose day is
// i..end.
func (s *scanner) dayMonth(i, end int) (int, bool) {
	text, sep := s.text, s.text[end]
	last := letters(text, end+1, 10)
	month, ok := monthOf(text[end+1 : last])
	if !ok || wordAt(text, last) {
		return 0, false
	}
	m := moment{month: month, day: atoi(text[i:end]), precision: toDay, flags: hasDate, end: last}
	if at(text, last) == sep || at(text, last) == ' ' || at(text, last) == ',' {
		m.readYear(text, clockGap(text, last+len(strings.Trim(text[last:last+1], " ,"))))
	}
	return s.namedDate(m, i)
}

// monthFirst reads "May  6 21:39:00" and "March 7, 2021"; the word is i..end.
func (s *scanner) monthFirst(i, end int) (int, bool) {
	month, ok := monthOf(s.text[i:end])
	if !ok {
		return 0, false
	}
	text := s.text
	if at(text, end) == '.' {
		end++
	}
	if c := at(text, end); c != ' ' && c != '-' && c != '\t' {
		return 0, false
	}
	from := end + 1
	if at(text, from) == ' ' {
		from++
	}
	last := digitRun(text, from)
	if last-from == 4 {
		return s.monthOfYear(i, last, month, atoi(text[from:last]))
	}
	if last == from || last-from > 2 {
		return 0, false
	}
	m := moment{month: month, day: atoi(text[from:last]), precision: toDay, flags: hasDate, end: ordinal(text, last)}
	if c := at(text, m.end); c == ' ' || c == ',' {
		m.readYear(text, clockGap(text, m.end))
	}
	return s.namedDate(m, i)
}

// monthOfYear appends "March 2026", which is i..end.
func (s *scanner) monthOfYear(i, end, month, year int) (int, bool) {
	if !validDate(year, month, 1) || !endsWord(s.text, end) {
		return 0, false
	}
	return s.moment(moment{year: year, month: month, day: 1, precision: toMonth, flags: hasDate, end: end}, i), true
}

// readYear reads a year of four digits at i.
func (m *moment) readYear(text string, i int) {
	if end := digitRun(text, i); end-i == 4 && !wordAt(text, end) {
		m.year, m.end = atoi(text[i:end]), end
	}
}

// namedDate completes a date whose month is a word, which begins at start.
func (s *scanner) namedDate(m moment, start int) (int, bool) {
	year := m.year
	if year == 0 {
		m.year = leapYear
		m.flags |= noYear
	}
	if !validDate(m.year, m.month, m.day) || !m.afterDate(s.text) {
		return 0, false
	}
	if year == 0 && m.flags&hasClock != 0 {
		m.lateYear(s.text)
	}
	return s.moment(m, start), true
}

// lateYear reads the year behind the time of day, where date(1) puts it.
func (m *moment) lateYear(text string) {
	i := blanks(text, m.end)
	if end := digitRun(text, i); i > m.end && end-i == 4 && endsWord(text, end) {
		if year := atoi(text[i:end]); validDate(year, m.month, m.day) {
			m.year, m.end = year, end
			m.flags &^= noYear
		}
	}
}

// ordinal steps over the letters in "6th".
func ordinal(text string, i int) int {
	if i+2 <= len(text) {
		switch text[i : i+2] {
		case "st", "nd", "rd", "th":
			return i + 2
		}
	}
	return i
}

// monthOf returns the month that a word names: the English name or its first
// three letters, with a capital.
func monthOf(w string) (int, bool) {
	if len(w) < 3 || w[0] < 'A' || w[0] > 'S' {
		return 0, false
	}
	for i, name := range months {
		if w == name || w == name[:3] || w == "Sept" && i == 8 {
			return i + 1, true
		}
	}
	return 0, false
}

var months = [12]string{"January", "February", "March", "April", "May", "June", "July",
	"August", "September", "October", "November", "December"}
