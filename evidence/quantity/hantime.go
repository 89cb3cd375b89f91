package quantity

import "strings"

// hanMoment reads 2026年5月6日 10点31分02秒 and its parts. The first number is
// i..end.
func (s *scanner) hanMoment(i, end int) (int, bool) {
	m := moment{end: end}
	after := blanks(s.text, end) // a date may be set with blanks around its numbers
	switch {
	case strings.HasPrefix(s.text[after:], "年"):
		return s.hanDate(m, i, after+len("年"), fourDigits(s.text[i:end]))
	case strings.HasPrefix(s.text[after:], "月"):
		return s.hanDate(m, i, i, 0)
	case strings.HasPrefix(s.text[end:], "点"), strings.HasPrefix(s.text[end:], "时"):
		if !m.hanClock(s.text, i) {
			return 0, false
		}
		m.afternoon(s.text[:i])
		return s.moment(m, i), true
	}
	return 0, false
}

// fourDigits returns the value of four digits, and no year for any other number.
func fourDigits(text string) int {
	if len(text) != 4 {
		return -1
	}
	return atoi(text)
}

// hanDate reads the month and day at from, and a time of day behind them.
func (s *scanner) hanDate(m moment, start, from, year int) (int, bool) {
	month, from, ok := hanField(s.text, from, "月")
	if !ok {
		return 0, false
	}
	d, from, ok := hanField(s.text, from, "日")
	if !ok {
		return 0, false
	}
	m.year, m.month, m.day, m.end = year, month, d, from
	m.precision, m.flags = toDay, hasDate
	if year == 0 {
		m.year = leapYear
		m.flags |= noYear
	}
	if !validDate(m.year, m.month, m.day) {
		return 0, false
	}
	m.hanClockAfter(s.text)
	return s.moment(m, start), true
}

// hanField reads up to two digits and the sign behind them, with or without blanks.
func hanField(text string, i int, sign string) (int, int, bool) {
	first := blanks(text, i)
	end := digitRun(text, first)
	after := blanks(text, end)
	if end == first || end-first > 2 || !strings.HasPrefix(text[after:], sign) {
		return 0, i, false
	}
	return atoi(text[first:end]), after + len(sign), true
}

// hanClockAfter reads the time of day behind a date, in either writing.
func (m *moment) hanClockAfter(text string) {
	i := blanks(text, m.end)
	half := i
	for _, word := range [...]string{"上午", "下午", "晚上", "凌晨", "早上", "中午"} {
		if strings.HasPrefix(text[i:], word) {
			half = i + len(word)
		}
	}
	date := *m
	if !isDigit(at(text, half)) {
		return
	}
	if !m.hanClock(text, half) && !m.readClock(text, half) {
		*m = date
		return
	}
	m.afternoon(text[:half])
	m.readZone(text)
}

// hanClock reads 10点31分02秒 at i, or as much of it as there is.
func (m *moment) hanClock(text string, i int) bool {
	h, end, ok := hanField(text, i, "点")
	if !ok {
		h, end, ok = hanField(text, i, "时")
	}
	if !ok || h > 24 {
		return false
	}
	m.clock, m.precision, m.end = int64(h)*hour, toHour, end
	m.flags |= hasClock
	if mins, end, ok := hanField(text, end, "分"); ok && mins < 60 {
		m.clock, m.precision, m.end = m.clock+int64(mins)*minute, toMinute, end
		if secs, end, ok := hanField(text, end, "秒"); ok && isSecond(mins, secs) {
			m.clock, m.precision, m.end = m.clock+int64(secs)*second, 0, end
		}
	}
	return true
}

// afternoon moves a time by half a day when the text before it says so.
func (m *moment) afternoon(before string) {
	if m.clock < 12*hour && (strings.HasSuffix(before, "下午") || strings.HasSuffix(before, "晚上")) {
		m.clock += 12 * hour
	}
}
