package quantity

import "time"

const (
	second = int64(time.Second)
	minute = int64(time.Minute)
	hour   = int64(time.Hour)
	day    = 24 * hour
)

// The precisions of a moment beside fractions of a second, which are 0 to -9: the
// power of ten of the last digit, in seconds.
const (
	toMinute = 1
	toHour   = 2
	toDay    = 3
	toMonth  = 4
)

// moment is a date, a time of day or both, while it is being read.
type moment struct {
	year, month, day int
	clock            int64 // nanoseconds since midnight
	precision        int16
	zone             int16 // minutes east of UTC
	flags            flags
	end              int
}

// token returns the moment as a token without literal and span.
func (m moment) token() Token {
	t := Token{kind: Moment, coef: m.clock, exp: m.precision, zone: m.zone, flags: m.flags}
	if m.flags&hasDate != 0 {
		t.coef += daysSinceEpoch(m.year, m.month, m.day) * day
	}
	return t
}

// leapYear stands in for the year where none is stated, as in syslog.
const leapYear = 2000

// validDate reports whether the date is one, in a range that nanoseconds hold.
func validDate(year, month, d int) bool {
	return year >= 1900 && year <= 2200 && month >= 1 && month <= 12 && d >= 1 && d <= daysIn(year, month)
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// daysSinceEpoch counts the days from 1970-01-01 in the Gregorian calendar; years
// begin in March there, so that the leap day is the last.
func daysSinceEpoch(year, month, d int) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	days := 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + d - 1
	return int64(days) - 719468
}

// instant returns nanoseconds since the epoch; without a zone the wall time
// counts as UTC, without a date they are since midnight.
func (t Token) instant() int64 { return t.coef - int64(t.zone)*minute }

// precision returns what one in the last stated digit is worth, in nanoseconds.
func (t Token) precision() int64 {
	switch t.exp {
	case toMonth:
		return 31 * day
	case toDay:
		return day
	case toHour:
		return hour
	case toMinute:
		return minute
	}
	p := second
	for e := t.exp; e < 0 && p > 1; e++ {
		p /= 10
	}
	return p
}

// IsYearless reports whether a moment has a date without a year, as in the lines of
// syslog.
func (t Token) IsYearless() bool { return t.kind == Moment && t.flags&noYear != 0 }

// Instant returns the time that a moment states. Without a zone the wall time
// counts as UTC. It returns false for a moment without a date or a year, and for
// every other kind.
func (t Token) Instant() (time.Time, bool) {
	if t.kind != Moment || t.flags&hasDate == 0 || t.flags&noYear != 0 {
		return time.Time{}, false
	}
	return time.Unix(0, t.instant()).UTC(), true
}

// WithZone returns a moment that states no zone as one in the zone so many
// minutes east of UTC. Any other token is returned unchanged.
func (t Token) WithZone(minutesEast int) Token {
	if t.kind == Moment && t.flags&(hasZone|hasClock) == hasClock {
		t.zone = int16(minutesEast)
		t.flags |= hasZone
	}
	return t
}

// moment appends the token of m, whose literal begins at start.
func (s *scanner) moment(m moment, start int) int {
	m.zoneBefore(s.text[:start])
	s.emit(m.token(), start, m.end)
	s.shareZone()
	return m.end
}
