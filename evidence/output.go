package evidence

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// Output is what is well formed in an executor output. Target is the path of a
// part in the document without "$.".
type Output struct {
	Claims      []Claim
	Hypotheses  []Hypothesis
	Actions     []Action
	MissingInfo []MissingInfo
}

// Claim is a well-formed claim and where it stands.
type Claim struct {
	superbiz.Claim
	Target string
}

// Hypothesis is a well-formed hypothesis and where it stands.
type Hypothesis struct {
	superbiz.Hypothesis
	Target string
}

// Action is a well-formed recommended action and where it stands.
type Action struct {
	superbiz.RecommendedAction
	Target string
}

// MissingInfo is a well-formed missing_info entry and where it stands.
type MissingInfo struct {
	superbiz.MissingInfo
	Target string
}

// Fault is one breach of the shape of executor_evidence_v2. The ids say which
// claim, hypothesis or action it stands in, where that is known.
type Fault struct {
	Target       string
	ClaimID      string
	HypothesisID string
	ActionID     string
	Message      string

	position int // of the node in document order
}

// maxFaults is how many faults are listed of one output. The text of a hostile one
// could be made of them, and whoever has to mend it needs no more to begin with.
const maxFaults = 200

// maxIDBytes bounds the ids of an output: each finding repeats one.
const maxIDBytes = 256

// maxLookups is how many times a path or an id of an output may have to be looked up
// in a recorded call. Ids times assertions grow faster than the text that holds them.
const maxLookups = 1 << 20

// ReadOutput reads an executor output, and lists the breaches of its shape in
// document order, the first 200 of them. A part with a fault in it is left out of
// the Output; the others are kept, so that one malformed claim does not hide what
// is wrong elsewhere.
func ReadOutput(doc *Document) (Output, []Fault) {
	r := &outputReader{claimIDs: make(map[string]bool), ids: make(map[string]bool)}
	r.collectClaimIDs(doc.Root())
	r.read(doc.Root())
	return r.out, r.sorted()
}

// removedFields are those of the first version that wrote prose for people.
var removedFields = map[string]string{
	"diagnosis_summary":  "was removed: the Executor does not write prose for people; state claims",
	"user_facing_answer": "was removed: the Executor does not write prose for people; state claims",
}

type outputReader struct {
	out      Output
	faults   []Fault
	count    int             // of faults, those beyond maxFaults included
	lookups  int             // that the claims read so far ask for
	owner    Fault           // the ids that a fault found now carries
	claimIDs map[string]bool // every stated claim id
	ids      map[string]bool // ids already used, by kind and id
}

// collectClaimIDs gathers ids before anything refers to them, those of malformed
// claims included: a reference to one is no second fault.
func (r *outputReader) collectClaimIDs(root Node) {
	for claim := range root.Member("claims").childrenOf(KindArray) {
		if id := claim.Member("claim_id"); id.Kind() == KindString {
			r.claimIDs[id.Text()] = true
		}
	}
}

func (r *outputReader) read(root Node) {
	o := r.object(root, "answer_version", "claims", "hypotheses", "recommended_actions", "missing_info")
	o.mustBe("answer_version", superbiz.AnswerVersion)
	for n := range o.array("claims", required).Children() {
		r.readClaim(n)
	}
	for n := range o.array("hypotheses", required).Children() {
		r.readHypothesis(n)
	}
	for n := range o.array("recommended_actions", required).Children() {
		r.readAction(n)
	}
	for n := range o.array("missing_info", required).Children() {
		r.readMissingInfo(n)
	}
	if root.Member("claims").isEmptyArray() && root.Member("missing_info").isEmptyArray() {
		r.fault(root, "", "claims and missing_info are both empty: say what was seen, or what is missing")
	}
}

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

func (r *outputReader) readHypothesis(n Node) {
	before := r.count
	r.owner = Fault{HypothesisID: idOf(n, "hypothesis_id")}
	defer r.disown()
	o := r.object(n, "hypothesis_id", "text", "status", "supported_by", "contradicted_by", "cause")
	h := superbiz.Hypothesis{
		HypothesisID:   r.unique(o, "hypothesis_id"),
		Text:           o.text("text"),
		Status:         superbiz.HypothesisStatus(o.oneOf("status", "supported", "refuted", "open")),
		SupportedBy:    r.claimRefs(o, "supported_by"),
		ContradictedBy: r.claimRefs(o, "contradicted_by"),
		Cause:          r.cause(o),
	}
	if r.count == before {
		r.out.Hypotheses = append(r.out.Hypotheses, Hypothesis{h, targetOf(n)})
	}
}

