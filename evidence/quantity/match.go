package quantity

// Relation says how a standing value proves a stated one.
type Relation uint8

// The relations, from none to full.
const (
	// Unequal values have nothing to do with each other.
	Unequal Relation = iota
	// NeedsUnit is a standing bare number that is the stated quantity if a key, a
	// column or a word beside it gives it the unit. By itself it proves nothing.
	NeedsUnit
	// Undated is a standing time that equals the stated one as far as it goes, and
	// leaves out the date, or the year, that the stated one has.
	Undated
	// Negated is a standing number below zero that is the stated one without its
	// sign: "fell by 12 %" where -12 % stands.
	Negated
	// Written is a stated bare number that stands as the number of a quantity.
	Written
	// Same is the same value, in this or another unit or spelling.
	Same
)

// Equal reports whether a standing value proves a stated one by itself: it is
// the same in the same or another unit or spelling, at the precision stated.
func Equal(stated, standing Token) bool { return Match(stated, standing) >= Written }

// Match returns how a standing value relates to a stated one.
//
// Numbers are equal within half a unit of the last stated digit. A hedge widens
// that to less than one whole unit; where the units differ or a hedge stands, the
// difference is at most a quarter of the stated value. Times are equal by instant,
// at the precision stated; a time of day is compared with that of a full time, in
// UTC and as written. An integer in the range of epochs is a time where the other
// one is.
func Match(stated, standing Token) Relation {
	if stated.Spare() != None {
		return max(Match(stated.bare(), standing), Match(stated.spared(), standing))
	}
	if standing.Spare() != None {
		return max(Match(stated, standing.bare()), Match(stated, standing.spared()))
	}
	switch {
	case stated.Impossible() || standing.Impossible():
		return sameIf(stated.Literal == standing.Literal && stated.flags == standing.flags)
	case stated.numeric() && standing.numeric():
		return matchSigned(stated, standing)
	case stated.kind == Moment && standing.kind == Moment:
		return matchMoments(stated, standing)
	case stated.kind == Moment && standing.numeric():
		if epoch, ok := standing.epoch(); ok {
			return matchMoments(stated, epoch)
		}
	case stated.numeric() && standing.kind == Moment:
		return matchNumberMoment(stated, standing)
	case stated.kind == Address && standing.kind == Address:
		return sameIf(matchAddresses(stated, standing))
	case stated.kind == Number && standing.kind == Address:
		return sameIf(standing.flags&hasPort != 0 && stated.flags&(big64|negative) == 0 &&
			stated.exp == 0 && stated.coef == int64(standing.port()))
	case stated.statesVersion() && standing.mayBeVersion():
		return sameIf(sameVersion(stated.Literal, standing.Literal))
	}
	return Unequal
}

// bare returns a number without its spare unit.
func (t Token) bare() Token {
	t.unit = None
	return t
}

// spared returns a number as a quantity in its spare unit.
func (t Token) spared() Token {
	t.kind = Quantity
	return t
}

func sameIf(ok bool) Relation {
	if ok {
		return Same
	}
	return Unequal
}

// asWritten is the reading of a number without regard to its unit.
var asWritten = reading{Dimensionless, 1, 1}

// matchSigned compares numbers, and where they differ leaves out the sign that
// the claim's words have in its place. A small whole number has none to spare:
// -1 is a code or a mark more often than a fall.
func matchSigned(stated, standing Token) Relation {
	if r := matchNumbers(stated, standing); r != Unequal || !standing.below() || stated.below() {
		return r
	}
	if standing.unit == None && !standing.telling() {
		return Unequal
	}
	standing.coef = -standing.coef
	if matchNumbers(stated, standing) < Written {
		return Unequal
	}
	return Negated
}

// below reports whether a number is less than zero. One too large for coef never
// counts as such here.
func (t Token) below() bool { return t.coef < 0 && t.flags&big64 == 0 }

func matchNumbers(stated, standing Token) Relation {
	if stated.unit == standing.unit {
		return sameIf(within(stated, asWritten, standing, asWritten) || sameEpoch(stated, standing))
	}
	if standing.unit == None && stated.countsEpoch() && within(stated, asWritten, standing, asWritten) {
		return Same
	}
	found := Unequal
	as, bs := stated.unit.readings(), standing.unit.readings()
	for _, a := range as.all() {
		for _, b := range bs.all() {
			if a.dim != b.dim || a.dim == Dimensionless && isShareOfCore(stated.unit, standing.unit) || !within(stated, a, standing, b) {
				continue
			}
			if standing.unit != None || standing.telling() {
				return Same
			}
			found = NeedsUnit
		}
	}
	if found == Unequal && (stated.unit == None || standing.unit == None) &&
		within(stated, asWritten, standing, asWritten) {
		if stated.unit == None {
			return Written
		}
		return NeedsUnit
	}
	return found
}

// isShareOfCore reports whether one of two units is a percentage and the other the m
// of CPU quantities: 800m of CPU is 0.8, but nobody writes 80 % like that.
func isShareOfCore(a, b Unit) bool {
	return a == Percent && b.isMilli() || b == Percent && a.isMilli()
}

func (u Unit) isMilli() bool { return u == Unit(uLetterm) || u == Thousandth }

// telling reports whether a bare number is unlikely to stand there by chance, so
// that it may be the share or the count that a unit multiplies out to.
func (t Token) telling() bool {
	return t.flags&(fraction|big64) != 0 || t.coef >= 1000 || t.coef <= -1000
}

// within reports whether the stated value, read as a, holds for the standing one,
// read as b.
func within(stated Token, a reading, standing Token, b reading) bool {
	if a == b && stated.exp == standing.exp && stated.coef == standing.coef && (stated.flags|standing.flags)&big64 == 0 {
		return true
	}
	fa := a.float()
	va, vb := stated.float()*fa, standing.float()*b.float()
	tolerance := toleranceOf(stated.flags&hedged != 0, a != b, va, scale(1, int(stated.exp))*fa)
	diff := abs(va - vb)
	doubt := 1e-13 * (abs(va) + abs(vb) + tolerance)
	if diff > tolerance+doubt {
		return false
	}
	if diff < tolerance-doubt {
		return true
	}
	return withinExactly(stated, a, standing, b)
}

// toleranceOf returns how far a standing value may be from a stated one.
func toleranceOf(hedged, converted bool, value, step float64) float64 {
	tolerance := step / 2
	if converted {
		tolerance = min(tolerance, abs(value)/4)
	}
	if hedged {
		tolerance = max(tolerance, min(step, abs(value)/4))
	}
	return tolerance
}

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}

// matchAddresses compares addresses. A stated one without a port stands in one
// with a port; a stated port or prefix length must be there.
func matchAddresses(stated, standing Token) bool {
	a, ok := stated.addr()
	b, ok2 := standing.addr()
	if !ok || !ok2 || a != b {
		return false
	}
	if stated.flags&(hasPort|hasPrefix) == 0 {
		return true
	}
	return stated.flags&(hasPort|hasPrefix) == standing.flags&(hasPort|hasPrefix) && stated.exp == standing.exp
}
