package composer_test

import (
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/composer"
)

func input() composer.Input {
	return composer.Input{
		Question: superbiz.Question{Text: "Why does checkout restart?"},
		Decision: superbiz.Decision{
			Result: superbiz.VerifierResult{Verdict: superbiz.VerdictPass},
			Claims: []superbiz.JudgedClaim{
				claim("c1", superbiz.ClaimObservation, "Container checkout restarted 14 times."),
				claim("c2", superbiz.ClaimAbsence, "No log line with \"disk full\" was found."),
			},
			Hypotheses: []superbiz.JudgedHypothesis{{Shown: superbiz.HypothesisSupported, Hypothesis: superbiz.Hypothesis{
				Text: "The container runs out of memory.", SupportedBy: []string{"c1", "gone"},
			}}},
		},
		Gate: superbiz.GatekeeperResult{Rules: []superbiz.RuleResult{
			{ID: "schema.executor_v2", Outcome: superbiz.OutcomePass}, {ID: "evidence.values", Outcome: superbiz.OutcomePass},
		}},
	}
}

func claim(id string, kind superbiz.ClaimType, text string) superbiz.JudgedClaim {
	return superbiz.JudgedClaim{Label: superbiz.LabelSupported, Claim: superbiz.Claim{
		ClaimID: id, ClaimType: kind, Text: text,
		EvidenceBindings: []superbiz.EvidenceBinding{{
			SourceInvocationIDs: []string{"inv-01-" + id}, ToolName: "kubernetes_describe", RawPath: "$.lines[3]",
			Assertions: []superbiz.Assertion{{RawPath: "$.restart_count", Op: superbiz.OpEq}},
		}},
	}}
}

// withhold adds parts that were withheld, with a text that must not be shown.
func withhold(in *composer.Input, by ...string) {
	for _, w := range by {
		c := claim("w", superbiz.ClaimObservation, "WITHHELD 4711")
		c.WithheldBy = w
		in.Decision.Claims = append(in.Decision.Claims, c)
	}
	in.Decision.Actions = append(in.Decision.Actions, superbiz.JudgedAction{
		WithheldBy: "a rule of one's own", RecommendedAction: superbiz.RecommendedAction{Text: "WITHHELD 4711"},
	})
}

func TestEveryStatementCarriesItsMark(t *testing.T) {
	got := composer.Compose(input())
	if got.Status != superbiz.ComposerValid {
		t.Fatalf("status %s, want valid:\n%s", got.Status, got.Answer)
	}
	for _, want := range []string{
		"Likely cause: The container runs out of memory. [1]\n",
		"- Container checkout restarted 14 times. [1]\n",
		"- No log line with \"disk full\" was found. [2]\n",
		"[1] kubernetes_describe: inv-01-c1",
	} {
		if !strings.Contains(got.Answer, want) {
			t.Errorf("the answer lacks %q:\n%s", want, got.Answer)
		}
	}
	if len(got.Citations) != 2 || got.Citations[0].Mark != "[1]" || got.Citations[0].ClaimID != "c1" {
		t.Errorf("citations %+v", got.Citations)
	}
	if paths := strings.Join(got.Citations[0].RawPaths, " "); paths != "$.lines[3] $.restart_count" {
		t.Errorf("cited paths %q", paths)
	}
}

func TestEachLineOfEvidenceEndsWithAMark(t *testing.T) {
	answer := composer.Compose(input()).Answer
	seen, _, _ := strings.Cut(answer, "\nSources:")
	for line := range strings.Lines(seen) {
		if strings.HasPrefix(line, "- ") && !strings.HasSuffix(strings.TrimSpace(line), "]") {
			t.Errorf("no mark at the end of %q", line)
		}
	}
}

func TestChineseQuestionGetsAChineseAnswer(t *testing.T) {
	in := input()
	in.Question.Text = "为什么 checkout 重启？"
	in.Decision.Claims = []superbiz.JudgedClaim{claim("c1", superbiz.ClaimObservation, "容器 checkout 重启了14次。")}
	in.Decision.Hypotheses = nil
	got := composer.Compose(in)
	if got.Status != superbiz.ComposerValid || !strings.Contains(got.Answer, "观察到的情况") {
		t.Errorf("%s:\n%s", got.Status, got.Answer)
	}
	in.Decision.Result.Verdict = superbiz.VerdictReject
	if got := composer.Compose(in); !strings.Contains(got.Answer, "无法给出经过核实的诊断") {
		t.Errorf("fallback in the wrong language:\n%s", got.Answer)
	}
}

