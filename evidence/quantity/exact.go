package quantity

import (
	"cmp"
	"math/big"
	"strings"
)

// withinExactly is within for values too close to the limit for floating point.
func withinExactly(stated Token, a reading, standing Token, b reading) bool {
	va := times(stated.number(), a)
	diff := new(big.Rat).Sub(va, times(standing.number(), b))
	diff.Abs(diff)
	step := times(scaled(big.NewInt(1), int(stated.exp)), a)
	quarter := new(big.Rat).Mul(va.Abs(va), big.NewRat(1, 4))
	half := new(big.Rat).Mul(step, big.NewRat(1, 2))
	if diff.Cmp(half) <= 0 && (a == b || diff.Cmp(quarter) <= 0) {
		return true
	}
	return stated.flags&hedged != 0 && diff.Cmp(step) < 0 && diff.Cmp(quarter) <= 0
}

func times(v *big.Rat, r reading) *big.Rat { return v.Mul(v, big.NewRat(r.num, r.den)) }

// Convert returns the exact number that a value is in a unit, by the commonest
// meanings of both units that have a dimension in common. A bare number has no
// unit: it converts to None only, and to Percent and Ratio as the share that it
// is. It returns false where there is no way.
func Convert(t Token, u Unit) (*big.Rat, bool) {
	if !t.numeric() || !u.valid() {
		return nil, false
	}
	from, to := t.Unit().readings(), u.readings()
	for _, a := range from.all() {
		for _, b := range to.all() {
			if a.dim == b.dim {
				return times(times(t.number(), a), reading{b.dim, b.den, b.num}), true
			}
		}
	}
	return nil, false
}

// Compare orders two values exactly: -1, 0 or 1 as a is less than, equal to or
// more than b. Where a unit has several meanings, values that are equal by one of
// them are equal; else the lowest dimension that both have decides. It returns false for values that
// cannot be compared, such as a number and a time, or seconds and bytes.
func Compare(a, b Token) (int, bool) {
	switch {
	case a.numeric() && b.numeric():
		return compareNumbers(a, b)
	case a.kind == Moment && b.kind == Moment:
		return compareMoments(a, b)
	case a.kind == Version && b.kind == Version:
		return compareVersions(a, b), true
	case a.kind == Address && b.kind == Address:
		return compareAddresses(a, b)
	}
	return 0, false
}

func compareNumbers(a, b Token) (int, bool) {
	if a.Unit() == b.Unit() {
		return a.number().Cmp(b.number()), true
	}
	order, by := 0, Rate
	as, bs := a.Unit().readings(), b.Unit().readings()
	for _, ra := range as.all() {
		for _, rb := range bs.all() {
			if ra.dim != rb.dim {
				continue
			}
			c := times(a.number(), ra).Cmp(times(b.number(), rb))
			if c == 0 {
				return 0, true
			}
			if order == 0 || ra.dim < by {
				order, by = c, ra.dim
			}
		}
	}
	return order, order != 0
}

// compareMoments orders times that state equally much: both a date, or neither.
func compareMoments(a, b Token) (int, bool) {
	if a.flags&(hasDate|noYear) != b.flags&(hasDate|noYear) {
		return 0, false
	}
	return cmp.Compare(a.instant(), b.instant()), true
}

// compareVersions orders by the numbers, part by part. Suffixes order as text.
func compareVersions(a, b Token) int {
	x, xs := versionParts(a.Literal)
	y, ys := versionParts(b.Literal)
	for x != "" || y != "" {
		var p, q string
		p, x, _ = strings.Cut(x, ".")
		q, y, _ = strings.Cut(y, ".")
		p, q = strings.TrimLeft(p, "0"), strings.TrimLeft(q, "0")
		if c := cmp.Or(cmp.Compare(len(p), len(q)), cmp.Compare(p, q)); c != 0 {
			return c
		}
	}
	return cmp.Compare(xs, ys)
}

func compareAddresses(a, b Token) (int, bool) {
	x, ok := a.addr()
	y, ok2 := b.addr()
	if !ok || !ok2 || a.flags&(hasPort|hasPrefix) != b.flags&(hasPort|hasPrefix) {
		return 0, false
	}
	if c := x.Compare(y); c != 0 {
		return c, true
	}
	return cmp.Compare(a.port(), b.port()), true
}
