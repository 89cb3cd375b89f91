package quantity

import (
	"math"
	"strings"
)

// file appends the entries under which a standing token is found that is not a
// time. What Match accepts must be found: a test compares the two.
func (t Token) file(to []entry, i int32) []entry {
	switch t.kind {
	case Number, Quantity:
		return t.fileNumber(to, i)
	case Version:
		return append(to, entry{float64(t.coef), i, VersionOrder})
	case Address:
		if t.flags&hasPort != 0 {
			to = append(to, entry{float64(t.port()), i, Dimensionless})
		}
		return append(to, entry{float64(t.coef & math.MaxUint32), i, Network})
	}
	return to
}

func (t Token) fileNumber(to []entry, i int32) []entry {
	v := t.float()
	if t.kind == Number {
		to = append(to, entry{v, i, Dimensionless})
	}
	if t.unit == None {
		return to
	}
	rs := t.unit.readings()
	for _, r := range rs.all() {
		to = append(to, entry{v * r.float(), i, r.dim})
	}
	return append(to, entry{v, i, numerals})
}

// fileTimes appends the entries of a token that is a time, or may be one.
func (t Token) fileTimes(to []entry, i int32) []entry {
	if t.kind == Moment {
		return t.fileMoment(to, i)
	}
	if m, ok := t.epoch(); ok {
		return m.fileMoment(to, i)
	}
	return to
}

func (t Token) fileMoment(to []entry, i int32) []entry {
	at := [...]int64{t.instant(), t.coef}
	n := 1
	if t.zone != 0 {
		n = 2
	}
	for _, at := range at[:n] {
		if t.flags&hasDate != 0 {
			to = append(to, entry{float64(at) / 1e9, i, Instant})
		}
		if t.flags&hasClock != 0 {
			to = append(to, entry{float64(clockOf(at)) / 1e9, i, Clock})
		}
	}
	return to
}

// clockOf returns the time of day of an instant.
func clockOf(at int64) int64 { return ((at % day) + day) % day }

// ask calls for every span of keys in which a token may be filed that matches t.
func (t Token) ask(span func(space Dimension, lo, hi float64)) {
	if t.Spare() != None {
		t.bare().ask(span)
		t.spared().ask(span)
		return
	}
	switch t.kind {
	case Number, Quantity:
		t.askNumbers(span)
		if m, ok := t.epoch(); ok {
			m.askMoments(span)
		}
	case Moment:
		t.askMoments(span)
	case Version:
		t.askVersions(span)
	case Address:
		key := float64(t.coef & math.MaxUint32)
		span(Network, key, key)
	}
}

func (t Token) askNumbers(span func(Dimension, float64, float64)) {
	v, step := t.float(), scale(1, int(t.exp))
	around := func(space Dimension, factor float64) {
		slack := step*factor*1.001 + abs(v*factor)*1e-12
		span(space, v*factor-slack, v*factor+slack)
		if v > 0 && space != Clock {
			span(space, -v*factor-slack, -v*factor+slack)
		}
	}
	rs := t.unit.readings()
	for _, r := range rs.all() {
		around(r.dim, r.float())
		if r.dim == Time {
			around(Clock, r.float())
		}
	}
	if t.unit == None {
		around(numerals, 1)
		if t.statesVersion() {
			t.askVersions(span)
		}
		return
	}
	around(Dimensionless, 1)
}

func (t Token) askMoments(span func(Dimension, float64, float64)) {
	p := float64(t.precision())/1e9 + 1e-6
	for _, at := range [...]int64{t.instant(), t.coef} {
		if t.flags&hasDate != 0 {
			s := float64(at) / 1e9
			span(Instant, s-p, s+p)
			old := float64(t.inYear(leapYear).coef+at-t.coef) / 1e9
			span(Instant, old-p, old+p)
		}
		if t.flags&hasClock != 0 {
			askClock(span, float64(clockOf(at))/1e9, p)
		}
		if t.zone == 0 {
			return
		}
	}
}

// askClock asks for the times of day around s, on both sides of midnight.
func askClock(span func(Dimension, float64, float64), s, p float64) {
	const full = 86400
	span(Clock, s-p, s+p)
	if s-p < 0 {
		span(Clock, s-p+full, full)
	}
	if s+p >= full {
		span(Clock, 0, s+p-full)
	}
}

func (t Token) askVersions(span func(Dimension, float64, float64)) {
	numbers, _ := versionParts(t.Literal)
	key, within := float64(versionKey(numbers)), 0.0
	if !strings.Contains(numbers, ".") {
		within = 1 // v2 stands in v2.7
	}
	span(VersionOrder, key, key+within*(versionBase-1))
	if n, ok := readNumber(numbers, 0); ok && n.end == len(numbers) && t.kind == Version {
		v := scale(float64(n.coef), n.exp)
		span(Dimensionless, v*(1-1e-12), v*(1+1e-12)+within)
	}
}
