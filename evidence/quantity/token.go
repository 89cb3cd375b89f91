package quantity

import (
	"math"
	"math/big"
	"strings"
)

// Kind says what sort of value a token is.
type Kind uint8

// The kinds of tokens. Which quantity a Quantity is says its unit.
const (
	Number   Kind = iota + 1 // 14 · 1,234.5 · 6.02e23
	Quantity                 // 92 % · 1.5Gi · 1h30m · 12 req/s · $12.50
	Moment                   // a date, a time of day, or both
	Version                  // v1.29.3
	Address                  // an IP address, with or without a port or prefix length
)

// String returns the word for k that messages use.
func (k Kind) String() string {
	switch k {
	case Number:
		return "number"
	case Quantity:
		return "quantity"
	case Moment:
		return "time"
	case Version:
		return "version"
	case Address:
		return "address"
	default:
		return "value"
	}
}

// flags are the yes-or-no facts of a token.
type flags uint16

const (
	hedged   flags = 1 << iota // about, ~, 约
	atLeast                    // 5+
	negative                   // of a number that does not fit coef
	big64                      // the number does not fit coef and is read from the literal
	hasDate                    // of a moment
	hasClock
	hasZone
	noYear
	ipv6 // of an address: coef is a hash, not the address
	hasPort
	hasPrefix
	fraction   // the number is written with a decimal point
	impossible // of a moment: it is written like one and is none
)

// Token is one typed value in a text. It is small on purpose: a large output has
// hundreds of thousands. The zero Token is no value and equals nothing.
type Token struct {
	// Literal is the text of the value, a part of the scanned text.
	Literal string

	// coef times ten to the exp, in unit, is a number. For a moment coef is the
	// wall time in nanoseconds, since the epoch or, without a date, since midnight.
	coef  int64
	start uint32
	unit  Unit  // of a number: the spare one
	exp   int16 // of a moment: its precision; of an address: port or prefix length
	zone  int16 // of a moment: minutes east of UTC
	flags flags
	kind  Kind
}

// Kind returns the sort of value, 0 for the zero Token.
func (t Token) Kind() Kind { return t.kind }

// Start returns the offset of the token's first byte in the scanned text.
func (t Token) Start() int { return int(t.start) }

// End returns the offset after the token's last byte in the scanned text.
func (t Token) End() int { return int(t.start) + len(t.Literal) }

// Behind returns the token as it stands in a text that has the scanned one behind its
// first n bytes.
func (t Token) Behind(n int) Token {
	t.start += uint32(max(n, 0))
	return t
}

// Unit returns the unit of a quantity, None for all others.
func (t Token) Unit() Unit {
	if t.kind != Quantity {
		return None
	}
	return t.unit
}

// Spare returns the unit that a number has from the other end of its range: in "5
// to 10 minutes" the 5 may be minutes or bare. It is None for all other tokens.
func (t Token) Spare() Unit {
	if t.kind != Number {
		return None
	}
	return t.unit
}

// Hedged reports whether the text calls the value approximate. Only [ScanClaim]
// looks for that.
func (t Token) Hedged() bool { return t.flags&hedged != 0 }

// AtLeast reports whether a plus sign follows the number, as in "5+ restarts".
func (t Token) AtLeast() bool { return t.flags&atLeast != 0 }

// WithUnit returns a bare number as a quantity in u, for a unit that its key, its
// column or a word beside it gives. Any other token is returned unchanged.
func (t Token) WithUnit(u Unit) Token {
	if t.kind != Number || u == None || !u.valid() {
		return t
	}
	t.kind, t.unit = Quantity, u
	return t
}

// IsLetter reports whether the unit is the small letter m, which means minutes,
// thousandths of a core, megabytes and more.
func (t Token) IsLetter() bool { return t.kind == Quantity && t.unit == Unit(uLetterm) }

// IsUser reports whether behind the number stands us, which means microseconds, or the
// share of user code in a line of top.
func (t Token) IsUser() bool {
	return t.kind == Quantity && t.unit == Unit(uMicrosecond) && strings.HasSuffix(t.Literal, " us")
}

// Meaning returns a value whose unit is the letter m, or us, as one in the unit that this
// means by its key. Any other token is returned unchanged.
func (t Token) Meaning(u Unit) Token {
	if (t.IsLetter() || t.IsUser()) && u.valid() {
		t.unit = u
	}
	return t
}

