package quantity

import "strings"

// clockToken reads a time of day that begins at i.
func (s *scanner) clockToken(i int) (int, bool) {
	m := moment{end: i}
	if !m.readClock(s.text, i) {
		return 0, false
	}
	m.readZone(s.text)
	return s.moment(m, i), true
}

// readClock reads 10:31, 10:31:02.5 or 3:04 PM at i.
func (m *moment) readClock(text string, i int) bool {
	end := digitRun(text, i)
	if end == i || end-i > 2 || at(text, end) != ':' {
		return false
	}
	h := atoi(text[i:end])
	mins, end, ok := twoDigits(text, end+1, 59)
	if !ok {
		return false
	}
	m.clock, m.precision = int64(h)*hour+int64(mins)*minute, toMinute
	if at(text, end) == ':' && wordAt(text, end+1) {
		secs, e, ok := twoDigits(text, end+1, 60)
		if !ok || !isSecond(mins, secs) || at(text, e) == ':' && wordAt(text, e+1) {
			return false
		}
		end = e
		m.clock, m.precision = m.clock+int64(secs)*second, 0
		end = m.subsecond(text, end)
	}
	if m.clock > day {
		return false
	}
	m.flags |= hasClock
	m.end = end
	m.readHalf(text)
	return m.endsClock(text)
}

// isSecond reports whether a minute has a second: the 60th, a leap second, is at the end
// of an hour only. Elsewhere it is a misprint, and not the next minute.
func isSecond(mins, secs int) bool { return secs < 60 || secs == 60 && mins == 59 }

// subsecond reads the fraction of a second at i, behind a point or a comma.
func (m *moment) subsecond(text string, i int) int {
	if c := at(text, i); c != '.' && c != ',' || !isDigit(at(text, i+1)) {
		return i
	}
	end := digitRun(text, i+1)
	if text[i] == ',' && end-i-1 != 3 { // Python's logs; else the next of a list
		return i
	}
	unit := second
	for k := i + 1; k < end && unit > 1; k++ {
		unit /= 10
		m.clock += int64(text[k]-'0') * unit
		m.precision--
	}
	return end
}

// endsClock reports whether a time of day may end here, or goes on with a zone.
func (m *moment) endsClock(text string) bool {
	end := letters(text, m.end, 5)
	if end == m.end {
		return endsWord(text, end)
	}
	_, ok := zoneMinutes(text[m.end:end])
	return ok && !wordAt(text, end)
}

// readHalf reads AM or PM, which moves a time by half a day.
func (m *moment) readHalf(text string) bool {
	i := blanks(text, m.end)
	if i+2 > len(text) || !endsWord(text, i+2) {
		return false
	}
	h := m.clock / hour
	switch text[i : i+2] {
	case "AM", "am":
		if h == 12 {
			m.clock -= 12 * hour
		}
	case "PM", "pm":
		if h < 12 {
			m.clock += 12 * hour
		}
	default:
		return false
	}
	if h > 12 {
		return false
	}
	m.end = i + 2
	return true
}

// hourToken reads "3 PM", whose hour is i..end.
func (s *scanner) hourToken(i, end int) (int, bool) {
	m := moment{clock: int64(atoi(s.text[i:end])) * hour, precision: toHour, flags: hasClock, end: end}
	if m.clock > 12*hour || !m.readHalf(s.text) {
		return 0, false
	}
	m.readZone(s.text)
	return s.moment(m, i), true
}

// atoi returns the value of a few digits.
func atoi(text string) int {
	v := 0
	for i := range len(text) {
		v = v*10 + int(text[i]-'0')
	}
	return v
}

// twoDigits reads exactly two digits at i that are at most max.
func twoDigits(text string, i, max int) (int, int, bool) {
	if !isDigit(at(text, i)) || !isDigit(at(text, i+1)) || isDigit(at(text, i+2)) {
		return 0, i, false
	}
	v := atoi(text[i : i+2])
	return v, i + 2, v <= max
}

// readZone reads the zone behind a time of day, where there is one.
func (m *moment) readZone(text string) {
	if m.readOffset(text, m.end, false) {
		return
	}
	i := zoneGap(text, m.end)
	if i > m.end && i < len(text) && (text[i] == '+' || text[i] == '-') {
		m.readOffset(text, i, true)
		return
	}
	m.readZoneName(text, i)
}

