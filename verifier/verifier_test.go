package verifier_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/verifier"
)

func rows() []superbiz.ToolInvocation {
	return []superbiz.ToolInvocation{{
		InvocationID: "inv-1", SessionID: "s-1", ToolName: "pool_status", Status: superbiz.InvocationSucceeded,
		ResultKind: superbiz.ResultData, Output: json.RawMessage(`{"connections":20,"max_connections":20,"state":"Exhausted","waiting":7}`),
		Arguments: json.RawMessage(`{}`), RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: []string{"$"}},
	}}
}

func claim(id, text string, assertions ...superbiz.Assertion) superbiz.Claim {
	return superbiz.Claim{ClaimID: id, ClaimType: superbiz.ClaimObservation, Text: text, EvidenceBindings: []superbiz.EvidenceBinding{{
		SourceInvocationIDs: []string{"inv-1"}, ToolName: "pool_status", Assertions: assertions,
	}}}
}

func connections(n string) superbiz.Assertion {
	return superbiz.Assertion{RawPath: "$.connections", Op: superbiz.OpEq, Value: json.RawMessage(n)}
}

func sound() superbiz.ExecutorOutput {
	return superbiz.ExecutorOutput{
		AnswerVersion: superbiz.AnswerVersion,
		Claims: []superbiz.Claim{
			claim("c1", "The pool has 20 connections.", connections("20")),
			claim("c2", "The state is `Exhausted`.", superbiz.Assertion{RawPath: "$.state", Op: superbiz.OpEq, Value: json.RawMessage(`"Exhausted"`)}),
		},
		Hypotheses: []superbiz.Hypothesis{{
			HypothesisID: "h1", Text: "The pool is full.", Status: superbiz.HypothesisSupported, SupportedBy: []string{"c1"}, ContradictedBy: []string{},
		}},
		RecommendedActions: []superbiz.RecommendedAction{{ActionID: "a1", Text: "Look at the pool.", Risk: superbiz.RiskReadOnly}},
		MissingInfo:        []superbiz.MissingInfo{},
	}
}

func passed() superbiz.GatekeeperResult {
	return superbiz.GatekeeperResult{Status: superbiz.GatePass, Severity: superbiz.SeverityNone}
}

func failed(findings ...superbiz.Finding) superbiz.GatekeeperResult {
	return superbiz.GatekeeperResult{Status: superbiz.GateFail, Severity: superbiz.SeverityReject, Errors: findings}
}

func warned(f superbiz.Finding) superbiz.GatekeeperResult {
	return superbiz.GatekeeperResult{Status: superbiz.GateWarn, Severity: f.Severity, Warnings: []superbiz.Finding{f}}
}

func payload(t *testing.T, out superbiz.ExecutorOutput, gate superbiz.GatekeeperResult) verifier.Payload {
	t.Helper()
	raw, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	p := verifier.NewPayload(superbiz.Question{}, superbiz.Attempt{StructuredOutput: raw}, "s-1", rows(), gate)
	if doc, err := evidence.Decode(raw, 64); err != nil || len(p.Output.Claims) != len(out.Claims) {
		_, faults := evidence.ReadOutput(doc)
		t.Fatalf("the output of the test is not well formed: %v %+v", err, faults)
	}
	return p
}

