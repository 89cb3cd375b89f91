package evidence

import superbiz "github.com/superbizagent/superbizagent"

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