// zoneGap steps over what may stand between a time and its zone: blanks, a comma,
// a bracket.
func zoneGap(text string, i int) int {
	if at(text, i) == ',' {
		i++
	}
	i = blanks(text, i)
	if at(text, i) == '(' || at(text, i) == '[' {
		i++
	} else if strings.HasPrefix(text[i:], "（") {
		i += len("（")
	}
	return i
}

// beijing is what Chinese calls UTC+8, before a time or behind it.
const (
	beijing        = "北京时间"
	beijingMinutes = 8 * 60
)

// beijingNames are its names behind a time.
var beijingNames = []string{beijing, "Beijing time", "Beijing Time", "China Standard Time"}

// zoneBefore gives a time of day without a zone that of the words before it.
func (m *moment) zoneBefore(before string) {
	if m.flags&(hasClock|hasZone) == hasClock && strings.HasSuffix(strings.TrimSuffix(before, " "), beijing) {
		m.setZone(beijingMinutes, m.end)
	}
}

func (m *moment) setZone(minutes, end int) {
	m.zone, m.end = int16(minutes), end
	m.flags |= hasZone
}

// readOffset reads +08:00, +0800 or +08 at i. A hyphen behind a time without a
// date or without seconds is the one of a range.
func (m *moment) readOffset(text string, i int, apart bool) bool {
	sign := 1
	switch at(text, i) {
	case '+':
	case '-':
		if m.flags&hasDate == 0 || m.precision > 0 {
			return false
		}
		sign = -1
	default:
		return false
	}
	minutes, end, ok := offset(text, i+1)
	if !ok || apart && end-i < 5 || wordAt(text, end) || at(text, end) == ':' && isDigit(at(text, end+1)) {
		return false
	}
	m.setZone(sign*minutes, end)
	return true
}

// offset reads the digits of an offset from UTC at i: 8, 08, 0800 or 08:00.
func offset(text string, i int) (minutes, end int, ok bool) {
	end = digitRun(text, i)
	switch end - i {
	case 1, 2:
		minutes = atoi(text[i:end]) * 60
		if at(text, end) == ':' {
			mins, e, ok := twoDigits(text, end+1, 59)
			if !ok {
				return 0, i, false
			}
			minutes, end = minutes+mins, e
		}
	case 4:
		minutes = atoi(text[i:i+2])*60 + atoi(text[i+2:end])
	default:
		return 0, i, false
	}
	return minutes, end, minutes <= 14*60
}

// readZoneName reads UTC, UTC+8, or the name of a zone that has one meaning, at i.
func (m *moment) readZoneName(text string, i int) {
	for _, name := range beijingNames {
		if strings.HasPrefix(text[i:], name) {
			m.setZone(beijingMinutes, i+len(name))
			return
		}
	}
	end := letters(text, i, 5)
	minutes, ok := zoneMinutes(text[i:end])
	if !ok || wordAt(text, end) {
		return
	}
	if c := at(text, end); minutes == 0 && (c == '+' || c == '-') {
		if delta, e, ok := offset(text, end+1); ok && endsWord(text, e) {
			if c == '-' {
				delta = -delta
			}
			minutes, end = delta, e
		}
	}
	m.setZone(minutes, end)
}

// zoneMinutes returns the offset of a named zone. CST, IST and BST name several,
// and are left out.
func zoneMinutes(name string) (int, bool) {
	switch strings.ToUpper(name) {
	case "UTC", "GMT", "WET", "Z":
		return 0, true
	case "CET":
		return 60, true
	case "CEST", "EET":
		return 120, true
	case "EEST", "MSK":
		return 180, true
	case "SGT", "HKT", "AWST":
		return 480, true
	case "JST", "KST":
		return 540, true
	case "AEST":
		return 600, true
	case "EDT":
		return -240, true
	case "EST", "CDT":
		return -300, true
	case "MDT":
		return -360, true
	case "MST", "PDT":
		return -420, true
	case "PST":
		return -480, true
	}
	return 0, false
}

// shareZone gives one of two times in a range the zone of the other: "14:30 to 15:00
// UTC+8".
func (s *scanner) shareZone() {
	n := len(s.tokens)
	if n < 2 {
		return
	}
	a, b := &s.tokens[n-2], &s.tokens[n-1]
	if a.kind != Moment || b.kind != Moment || !ranged(s.text, a.End(), b.Start()) {
		return
	}
	if a.flags&hasZone == 0 {
		a, b = b, a
	}
	if a.flags&hasZone != 0 && b.flags&(hasZone|hasClock) == hasClock {
		b.zone = a.zone
		b.flags |= hasZone
	}
}
