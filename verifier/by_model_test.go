package verifier_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/verifier"
)

// canned answers with a text, or not at all, and keeps what it was asked.
type canned struct {
	text  string
	err   error
	asked *string
}

func (canned) Name() string           { return "canned" }
func (canned) Features() llm.Features { return llm.Features{Schema: true} }
func (c canned) Chat(_ context.Context, r llm.Request) (llm.Reply, error) {
	*c.asked = r.Messages[1].Text
	return llm.Reply{Message: llm.Message{Text: c.text}, Finish: llm.FinishStop, Usage: llm.Usage{PromptTokens: 7}}, c.err
}

func check(id, contradicted, label string) string {
	return `{"claim_id":"` + id + `","contradicted":` + contradicted + `,"label":"` + label + `","reason":"the value says so"}`
}

func checks(all ...string) string { return `{"checks":[` + strings.Join(all, ",") + `]}` }

func TestByModel(t *testing.T) {
	t.Parallel()
	const supported = superbiz.LabelSupported
	good := check("c2", "false", "supported")
	for name, tc := range map[string]struct {
		text    string
		err     error
		first   superbiz.Label
		status  superbiz.VerifierStatus
		verdict superbiz.Verdict
	}{
		"agrees":                    {checks(check("c1", "false", "supported"), good), nil, supported, superbiz.VerifierCompleted, superbiz.VerdictPass},
		"in another order":          {checks(good, check("c1", "false", "supported")), nil, supported, superbiz.VerifierCompleted, superbiz.VerdictPass},
		"lowers":                    {checks(check("c1", "false", "partial"), good), nil, superbiz.LabelPartial, superbiz.VerifierCompleted, superbiz.VerdictLowConfid},
		"contradiction wins":        {checks(check("c1", "true", "supported"), good), nil, superbiz.LabelContradicted, superbiz.VerifierCompleted, superbiz.VerdictLowConfid},
		"one label too few":         {checks(good), nil, superbiz.LabelNotChecked, superbiz.VerifierFailed, superbiz.VerdictLowConfid},
		"a claim twice":             {checks(good, good), nil, superbiz.LabelNotChecked, superbiz.VerifierFailed, superbiz.VerdictLowConfid},
		"a claim that is not there": {checks(good, check("c9", "false", "supported")), nil, superbiz.LabelNotChecked, superbiz.VerifierFailed, superbiz.VerdictLowConfid},
		"a label that is none":      {checks(check("c1", "false", "PASS"), good), nil, superbiz.LabelNotChecked, superbiz.VerifierFailed, superbiz.VerdictLowConfid},
		"a verdict of its own":      {`{"verdict":"PASS"}`, nil, superbiz.LabelNotChecked, superbiz.VerifierFailed, superbiz.VerdictLowConfid},
		"prose":                     {"All claims are supported.", nil, superbiz.LabelNotChecked, superbiz.VerifierFailed, superbiz.VerdictLowConfid},
		"down":                      {"", &llm.Error{Kind: llm.ErrUnavailable, Err: errors.New("down")}, superbiz.LabelNotChecked, superbiz.VerifierFailed, superbiz.VerdictLowConfid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked string
			labeller, err := verifier.NewByModel(verifier.ModelConfig{Model: canned{tc.text, tc.err, &asked}})
			if err != nil {
				t.Fatal(err)
			}
			p := payload(t, sound(), passed())
			var spent superbiz.Usage
			p.Spend = func(u superbiz.Usage) { spent = spent.Add(u) }
			got := verifier.Verifier{Model: labeller}.Verify(t.Context(), p).Result
			if got.ClaimChecks[0].Label != tc.first || got.Status != tc.status || got.Verdict != tc.verdict || got.Mode != superbiz.ModeModel {
				t.Errorf("got %+v", got)
			}
			if spent.ModelCalls != 1 {
				t.Errorf("spent %+v", spent)
			}
			if !strings.Contains(asked, `"claims_to_label"`) || !strings.Contains(asked, `"path":"$.connections","value":"20"`) {
				t.Errorf("asked %s", asked)
			}
		})
	}
	if _, err := verifier.NewByModel(verifier.ModelConfig{}); err == nil {
		t.Error("no error without a model")
	}
}

func TestAModelRaisesNothing(t *testing.T) {
	t.Parallel()
	out := sound()
	out.Claims[0] = claim("c1", "The pool has 4711 connections.")
	labeller, err := verifier.NewByModel(verifier.ModelConfig{Model: canned{text: checks(check("c1", "false", "supported"), check("c2", "false", "supported")), asked: new(string)}})
	if err != nil {
		t.Fatal(err)
	}
	got := verifier.Verifier{Model: labeller}.Verify(t.Context(), payload(t, out, passed())).Result
	if got.ClaimChecks[0].Label != superbiz.LabelUnsupported || got.Verdict != superbiz.VerdictLowConfid {
		t.Errorf("got %+v", got)
	}
}
