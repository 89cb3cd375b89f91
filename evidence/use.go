package evidence

import (
	superbiz "github.com/superbizagent/superbizagent"
)

// Use says what a path is cited for, which decides what must stand at it.
type Use uint8

// The uses of a path.
const (
	// UseValue reads the value at the path.
	UseValue Use = iota
	// UseArray searches or counts an array. One that listed slices cover whole is
	// citable for it, though the array itself is not listed.
	UseArray
	// UseAbsence says that there is nothing at the path, or an empty array. The
	// path need not resolve; what would hold it must be there, and citable.
	UseAbsence
)

// UseOfAssertion returns what an assertion does with its path.
func UseOfAssertion(a superbiz.Assertion) Use {
	switch a.Op {
	case superbiz.OpContains, superbiz.OpNotContains, superbiz.OpCountGe:
		return UseArray
	case superbiz.OpCountEq:
		if n, ok := numberOf(string(a.Value)); ok && n.Sign() == 0 {
			return UseAbsence
		}
		return UseArray
	case superbiz.OpAbsent:
		return UseAbsence
	default:
		return UseValue
	}
}

// UseOfOperand returns what a derivation does with the paths of its operands.
func UseOfOperand(op superbiz.DerivationOp) Use {
	if op == superbiz.DeriveCount {
		return UseArray
	}
	return UseValue
}

// Cites reports whether a path can be cited in this row for a use. The sentinel
// can be where it is listed, and stands for no value.
func (s *Source) Cites(path Path, use Use) bool {
	switch {
	case path.IsNoEvidence():
		return s.Refs().Citable(path)
	case use == UseValue:
		return s.Resolve(path).Valid()
	case use == UseArray:
		return s.ResolveArray(path).Valid()
	default:
		return s.ResolveArray(path).Valid() || !path.IsRoot() && s.ResolveArray(path.Parent()).Valid()
	}
}
