package quantity

import "time"

// epochs are the units that numbers count the epoch in, with the first number
// of each: a bare number from the year 2001 to 2096 is a time where one is stated.
var epochs = [...]struct {
	from, to int64
	unit     int64 // nanoseconds
	exp      int16 // precision of an integer
}{
	{1e9, 4e9, second, 0},
	{1e12, 4e12, second / 1e3, -3},
	{1e15, 4e15, second / 1e6, -6},
	{1e18, 4e18, 1, -9},
}

// epoch returns the moment that a bare number is, when it is in range.
func (t Token) epoch() (Token, bool) {
	if !t.numeric() || t.flags&(big64|negative) != 0 || t.coef <= 0 {
		return Token{}, false
	}
	if t.unit != None && t.Dimension() != Time {
		return Token{}, false
	}
	v := t.float()
	for _, e := range epochs {
		if v >= float64(e.from) && v < float64(e.to) {
			return t.atEpoch(e.unit, e.exp)
		}
	}
	return Token{}, false
}

// atEpoch returns the moment that t counts in units of so many nanoseconds.
func (t Token) atEpoch(unit int64, exp int16) (Token, bool) {
	coef, e := t.coef, t.exp
	for ; e > 0; e-- {
		coef *= 10
	}
	for ; e < 0 && unit > 1; e++ {
		unit /= 10
		exp--
	}
	for ; e < 0; e++ {
		coef /= 10
	}
	m := Token{Literal: t.Literal, start: t.start, kind: Moment, coef: coef * unit, exp: exp, flags: hasDate | hasClock | hasZone | t.flags&hedged}
	return m, true
}

// Epoch returns a number in the range of epoch seconds, milliseconds,
// microseconds or nanoseconds (2001 to 2096) as the time that it may be.
func (t Token) Epoch() (Token, bool) { return t.epoch() }

// countsEpoch reports whether a quantity is a time that counts the epoch in its own
// unit: 1784021400123 ms.
func (t Token) countsEpoch() bool {
	if t.kind != Quantity || t.Dimension() != Time || t.flags&(big64|negative) != 0 || t.exp != 0 {
		return false
	}
	rs := t.unit.readings()
	for _, e := range epochs {
		if t.coef >= e.from && t.coef < e.to {
			return rs.list[0].num == 1 && rs.list[0].den == second/e.unit
		}
	}
	return false
}

// sameEpoch reports whether two numbers are one time, in seconds and in
// milliseconds perhaps.
func sameEpoch(stated, standing Token) bool {
	a, ok := stated.epoch()
	if !ok {
		return false
	}
	b, ok := standing.epoch()
	return ok && sameInstant(a, b)
}

// matchNumberMoment compares a stated number with a standing time: as an epoch,
// or a duration with a time of day that counts from zero, such as 00:05:30.
func matchNumberMoment(stated, standing Token) Relation {
	if epoch, ok := stated.epoch(); ok {
		return matchMoments(epoch, standing)
	}
	if stated.kind != Quantity || standing.flags&(hasDate|hasZone) != 0 || standing.exp > 0 {
		return Unequal
	}
	elapsed := Token{kind: Quantity, unit: Nanosecond, coef: standing.coef}
	rs := stated.unit.readings()
	for _, r := range rs.all() {
		if r.dim == Time {
			return sameIf(within(stated, r, elapsed, units[uNanosecond].means.list[0]))
		}
	}
	return Unequal
}

func matchMoments(stated, standing Token) Relation {
	if stated.flags&hasClock != 0 && standing.flags&hasClock == 0 || standing.exp == toMonth && stated.exp != toMonth {
		return Unequal
	}
	if stated.flags&hasDate == 0 {
		return sameIf(sameClock(stated, standing))
	}
	if standing.flags&hasDate == 0 {
		if sameClock(stated, standing) {
			return Undated
		}
		return Unequal
	}
	if (stated.flags|standing.flags)&noYear != 0 {
		return matchYearless(stated, standing)
	}
	return sameIf(sameInstant(stated, standing))
}

// matchYearless compares times of which one has no year: it takes the other's.
func matchYearless(stated, standing Token) Relation {
	if stated.flags&noYear == 0 {
		if sameInstant(stated, standing.inYear(yearOf(stated.coef))) || sameInstant(stated, standing.inYear(yearOf(stated.instant()))) {
			return Undated
		}
		return Unequal
	}
	return sameIf(sameInstant(stated.inYear(yearOf(standing.coef)), standing) ||
		sameInstant(stated.inYear(yearOf(standing.instant())), standing))
}

func yearOf(at int64) int { return time.Unix(0, at).UTC().Year() }

// inYear returns a moment with another year.
func (t Token) inYear(year int) Token {
	at := time.Unix(0, t.coef).UTC()
	t.coef += (daysSinceEpoch(year, int(at.Month()), at.Day()) - daysSinceEpoch(at.Year(), int(at.Month()), at.Day())) * day
	return t
}

// sameInstant compares two times with dates: by instant where both have a zone,
// and as written too where one has none.
func sameInstant(stated, standing Token) bool {
	if stated.flags&hasClock == 0 {
		return sameDay(stated, standing)
	}
	if stated.agrees(standing.instant() - stated.instant()) {
		return true
	}
	return stated.flags&standing.flags&hasZone == 0 && stated.agrees(standing.coef-stated.coef)
}

// sameDay reports whether the standing time is on the stated day, or in the month, in UTC or as
// written.
func sameDay(stated, standing Token) bool {
	period, slack := day, int64(0)
	if stated.exp == toMonth {
		at := time.Unix(0, stated.coef).UTC()
		period = int64(daysIn(at.Year(), int(at.Month()))) * day
	}
	if stated.flags&hedged != 0 {
		slack = day - 1
	}
	for _, at := range [...]int64{standing.coef, standing.instant()} {
		if d := at - stated.coef; d >= -slack && d < period+slack {
			return true
		}
	}
	return false
}

// sameClock compares times of day, which wrap around midnight.
func sameClock(stated, standing Token) bool {
	if stated.flags&standing.flags&hasClock == 0 {
		return false
	}
	if stated.agrees(wrap(standing.instant() - stated.instant())) {
		return true
	}
	return stated.flags&standing.flags&hasZone == 0 && stated.agrees(wrap(standing.coef-stated.coef))
}

// wrap returns the distance between two times of day, from minus to plus half a day.
func wrap(d int64) int64 {
	d %= day
	switch {
	case d >= day/2:
		d -= day
	case d < -day/2:
		d += day
	}
	return d
}

// agrees reports whether a standing time, so many nanoseconds after the stated
// one, reads as the stated one at its precision, cut off or rounded.
func (t Token) agrees(d int64) bool {
	p := t.precision()
	if t.flags&hedged != 0 {
		return d > -p && d < p
	}
	return 2*d >= -p && d < p
}