func TestVerdict(t *testing.T) {
	onClaim := func(id, rule string) superbiz.Finding {
		return superbiz.Finding{RuleID: rule, ClaimID: id, Severity: superbiz.SeverityReject}
	}
	lowConfid := superbiz.Finding{RuleID: "evidence.window", ClaimID: "c1", Severity: superbiz.SeverityLowConfid}
	for name, tc := range map[string]struct {
		change func(*superbiz.ExecutorOutput)
		gate   superbiz.GatekeeperResult
		want   superbiz.Verdict
	}{
		"all supported":                     {nil, passed(), superbiz.VerdictPass},
		"a claim is withheld":               {nil, failed(onClaim("c2", "evidence.values")), superbiz.VerdictLowConfid},
		"all claims are withheld":           {nil, failed(onClaim("c1", "evidence.values"), onClaim("c2", "evidence.values")), superbiz.VerdictReject},
		"a fault of the shape":              {nil, failed(onClaim("c2", "schema.executor_v2")), superbiz.VerdictReject},
		"the gate broke":                    {nil, failed(superbiz.Finding{RuleID: "gatekeeper.internal"}), superbiz.VerdictReject},
		"an error without a claim":          {nil, failed(superbiz.Finding{RuleID: "output.secret", ActionID: "a1"}), superbiz.VerdictReject},
		"a fail without errors":             {nil, failed(), superbiz.VerdictReject},
		"no gate result":                    {nil, superbiz.GatekeeperResult{}, superbiz.VerdictReject},
		"a pass with errors":                {nil, superbiz.GatekeeperResult{Status: superbiz.GatePass, Errors: []superbiz.Finding{onClaim("c1", "x.y")}}, superbiz.VerdictReject},
		"a low_confid warning":              {nil, warned(lowConfid), superbiz.VerdictLowConfid},
		"a warning that only warns":         {nil, warned(superbiz.Finding{RuleID: "language.certainty", Severity: superbiz.SeverityWarn}), superbiz.VerdictPass},
		"a hypothesis is withheld":          {nil, warned(superbiz.Finding{RuleID: "hypothesis.support", HypothesisID: "h1", Severity: superbiz.SeverityLowConfid}), superbiz.VerdictLowConfid},
		"an action is withheld":             {nil, warned(superbiz.Finding{RuleID: "action.safety", ActionID: "a1", Severity: superbiz.SeverityLowConfid}), superbiz.VerdictLowConfid},
		"a claim without anything to check": {func(o *superbiz.ExecutorOutput) { o.Claims[1].Text = "The pool is full." }, passed(), superbiz.VerdictLowConfid},
		"a causal claim":                    {func(o *superbiz.ExecutorOutput) { o.Claims[0].ClaimType = superbiz.ClaimCausal }, passed(), superbiz.VerdictLowConfid},
		"every claim is unsupported": {func(o *superbiz.ExecutorOutput) {
			o.Claims = o.Claims[:1]
			o.Claims[0] = claim("c1", "The pool has 4711 connections.")
		}, passed(), superbiz.VerdictReject},
		"nothing claimed, something missing": {func(o *superbiz.ExecutorOutput) {
			o.Claims, o.Hypotheses = []superbiz.Claim{}, []superbiz.Hypothesis{}
			o.MissingInfo = []superbiz.MissingInfo{{Text: "No logs.", Reason: superbiz.MissingNotAvailable}}
		}, passed(), superbiz.VerdictLowConfid},
	} {
		t.Run(name, func(t *testing.T) {
			out := sound()
			if tc.change != nil {
				tc.change(&out)
			}
			d := verifier.Verifier{}.Verify(t.Context(), payload(t, out, tc.gate))
			if got := d.Result.Verdict; got != tc.want {
				t.Errorf("verdict %s, want %s: %+v", got, tc.want, d.Result.ClaimChecks)
			}
		})
	}
}

func TestLabels(t *testing.T) {
	excerpt := "Exhausted"
	quoting := claim("c1", "The pool is `Exhausted`.")
	quoting.EvidenceBindings[0].Excerpt = &excerpt
	pointing := claim("c1", "The pool has 20 connections.")
	pointing.EvidenceBindings[0].RawPath = "$.connections"
	vague := claim("c1", "The pool has 20 connections.")
	vague.EvidenceBindings[0].RawPath = "$"
	causal := pointing
	causal.ClaimType = superbiz.ClaimCausal
	for name, tc := range map[string]struct {
		claim superbiz.Claim
		want  superbiz.Label
	}{
		"asserted":              {claim("c1", "The pool has 20 connections.", connections("20")), superbiz.LabelSupported},
		"quoted":                {quoting, superbiz.LabelSupported},
		"pointed at":            {pointing, superbiz.LabelSupported},
		"causal":                {causal, superbiz.LabelPartial},
		"nothing to look up":    {claim("c1", "The pool is full.", connections("20")), superbiz.LabelNotChecked},
		"stands nowhere":        {claim("c1", "The pool has 4711 connections.", connections("20")), superbiz.LabelUnsupported},
		"points at all of it":   {vague, superbiz.LabelPartial},
		"points somewhere else": {claim("c1", "7 are waiting.", connections("20")), superbiz.LabelPartial},
	} {
		t.Run(name, func(t *testing.T) {
			out := sound()
			out.Claims, out.Hypotheses = []superbiz.Claim{tc.claim}, []superbiz.Hypothesis{}
			checks := verifier.Verifier{}.Verify(t.Context(), payload(t, out, passed())).Result.ClaimChecks
			if len(checks) != 1 || checks[0].Label != tc.want {
				t.Errorf("checks %+v, want %s", checks, tc.want)
			}
		})
	}
}

