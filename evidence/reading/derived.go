package reading

import (
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// isDerivedAs reports whether a value that is derived without a unit is the one
// mentioned, in the unit that what it is derived of has where it stands: the mean of
// samples of a rate is one a second.
func (c *Claim) isDerivedAs(m Mention, d superbiz.Derivation) bool {
	if d.Unit != "" || m.Kind != KindValue || !keepsUnit(d.Op) || len(d.Operands) == 0 {
		return false
	}
	t, ok := quantity.Parse(strings.Trim(string(d.Value), `"`))
	if !ok {
		return false
	}
	for _, u := range c.unitsOfOperand(d.Operands[0]) {
		if quantity.Equal(m.value.token, t.WithUnit(u)) && c.allHave(d.Operands[1:], u) {
			return true
		}
	}
	return false
}

// keepsUnit tells the operations whose result has the unit of their operands.
func keepsUnit(op superbiz.DerivationOp) bool {
	switch op {
	case superbiz.DeriveSum, superbiz.DeriveDifference, superbiz.DeriveMin, superbiz.DeriveMax, superbiz.DeriveMean:
		return true
	}
	return false
}

func (c *Claim) allHave(operands []superbiz.Operand, u quantity.Unit) bool {
	return !slices.ContainsFunc(operands, func(o superbiz.Operand) bool { return !slices.Contains(c.unitsOfOperand(o), u) })
}

// unitsOfOperand returns the units that what stands around a bare number gives it.
func (c *Claim) unitsOfOperand(o superbiz.Operand) []quantity.Unit {
	s := c.reader.ledger.Lookup(o.InvocationID)
	path, err := evidence.ParsePath(o.RawPath)
	if s == nil || err != nil {
		return nil
	}
	n := s.Resolve(path)
	if !n.Valid() {
		return nil
	}
	v := c.reader.view(s)
	start, end := v.shown().span(n)
	for _, t := range v.tokensIn(start, end) {
		if isCount(t) {
			return slices.Collect(v.unitsAround(t))
		}
	}
	return nil
}