// HasDate reports whether a moment states a day.
func (t Token) HasDate() bool { return t.flags&hasDate != 0 }

// HasClock reports whether a moment states a time of day.
func (t Token) HasClock() bool { return t.flags&hasClock != 0 }

// Impossible reports whether the token is written like a time and is none: the 31st
// of June, 25:61:00, or a year out of range. It equals nothing but
// the same text. Only [ScanClaim] looks for that.
func (t Token) Impossible() bool { return t.flags&impossible != 0 }

// HasZone reports whether a moment states its offset from UTC.
func (t Token) HasZone() bool { return t.flags&hasZone != 0 }

// Dimension returns what the value measures, by the commonest meaning of its unit.
func (t Token) Dimension() Dimension {
	switch t.kind {
	case Moment:
		if t.flags&hasDate == 0 {
			return Clock
		}
		return Instant
	case Version:
		return VersionOrder
	case Address:
		return Network
	default:
		return t.Unit().Dimension()
	}
}

// numeric reports whether the token is a number, with or without a unit.
func (t Token) numeric() bool { return t.kind == Number || t.kind == Quantity }

// Rat returns the exact number as written, in the token's own unit; for a moment
// the seconds since the epoch in UTC, or since midnight. It is nil for versions
// and addresses.
func (t Token) Rat() *big.Rat {
	switch t.kind {
	case Number, Quantity:
		return t.number()
	case Moment:
		return big.NewRat(t.instant(), 1e9)
	default:
		return nil
	}
}

func (t Token) number() *big.Rat {
	coef := big.NewInt(t.coef)
	if t.flags&big64 != 0 {
		coef = digitsOf(t.Literal)
		if t.flags&negative != 0 {
			coef.Neg(coef)
		}
	}
	return scaled(coef, int(t.exp))
}

// scaled returns coef times ten to the exp.
func scaled(coef *big.Int, exp int) *big.Rat {
	if exp >= 0 {
		return new(big.Rat).SetInt(coef.Mul(coef, pow10(exp)))
	}
	return new(big.Rat).SetFrac(coef, pow10(-exp))
}

func pow10(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// digitsOf returns the digits of a literal's number without point, commas and
// exponent: the coefficient that belongs to the token's exponent.
func digitsOf(literal string) *big.Int {
	var b strings.Builder
	for i := 0; i < len(literal); i++ {
		switch c := literal[i]; {
		case isDigit(c):
			b.WriteByte(c)
		case c == '.' || c == ',' && b.Len() > 0:
		case b.Len() > 0:
			i = len(literal)
		}
	}
	n, _ := new(big.Int).SetString("0"+b.String(), 10)
	return n
}

// Base returns the exact value in the base unit of its dimension, by the
// commonest meaning of its unit. It is nil for versions and addresses.
func (t Token) Base() *big.Rat {
	v := t.Rat()
	if v != nil && t.numeric() {
		rs := t.Unit().readings()
		v.Mul(v, big.NewRat(rs.list[0].num, rs.list[0].den))
	}
	return v
}

// Step returns what one in the last stated digit is worth, in the base unit of
// the value's dimension: 0.1 GiB for 7.9 GiB, a minute for 10:31. It is nil for
// versions and addresses.
func (t Token) Step() *big.Rat {
	switch t.kind {
	case Number, Quantity:
		rs := t.Unit().readings()
		step := scaled(big.NewInt(1), int(t.exp))
		return step.Mul(step, big.NewRat(rs.list[0].num, rs.list[0].den))
	case Moment:
		return big.NewRat(t.precision(), 1e9)
	default:
		return nil
	}
}

// float returns the number as written, in the token's own unit, near enough to
// sort by.
func (t Token) float() float64 {
	if t.flags&big64 != 0 {
		f, _ := t.number().Float64()
		return f
	}
	return scale(float64(t.coef), int(t.exp))
}

// scale returns v times ten to the exp. Where both are exact, the division is
// rounded once.
func scale(v float64, exp int) float64 {
	if exp < 0 && exp >= -22 {
		return v / powers[-exp]
	}
	if exp >= 0 && exp <= 22 {
		return v * powers[exp]
	}
	return v * math.Pow10(exp)
}

// powers are the powers of ten that a float64 holds exactly.
var powers = [23]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}