func TestAHypothesisWithoutAShownClaimIsOpen(t *testing.T) {
	gate := failed(superbiz.Finding{RuleID: "evidence.values", ClaimID: "c1", Severity: superbiz.SeverityReject})
	d := verifier.Verifier{}.Verify(t.Context(), payload(t, sound(), gate))
	if got := d.Hypotheses[0].Shown; got != superbiz.HypothesisOpen {
		t.Errorf("shown as %s, want open", got)
	}
	if d.Claims[0].WithheldBy != "evidence.values" || d.Claims[1].WithheldBy != "" {
		t.Errorf("withheld by %q and %q", d.Claims[0].WithheldBy, d.Claims[1].WithheldBy)
	}
}

// model gives fixed labels.
type model struct {
	labels []superbiz.Label
	err    error
}

func (m model) Label(_ context.Context, _ verifier.Payload, claims []evidence.Claim) ([]superbiz.ClaimCheck, error) {
	var out []superbiz.ClaimCheck
	for i, l := range m.labels {
		out = append(out, superbiz.ClaimCheck{ClaimID: claims[i%len(claims)].ClaimID, Label: l, Reason: "the model says so"})
	}
	return out, m.err
}

func TestAModelMayLowerAndNeverRaise(t *testing.T) {
	const supported, contradicted, notChecked = superbiz.LabelSupported, superbiz.LabelContradicted, superbiz.LabelNotChecked
	for name, tc := range map[string]struct {
		model  model
		first  superbiz.Label
		status superbiz.VerifierStatus
		want   superbiz.Verdict
	}{
		"agrees":       {model{labels: []superbiz.Label{supported, supported}}, supported, superbiz.VerifierCompleted, superbiz.VerdictPass},
		"lowers":       {model{labels: []superbiz.Label{contradicted, supported}}, contradicted, superbiz.VerifierCompleted, superbiz.VerdictLowConfid},
		"is down":      {model{err: errors.New("down")}, notChecked, superbiz.VerifierFailed, superbiz.VerdictLowConfid},
		"says less":    {model{labels: []superbiz.Label{supported}}, notChecked, superbiz.VerifierFailed, superbiz.VerdictLowConfid},
		"says more":    {model{labels: []superbiz.Label{supported, supported, supported}}, notChecked, superbiz.VerifierFailed, superbiz.VerdictLowConfid},
		"makes one up": {model{labels: []superbiz.Label{"fine", supported}}, notChecked, superbiz.VerifierFailed, superbiz.VerdictLowConfid},
	} {
		t.Run(name, func(t *testing.T) {
			r := verifier.Verifier{Model: tc.model}.Verify(t.Context(), payload(t, sound(), passed())).Result
			if r.ClaimChecks[0].Label != tc.first || r.Status != tc.status || r.Verdict != tc.want || r.Mode != superbiz.ModeModel {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestPayloadIsBounded(t *testing.T) {
	long := rows()
	text, err := json.Marshal(string(make([]byte, 100_000)))
	if err != nil {
		t.Fatal(err)
	}
	long[0].Output = text
	p := verifier.NewPayload(superbiz.Question{}, superbiz.Attempt{}, "s-1", long, passed())
	if n := len(p.ToolTraceSummary[0].View); n > 2100 {
		t.Errorf("a view of %d bytes", n)
	}
	if p.ParseStatus != superbiz.ParseEmpty || len(p.Output.Claims) != 0 {
		t.Errorf("an attempt without output: %+v", p)
	}
}
