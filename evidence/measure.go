package evidence

import (
	"math/big"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// measure is a number and what it measures. A value in a dimension is in its base
// unit: bytes, seconds, cores.
type measure struct {
	value     *big.Rat
	dimension quantity.Dimension
	known     bool          // whether it is known what is measured
	written   *big.Rat      // the number as it stands, where it stands in a unit
	unit      quantity.Unit // of written
	bare      bool          // whether the unit is what the surroundings say
}

// measureOf reads a number, and what its surroundings say it measures: the unit of
// a bare number, and the meaning of a letter such as the m of 250m.
func measureOf(n Node) (measure, bool) {
	s, ok := scalarOfNode(n)
	if !ok || !s.isNumber() {
		return measure{}, false
	}
	t, known, bare := s.number, true, s.number.Kind() == quantity.Number
	if bare {
		t, known = t.WithUnit(s.context), s.known
	}
	m := measure{t.Base(), t.Dimension(), known, t.Rat(), t.Unit(), bare}
	if meant, ok := quantity.Convert(t, s.context); ok && s.context != quantity.None && t.Unit() != s.context {
		m.value, m.dimension = toBase(meant, s.context), s.context.Dimension()
	}
	return m, true
}

// toBase returns a number of a unit in the base unit of what it measures.
func toBase(value *big.Rat, u quantity.Unit) *big.Rat {
	one, _ := quantity.Parse("1")
	return new(big.Rat).Mul(value, one.WithUnit(u).Base())
}

// beside reads a bare number of which nothing tells what it measures in the unit of
// another one that it is compared with: capacity 100 beside used_bytes 40.
func (m measure) beside(other measure) measure {
	if m.known || m.dimension != quantity.Dimensionless || !other.bare || !other.known {
		return m
	}
	m.value, m.dimension, m.unit = toBase(m.written, other.unit), other.dimension, other.unit
	return m
}

// share turns a percentage into the number that it multiplies with.
func (m measure) share() measure {
	if m.dimension == quantity.Percentage {
		m.dimension = quantity.Dimensionless
		m.value = new(big.Rat).Quo(m.value, big.NewRat(100, 1))
	}
	return m
}

// is reports whether m is a stated value, to half a unit of its last digit.
func (m measure) is(stated quantity.Token) bool {
	if stated.Kind() == quantity.Number {
		return near(m.value, stated.Rat(), stated.Step()) || m.written != nil && near(m.written, stated.Rat(), stated.Step())
	}
	switch {
	case !m.known && m.dimension == quantity.Dimensionless:
		// Nothing says what the operands measure: they may be in the stated unit.
		return near(m.value, stated.Rat(), inUnit(stated)) || quantity.Equal(stated, m.token())
	case m.dimension == stated.Dimension():
		return near(m.value, stated.Base(), stated.Step()) || quantity.Equal(stated, m.token())
	default:
		return quantity.Equal(stated, m.token()) // a share as a percentage, a letter that is binary here
	}
}

// inUnit returns the step of the last digit in the token's own unit.
func inUnit(t quantity.Token) *big.Rat {
	base := t.Base()
	if base.Sign() == 0 {
		return big.NewRat(1, 1)
	}
	factor := new(big.Rat).Quo(t.Rat(), base)
	return factor.Mul(factor, t.Step())
}

// near reports whether a computed value is within half a step of a stated one.
func near(got, stated, step *big.Rat) bool {
	if stated == nil || step == nil {
		return false
	}
	distance := new(big.Rat).Sub(got, stated)
	return distance.Abs(distance).Cmp(new(big.Rat).Mul(step, big.NewRat(1, 2))) <= 0
}

// baseUnits spells the base units that sizes and times are stated in otherwise.
var baseUnits = map[quantity.Dimension]string{
	quantity.Percentage: "%", quantity.Data: "B", quantity.Bits: "bit", quantity.Time: "s", quantity.CPU: "cores",
	quantity.Frequency: "Hz", quantity.Data | quantity.Rate: "B/s", quantity.Bits | quantity.Rate: "bit/s",
}

// token renders a measure as a value in its base unit.
func (m measure) token() quantity.Token {
	t, ok := quantity.Parse(m.digits())
	if u, isUnit := quantity.ParseUnit(baseUnits[m.dimension]); ok && isUnit {
		t = t.WithUnit(u)
	}
	return t
}

// digits renders the number in decimals, rounded where they do not end.
func (m measure) digits() string {
	text := m.value.FloatString(12)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// String renders a measure for a message.
func (m measure) String() string {
	return strings.TrimSpace(cut(m.digits()) + " " + baseUnits[m.dimension])
}
