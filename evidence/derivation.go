package evidence

import (
	"fmt"
	"math/big"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// maxBits bounds the numerator and denominator that a derivation may reach.
const maxBits = 1 << 14

// derive computes a derivation of its operands, and says why it does not come to
// the stated value, or nothing.
func derive(d superbiz.Derivation, operands []Node) string {
	if why := arity(d.Op, len(operands)); why != "" {
		return why
	}
	got, why := compute(d.Op, operands)
	if why != "" {
		return why
	}
	stated, ok := scalarOf(d.Value)
	if !ok || !stated.isNumber() {
		return Quote(string(d.Value)) + " is no number"
	}
	if !got.is(stated.in(d.Unit).number) {
		return "it comes to " + got.String()
	}
	return ""
}

func arity(op superbiz.DerivationOp, n int) string {
	want := 0 // any number
	switch op {
	case superbiz.DeriveCount:
		want = 1
	case superbiz.DeriveDifference, superbiz.DeriveRatio, superbiz.DerivePercent, superbiz.DerivePercentChange, superbiz.DeriveDuration:
		want = 2
	}
	if want > 0 && n != want {
		return fmt.Sprintf("%s takes %s, not %d", op, plural(want, "operand"), n)
	}
	return ""
}

func compute(op superbiz.DerivationOp, operands []Node) (measure, string) {
	switch op {
	case superbiz.DeriveCount:
		return countOf(operands[0])
	case superbiz.DeriveDuration:
		return durationOf(operands[0], operands[1])
	}
	measures := make([]measure, len(operands))
	for i, n := range operands {
		m, ok := measureOf(n)
		if !ok {
			return measure{}, fmt.Sprintf("operands[%d] is %s, which is no number", i, show(n))
		}
		measures[i] = m
	}
	switch op {
	case superbiz.DeriveProduct:
		return product(measures)
	case superbiz.DeriveRatio:
		return ratio(measures[0], measures[1])
	default:
		return combine(op, measures)
	}
}

func countOf(n Node) (measure, string) {
	if n.Kind() != KindArray {
		return measure{}, "operands[0] is " + article(n.Kind()) + ", which has no elements to count"
	}
	return measure{value: big.NewRat(int64(n.Len()), 1), known: true}, ""
}

func durationOf(a, b Node) (measure, string) {
	var times [2]scalar
	for i, n := range []Node{a, b} {
		s, ok := newScalar(n)
		if _, isInstant := s.instant(); !ok || !isInstant {
			return measure{}, fmt.Sprintf("operands[%d] is %s, which is no time", i, show(n))
		}
		times[i] = s
	}
	from, _ := times[0].instant()
	to, _ := times[1].instant()
	// Seconds and nanoseconds apart: a time.Duration holds three centuries only.
	value := big.NewRat(to.Unix()-from.Unix(), 1)
	value.Add(value, big.NewRat(int64(to.Nanosecond()-from.Nanosecond()), 1e9))
	return measure{value: value, dimension: quantity.Time, known: true}, ""
}

func product(measures []measure) (measure, string) {
	out := measure{value: big.NewRat(1, 1), known: true}
	for _, m := range measures {
		m = m.share()
		if m.dimension != quantity.Dimensionless && out.dimension != quantity.Dimensionless {
			return measure{}, "two quantities with units cannot be multiplied"
		}
		out.dimension = max(out.dimension, m.dimension)
		out.known = out.known && m.known
		out.value.Mul(out.value, m.value)
		if tooLarge(out.value) {
			return measure{}, "it comes to too many digits"
		}
	}
	return out, ""
}

func ratio(a, b measure) (measure, string) {
	if b.value.Sign() == 0 {
		return measure{}, "operands[1] is 0, and nothing can be divided by it"
	}
	if a.dimension != b.dimension && b.dimension != quantity.Time { // so many a second
		a = a.beside(b)
	}
	if a.dimension != b.dimension {
		a, b = a.share(), b.share()
	}
	out := measure{value: new(big.Rat).Quo(a.value, b.value), known: a.known && b.known}
	switch {
	case a.dimension == b.dimension:
	case b.dimension == quantity.Dimensionless:
		out.dimension = a.dimension
	case b.dimension == quantity.Time:
		out.dimension = a.dimension | quantity.Rate
	default:
		return measure{}, "operands[0] and operands[1] measure different things"
	}
	return out, ""
}

// combine computes what needs operands that measure the same.
func combine(op superbiz.DerivationOp, measures []measure) (measure, string) {
	if i := slices.IndexFunc(measures, func(m measure) bool { return m.known }); i >= 0 {
		for j := range measures {
			measures[j] = measures[j].beside(measures[i])
		}
	}
	out := measures[0]
	for i, m := range measures {
		if m.dimension != out.dimension {
			return measure{}, fmt.Sprintf("operands[0] and operands[%d] measure different things", i)
		}
		if m.unit != out.unit {
			out.written = nil // there is no unit that all are written in
		}
		out.known = out.known && m.known
	}
	inBase, why := arithmetic(op, values(measures, func(m measure) *big.Rat { return m.value }))
	if why != "" {
		return measure{}, why
	}
	if out.written != nil {
		out.written, _ = arithmetic(op, values(measures, func(m measure) *big.Rat { return m.written }))
	}
	out.value = inBase
	if op == superbiz.DerivePercent || op == superbiz.DerivePercentChange {
		return measure{value: inBase, dimension: quantity.Percentage, known: true}, ""
	}
	return out, ""
}

func values(measures []measure, of func(measure) *big.Rat) []*big.Rat {
	out := make([]*big.Rat, len(measures))
	for i, m := range measures {
		out[i] = of(m)
	}
	return out
}

// arithmetic computes exactly. The number of operands has been checked.
func arithmetic(op superbiz.DerivationOp, v []*big.Rat) (*big.Rat, string) {
	out := new(big.Rat)
	switch op {
	case superbiz.DeriveDifference:
		return out.Sub(v[0], v[1]), ""
	case superbiz.DeriveMin, superbiz.DeriveMax:
		return extreme(v, op == superbiz.DeriveMax), ""
	case superbiz.DerivePercent:
		return percent(v[0], v[1], "operands[1]")
	case superbiz.DerivePercentChange:
		return percent(out.Sub(v[1], v[0]), v[0], "operands[0]")
	}
	for _, x := range v {
		out.Add(out, x)
	}
	if op == superbiz.DeriveMean {
		out.Quo(out, big.NewRat(int64(len(v)), 1))
	}
	return out, ""
}

func percent(a, b *big.Rat, name string) (*big.Rat, string) {
	if b.Sign() == 0 {
		return nil, name + " is 0, and nothing can be divided by it"
	}
	out := new(big.Rat).Quo(a, b)
	return out.Mul(out, big.NewRat(100, 1)), ""
}

func extreme(v []*big.Rat, most bool) *big.Rat {
	out := v[0]
	for _, x := range v[1:] {
		if c := x.Cmp(out); c > 0 && most || c < 0 && !most {
			out = x
		}
	}
	return out
}

func tooLarge(r *big.Rat) bool { return r.Num().BitLen() > maxBits || r.Denom().BitLen() > maxBits }