func (r *outputReader) claimRefs(o object, field string) []string {
	refs := []string{}
	for n := range o.array(field, required).Children() {
		switch {
		case n.Kind() != KindString:
			r.fault(n, "", "must be a claim_id, not "+article(n.Kind()))
		case !r.claimIDs[n.Text()]:
			r.fault(n, "", "names "+Quote(n.Text())+", which is no claim of this output")
		default:
			refs = append(refs, n.Text())
		}
	}
	return refs
}

func (r *outputReader) cause(o object) *superbiz.Cause {
	n := o.member("cause", KindObject, optional)
	if !n.Valid() {
		return nil
	}
	c := r.object(n, "code", "object")
	cause := &superbiz.Cause{Code: c.text("code"), Object: c.text("object")}
	if cause.Code != "" && !isSnakeCase(cause.Code) {
		r.fault(n, "code", Quote(cause.Code)+" is not in snake case")
	}
	return cause
}

func (r *outputReader) readAction(n Node) {
	before := r.count
	r.owner = Fault{ActionID: idOf(n, "action_id")}
	defer r.disown()
	o := r.object(n, "action_id", "text", "command", "risk", "requires_approval", "evidence_bindings")
	a := superbiz.RecommendedAction{
		ActionID: r.unique(o, "action_id"),
		Text:     o.text("text"),
		Command:  o.optionalText("command"),
		Risk:     superbiz.Risk(o.oneOf("risk", "read_only", "reversible", "destructive")),
	}
	a.RequiresApproval = o.member("requires_approval", KindBool, required).isTrue()
	for b := range o.array("evidence_bindings", optional).Children() {
		a.EvidenceBindings = append(a.EvidenceBindings, r.binding(b))
	}
	if r.count == before {
		r.out.Actions = append(r.out.Actions, Action{a, targetOf(n)})
	}
}

func (r *outputReader) readMissingInfo(n Node) {
	before := r.count
	o := r.object(n, "text", "reason", "source_invocation_ids")
	m := superbiz.MissingInfo{
		Text:   o.text("text"),
		Reason: superbiz.MissingReason(o.oneOf("reason", "tool_failed", "not_available", "not_queried", "truncated")),
	}
	for id := range o.array("source_invocation_ids", optional).Children() {
		if id.Kind() != KindString {
			r.fault(id, "", "must be an invocation id, not "+article(id.Kind()))
			continue
		}
		m.SourceInvocationIDs = append(m.SourceInvocationIDs, id.Text())
	}
	if r.count == before {
		r.out.MissingInfo = append(r.out.MissingInfo, MissingInfo{m, targetOf(n)})
	}
}

// unique reads an id; of two alike the later one is malformed.
func (r *outputReader) unique(o object, field string) string {
	id := o.text(field)
	key := field + "\x00" + id
	switch {
	case len(id) > maxIDBytes:
		r.fault(o.node, field, fmt.Sprintf("has %d bytes, the limit is %d", len(id), maxIDBytes))
	case id != "" && r.ids[key]:
		r.fault(o.node, field, Quote(id)+" is used twice; ids are unique in an output")
	}
	r.ids[key] = true
	return id
}

func (r *outputReader) disown() { r.owner = Fault{} }

// idOf reads the id of a part for its faults, whether or not it is sound.
func idOf(n Node, field string) string {
	id := n.Member(field).stringOr("")
	return strings.ToValidUTF8(id[:min(len(id), maxIDBytes)], "")
}

// fault notes what is wrong with a node or, where field is not empty, with that
// member of it, whether or not it is there.
func (r *outputReader) fault(n Node, field, message string) {
	r.count++
	if r.count > maxFaults {
		return
	}
	f := r.owner
	f.Target, f.Message, f.position = targetOf(n), message, n.ID()
	if field != "" {
		f.Target = join(f.Target, field)
		if member := n.Member(field); member.Valid() {
			f.position = member.ID()
		}
	}
	r.faults = append(r.faults, f)
}

// sorted returns the faults in document order, and how many more there are.
func (r *outputReader) sorted() []Fault {
	slices.SortStableFunc(r.faults, func(a, b Fault) int { return cmp.Compare(a.position, b.position) })
	if more := r.count - len(r.faults); more > 0 {
		r.faults = append(r.faults, Fault{Message: fmt.Sprintf("there are %d more faults of shape", more)})
	}
	return r.faults
}