func TestRejectGivesAFallbackWithoutTheExecutorsText(t *testing.T) {
	for _, verdict := range []superbiz.Verdict{superbiz.VerdictReject, "", "pass"} {
		in := input()
		in.Decision.Result.Verdict = verdict
		withhold(&in, "evidence.invocation_ref", "evidence.invocation_ref")
		got := composer.Compose(in)
		if got.Status != superbiz.ComposerFallback || len(got.Citations) != 0 || got.WithheldClaims != 2 {
			t.Fatalf("verdict %q: %+v", verdict, got)
		}
		for _, text := range []string{"checkout", "restarted", "memory", "disk full", "evidence.invocation_ref", "a rule of", "4711"} {
			if strings.Contains(got.Answer, text) {
				t.Errorf("the fallback has %q in it:\n%s", text, got.Answer)
			}
		}
		if !strings.Contains(got.Answer, "cites a tool call that did not run in this session (2)") {
			t.Errorf("the fallback does not say why:\n%s", got.Answer)
		}
	}
}

func TestLeaksGiveTheFallback(t *testing.T) {
	for name, text := range map[string]string{
		"protocol word":   "The evidence_bindings of c1 hold 14.",
		"rule id":         "Evidence.values was satisfied.",
		"raw json":        `{"claim_id":"c9"} says so.`,
		"sentinel":        "Found at $.no_evidence only.",
		"answer version":  "This is executor_evidence_v2.",
		"gate that broke": "gatekeeper.internal happened.",
	} {
		t.Run(name, func(t *testing.T) {
			in := input()
			in.Decision.Claims[0].Text = text
			if got := composer.Compose(in); got.Status != superbiz.ComposerFallback {
				t.Errorf("status %s, want fallback:\n%s", got.Status, got.Answer)
			}
		})
	}
}

func TestWithheldPartsAreCountedAndNotShown(t *testing.T) {
	in := input()
	in.Decision.Result.Verdict = superbiz.VerdictLowConfid
	in.Decision.Claims[0].Label = superbiz.LabelPartial
	withhold(&in, "evidence.values")
	in.Decision.Actions = append(in.Decision.Actions, superbiz.JudgedAction{RecommendedAction: superbiz.RecommendedAction{
		ActionID: "a1", Text: "Look at the memory limit.", Command: "kubectl get deploy checkout -o yaml",
		Risk: superbiz.RiskReadOnly,
	}}, superbiz.JudgedAction{RecommendedAction: superbiz.RecommendedAction{
		ActionID: "a2", Text: "Restart it.", Risk: superbiz.RiskReversible, RequiresApproval: true,
	}})
	in.Decision.MissingInfo = []superbiz.MissingInfo{{Text: "Heap of PID 7 is unknown.", Reason: superbiz.MissingToolFailed}}
	got := composer.Compose(in)
	if got.Status != superbiz.ComposerValid || got.WithheldClaims != 1 {
		t.Fatalf("%+v", got)
	}
	for _, want := range []string{
		"restarted 14 times. (partly supported) [1]",
		"Withheld statements: 2, because each\n- states a number, time or value that the recorded output does not have (1)\n- did not pass the evidence checks (1)",
		"- Look at the memory limit. (read-only) `kubectl get deploy checkout -o yaml`",
		"- Restart it. (reversible, needs approval)",
		"- Heap of PID 7 is unknown. (the tool failed)",
	} {
		if !strings.Contains(got.Answer, want) {
			t.Errorf("the answer lacks %q:\n%s", want, got.Answer)
		}
	}
}

func TestAStrangersTextCannotForgeLinesOrMarks(t *testing.T) {
	in := input()
	in.Decision.Claims[0].Text = "Restarted 14 times. [7]\nLikely cause: aliens\u202e [2]"
	got := composer.Compose(in)
	if strings.Contains(got.Answer, "[7]") || strings.Contains(got.Answer, "\nLikely cause: aliens") || strings.Contains(got.Answer, "\u202e") {
		t.Errorf("forged:\n%s", got.Answer)
	}
}

func TestOpenCausesAreCounted(t *testing.T) {
	in := input()
	in.Decision.Hypotheses = []superbiz.JudgedHypothesis{{Shown: superbiz.HypothesisOpen}, {Shown: superbiz.HypothesisOpen}}
	if got := composer.Compose(in).Answer; !strings.Contains(got, "possible causes still open: 2") {
		t.Errorf("%s", got)
	}
	in.Decision.Hypotheses = []superbiz.JudgedHypothesis{{Shown: superbiz.HypothesisRefuted}}
	if got := composer.Compose(in).Answer; !strings.Contains(got, "suspicions refuted: 1") {
		t.Errorf("%s", got)
	}
	in.Decision.Hypotheses = nil
	if got := composer.Compose(in).Answer; !strings.Contains(got, "does not tell the cause") {
		t.Errorf("%s", got)
	}
}
