package evidence

import (
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
)

// Proof is what the recomputation of an assertion or a derivation came to.
type Proof struct {
	Holds bool
	Why   string // when it does not hold: what is so instead, as the end of a sentence
	Nodes []Node // the values that it was computed from, when it holds
}

func refuted(format string, args ...any) Proof { return Proof{Why: fmt.Sprintf(format, args...)} }

// CheckAssertion recomputes an assertion of a binding. It holds when it does in at
// least one of the outputs that the binding cites; where references, the path or
// the types are not such that it could, it does not.
func (l *Ledger) CheckAssertion(b *superbiz.EvidenceBinding, a superbiz.Assertion) Proof {
	sources, ok := l.BoundBy(b)
	if !ok {
		return refuted("a reference of the binding is not sound")
	}
	path, err := ParsePath(a.RawPath)
	if err != nil {
		return refuted("%v", err)
	}
	var first Proof
	for i, s := range sources {
		p := l.assert(s, path, a)
		if p.Holds {
			return p
		}
		if i == 0 {
			first = p
		}
	}
	if more := len(sources) - 1; more > 0 {
		first.Why += fmt.Sprintf(" in %s, nor does it hold in the %d other calls of the binding",
			Quote(sources[0].Invocation.InvocationID), more)
	}
	return first
}

// CheckDerivation recomputes a derivation of a claim, exactly, and compares with
// the stated value to half a unit of its last digit. Operands must stand at citable
// paths in the output of a call that the claim binds.
func (l *Ledger) CheckDerivation(c *superbiz.Claim, d superbiz.Derivation) Proof {
	sources, ok := l.Bound(c)
	if !ok {
		return refuted("a reference of the claim is not sound")
	}
	nodes := make([]Node, len(d.Operands))
	for i, operand := range d.Operands {
		n, why := l.operand(sources, operand, UseOfOperand(d.Op))
		if why != "" {
			return refuted("operands[%d] %s", i, why)
		}
		nodes[i] = n
	}
	why := derive(d, nodes)
	return Proof{Holds: why == "", Why: why, Nodes: nodes}
}

// operand returns the value that an operand points at, or why there is none.
func (l *Ledger) operand(bound []*Source, o superbiz.Operand, use Use) (n Node, why string) {
	for _, s := range bound {
		if s.Invocation.InvocationID != o.InvocationID {
			continue
		}
		path, err := ParsePath(o.RawPath)
		switch {
		case err != nil:
			return Node{}, "has no path: " + err.Error()
		case path.IsNoEvidence():
			return Node{}, "is " + superbiz.NoEvidencePath + ", which stands for no value"
		case !s.Cites(path, use):
			return Node{}, Quote(o.RawPath) + " " + s.Explain(path)
		}
		return s.find(path), ""
	}
	return Node{}, "is of " + Quote(o.InvocationID) + ", a call that the claim does not bind"
}
