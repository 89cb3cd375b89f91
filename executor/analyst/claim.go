package analyst

import (
	"encoding/json"
	"slices"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// claim is a statement under construction. Its methods bind it to results, and
// return it.
type claim struct {
	id          string
	kind        superbiz.ClaimType
	text        string
	bindings    []superbiz.EvidenceBinding
	derivations []superbiz.Derivation
	since       time.Time // when what it tells began; zero where that is not known
	of          container // whose state it tells; zero where that is none
}

// container names a container of a pod.
type container struct{ pod, name string }

// observed begins a claim that something was seen.
func observed(text string) *claim {
	return &claim{kind: superbiz.ClaimObservation, text: text}
}

// absent begins a claim that something was looked for and not found.
func absent(text string) *claim {
	return &claim{kind: superbiz.ClaimAbsence, text: text}
}

// bind returns the claim's binding to a result, made when there is none.
func (c *claim) bind(r *result) *superbiz.EvidenceBinding {
	id := r.row.InvocationID
	for i := range c.bindings {
		if c.bindings[i].SourceInvocationIDs[0] == id {
			return &c.bindings[i]
		}
	}
	c.bindings = append(c.bindings, superbiz.EvidenceBinding{SourceInvocationIDs: []string{id}, ToolName: r.row.ToolName})
	return &c.bindings[len(c.bindings)-1]
}

// states points at values and asserts each as it stands. The first of a result is
// its raw_path.
func (c *claim) states(r *result, nodes ...evidence.Node) *claim {
	binding := c.bind(r)
	for _, node := range nodes {
		if !node.Valid() {
			continue
		}
		path := node.Path().String()
		if binding.RawPath == "" {
			binding.RawPath = path
		}
		if node.Kind() != evidence.KindArray && node.Kind() != evidence.KindObject && !c.asserts(binding, path) {
			binding.Assertions = append(binding.Assertions, superbiz.Assertion{RawPath: path, Op: superbiz.OpEq, Value: json.RawMessage(node.Raw())})
		}
	}
	return c
}

// measures is states for a number, and says its unit: a reader cannot tell it from
// the number alone.
func (c *claim) measures(r *result, node evidence.Node, unit string) *claim {
	c.states(r, node)
	binding, path := c.bind(r), node.Path().String()
	for i := range binding.Assertions {
		if binding.Assertions[i].RawPath == path && binding.Assertions[i].Op == superbiz.OpEq {
			binding.Assertions[i].Unit = unit
		}
	}
	return c
}

func (*claim) asserts(binding *superbiz.EvidenceBinding, path string) bool {
	return slices.ContainsFunc(binding.Assertions, func(a superbiz.Assertion) bool { return a.RawPath == path })
}

// quotes points at a text and asserts that it contains some words.
func (c *claim) quotes(r *result, node evidence.Node, words string) *claim {
	binding, path := c.bind(r), node.Path().String()
	if binding.RawPath == "" {
		binding.RawPath = path
	}
	if binding.Excerpt == nil {
		binding.Excerpt = &words
	}
	return c.asserting(r, node, superbiz.OpContains, words)
}

// asserting adds an assertion with a value of its own.
func (c *claim) asserting(r *result, node evidence.Node, op superbiz.AssertionOp, value any) *claim {
	text, err := json.Marshal(value)
	if err != nil {
		return c
	}
	binding := c.bind(r)
	binding.Assertions = append(binding.Assertions, superbiz.Assertion{RawPath: node.Path().String(), Op: op, Value: text})
	return c
}

// nothing binds an absence to a search that found nothing.
func (c *claim) nothing(r *result) *claim {
	c.bind(r).RawPath = superbiz.NoEvidencePath
	return c
}

// operand is a value that a derived number is made of.
type operand struct {
	result *result
	node   evidence.Node
}

// derives declares a number that stands nowhere, as it stands in the text.
func (c *claim) derives(value string, unit string, op superbiz.DerivationOp, operands ...operand) *claim {
	made := superbiz.Derivation{Value: json.RawMessage(value), Unit: unit, Op: op}
	for _, each := range operands {
		c.bind(each.result)
		made.Operands = append(made.Operands, superbiz.Operand{InvocationID: each.result.row.InvocationID, RawPath: each.node.Path().String()})
	}
	c.derivations = append(c.derivations, made)
	return c
}

// from notes the time at a node as that at which what the claim tells began.
func (c *claim) from(node evidence.Node) *claim {
	if at, err := time.Parse(time.RFC3339, node.Text()); err == nil {
		c.since = at
	}
	return c
}

func (c *claim) output() superbiz.Claim {
	return superbiz.Claim{ClaimID: c.id, ClaimType: c.kind, Text: c.text, EvidenceBindings: c.bindings, Derivations: c.derivations}
}

// evidenceOf returns the bindings of claims, for an action that rests on them.
func evidenceOf(claims ...*claim) []superbiz.EvidenceBinding {
	var bindings []superbiz.EvidenceBinding
	for _, c := range claims {
		if c != nil {
			bindings = append(bindings, c.bindings...)
		}
	}
	return bindings
}
