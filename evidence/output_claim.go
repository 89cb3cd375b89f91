package evidence

import (
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
)

// maxLookups is how many times a path or an id of an output may have to be looked up
// in a recorded call. Ids times assertions grow faster than the text that holds them.
const maxLookups = 1 << 20

func (r *outputReader) readClaim(n Node) {
	before := r.count
	r.owner = Fault{ClaimID: idOf(n, "claim_id")}
	defer r.disown()
	o := r.object(n, "claim_id", "claim_type", "text", "evidence_bindings", "derivations", "confidence")
	c := superbiz.Claim{
		ClaimID:    r.unique(o, "claim_id"),
		ClaimType:  superbiz.ClaimType(o.oneOf("claim_type", "observation", "absence", "causal")),
		Text:       o.text("text"),
		Confidence: o.confidence(),
	}
	for b := range o.filled("evidence_bindings", "bind the claim to at least one call").Children() {
		c.EvidenceBindings = append(c.EvidenceBindings, r.binding(b))
	}
	for d := range o.array("derivations", optional).Children() {
		c.Derivations = append(c.Derivations, r.derivation(d))
	}
	if r.lookups += lookups(&c); r.lookups > maxLookups {
		r.fault(n, "evidence_bindings", fmt.Sprintf("ask, with those of earlier claims, for more than %d look-ups: cite fewer calls, or assert less", maxLookups))
	}
	if r.count == before {
		r.out.Claims = append(r.out.Claims, Claim{c, targetOf(n)})
	}
}

// lookups counts how often something of a claim has to be looked up in a call.
func lookups(c *superbiz.Claim) int {
	ids, n := 0, 0
	for _, b := range c.EvidenceBindings {
		ids += len(b.SourceInvocationIDs)
		n += len(b.SourceInvocationIDs) * (1 + len(b.Assertions))
	}
	for _, d := range c.Derivations {
		n += ids * len(d.Operands)
	}
	return n
}

func (r *outputReader) binding(n Node) superbiz.EvidenceBinding {
	o := r.object(n, "source_invocation_ids", "tool_name", "raw_path", "excerpt", "assertions")
	b := superbiz.EvidenceBinding{
		SourceInvocationIDs: invocationIDs(n.Member("source_invocation_ids")),
		ToolName:            o.text("tool_name"),
		RawPath:             o.optionalText("raw_path"),
	}
	if text := o.optionalText("excerpt"); text != "" {
		b.Excerpt = &text
	}
	for a := range o.array("assertions", optional).Children() {
		b.Assertions = append(b.Assertions, r.assertion(a))
	}
	return b
}

// invocationIDs reads ids leniently: what is wrong with them belongs to the rule
// about references, which refuses an empty list and an empty id.
func invocationIDs(n Node) []string {
	var ids []string
	for e := range n.childrenOf(KindArray) {
		ids = append(ids, e.stringOr(""))
	}
	return ids
}

func (r *outputReader) assertion(n Node) superbiz.Assertion {
	o := r.object(n, "raw_path", "op", "value", "unit")
	a := superbiz.Assertion{
		RawPath: o.text("raw_path"),
		Op: superbiz.AssertionOp(o.oneOf("op", "eq", "ne", "lt", "le", "gt", "ge",
			"contains", "not_contains", "count_eq", "count_ge", "exists", "absent")),
		Unit: o.optionalText("unit"),
	}
	value := n.Member("value")
	takesNone := a.Op == superbiz.OpExists || a.Op == superbiz.OpAbsent
	switch {
	case takesNone && value.Valid() && value.Kind() != KindNull:
		r.fault(n, "value", string(a.Op)+" takes no value; leave it out")
	case !takesNone && a.Op != "" && !value.Valid():
		r.fault(n, "value", "is missing: "+string(a.Op)+" compares with a value")
	case !takesNone && value.Valid():
		a.Value = []byte(value.Raw())
	}
	return a
}

func (r *outputReader) derivation(n Node) superbiz.Derivation {
	o := r.object(n, "value", "unit", "op", "operands")
	d := superbiz.Derivation{
		Unit: o.optionalText("unit"),
		Op: superbiz.DerivationOp(o.oneOf("op", "sum", "difference", "product", "ratio", "percent",
			"percent_change", "min", "max", "mean", "count", "duration")),
	}
	switch v := n.Member("value"); v.Kind() {
	case KindNumber, KindString:
		d.Value = []byte(v.Raw())
	default:
		r.fault(n, "value", "must be a number, or a string with a number and its unit")
	}
	for e := range o.filled("operands", "name the values that the number follows from").Children() {
		operand := r.object(e, "invocation_id", "raw_path")
		d.Operands = append(d.Operands, superbiz.Operand{
			InvocationID: operand.text("invocation_id"), RawPath: operand.text("raw_path"),
		})
	}
	return d
}
