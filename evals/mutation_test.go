package evals_test

import (
	"slices"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/composer"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/verifier"
)

// TestBrokenRules breaks one rule after the other: one that finds nothing, and one that
// finds fault with everything. Each must turn a case red.
func TestBrokenRules(t *testing.T) {
	m := loadMatrix(t)
	mutants := []struct {
		name string
		run  func(*gatekeeper.Pass) error
	}{
		{"blind", func(*gatekeeper.Pass) error { return nil }},
		{"raging", rage},
	}
	for i, rule := range rules.All() {
		for _, mutant := range mutants {
			t.Run(rule.ID+"/"+mutant.name, func(t *testing.T) {
				t.Parallel()
				all := rules.All()
				broken := *rule
				broken.Run = mutant.run
				all[i] = &broken
				catalogue, err := gatekeeper.NewCatalogue(rules.Version, all...)
				if err != nil {
					t.Fatal(err)
				}
				m.mustKill(t, evaluator(t, catalogue))
			})
		}
	}
}

func rage(p *gatekeeper.Pass) error {
	for i := range p.Output.Claims {
		p.Claimf(&p.Output.Claims[i], "", "it is wrong")
	}
	for i := range p.Output.Hypotheses {
		p.Hypothesisf(&p.Output.Hypotheses[i], "", "it is wrong")
	}
	for i := range p.Output.Actions {
		p.Actionf(&p.Output.Actions[i], "", "it is wrong")
	}
	return nil
}

// TestBrokenGate takes the whole gate away.
func TestBrokenGate(t *testing.T) {
	e := evaluator(t, rules.Catalogue())
	gate := e.Gate
	e.Gate = func(in gatekeeper.Input) (superbiz.GatekeeperResult, *gatekeeper.Case) {
		r, read := gate(in)
		r.Status, r.Severity, r.FailedRules, r.Errors, r.Warnings = superbiz.GatePass, superbiz.SeverityNone, nil, nil, nil
		return r, read
	}
	loadMatrix(t).mustKill(t, e)
}

// TestBrokenVerdict breaks the policy of the verdict, one clause after the other.
func TestBrokenVerdict(t *testing.T) {
	m := loadMatrix(t)
	// before changes what the policy sees, after what it says.
	mutants := []struct {
		name   string
		before func(*verifier.Payload)
		after  func(*superbiz.Decision)
	}{
		{name: "always PASS", after: func(d *superbiz.Decision) { d.Result.Verdict = superbiz.VerdictPass }},
		{name: "always LOW_CONFID", after: func(d *superbiz.Decision) { d.Result.Verdict = superbiz.VerdictLowConfid }},
		{name: "always REJECT", after: func(d *superbiz.Decision) { d.Result.Verdict = superbiz.VerdictReject }},
		{name: "errors withhold nothing", before: func(p *verifier.Payload) {
			p.GatekeeperResult.Errors = nil
			p.GatekeeperResult.Status = superbiz.GatePass
		}},
		{name: "warnings lower nothing", before: func(p *verifier.Payload) { p.GatekeeperResult.Warnings = nil }},
		{name: "a warning lowers as low_confid does", before: graveWarnings},
		{name: "labels lower nothing", after: func(d *superbiz.Decision) {
			if nothingWithheld(d) && d.Result.Verdict == superbiz.VerdictLowConfid {
				d.Result.Verdict = superbiz.VerdictPass
			}
		}},
		{name: "withheld claims lower nothing", after: func(d *superbiz.Decision) {
			if !nothingWithheld(d) && d.Result.Verdict == superbiz.VerdictLowConfid {
				d.Result.Verdict = superbiz.VerdictPass
			}
		}},
		{name: "withheld claims are shown", after: func(d *superbiz.Decision) {
			for i := range d.Claims {
				d.Claims[i].WithheldBy = ""
			}
		}},
		{name: "withheld hypotheses are shown", after: func(d *superbiz.Decision) {
			for i := range d.Hypotheses {
				d.Hypotheses[i].WithheldBy = ""
			}
		}},
		{name: "withheld actions are shown", after: func(d *superbiz.Decision) {
			for i := range d.Actions {
				d.Actions[i].WithheldBy = ""
			}
		}},
		{name: "hypotheses outlive their claims", after: func(d *superbiz.Decision) {
			for i := range d.Hypotheses {
				d.Hypotheses[i].Shown = d.Hypotheses[i].Status
			}
		}},
		{name: "no claim left is no rejection", after: func(d *superbiz.Decision) {
			if d.Result.Verdict == superbiz.VerdictReject && len(d.Claims) > 0 {
				d.Result.Verdict = superbiz.VerdictLowConfid
			}
		}},
		{name: "missing information is no answer", after: func(d *superbiz.Decision) {
			if len(d.Claims) == 0 {
				d.Result.Verdict = superbiz.VerdictReject
			}
		}},
	}
	for _, mutant := range mutants {
		t.Run(mutant.name, func(t *testing.T) {
			t.Parallel()
			e := evaluator(t, rules.Catalogue())
			verify := e.Verify
			e.Verify = func(v verifier.Verifier, p verifier.Payload) superbiz.Decision {
				if mutant.before != nil {
					mutant.before(&p)
				}
				d := verify(v, p)
				if mutant.after != nil {
					mutant.after(&d)
				}
				return d
			}
			m.mustKill(t, e)
		})
	}
}

func graveWarnings(p *verifier.Payload) {
	p.GatekeeperResult.Warnings = slices.Clone(p.GatekeeperResult.Warnings)
	for i := range p.GatekeeperResult.Warnings {
		p.GatekeeperResult.Warnings[i].Severity = superbiz.SeverityLowConfid
	}
}

func nothingWithheld(d *superbiz.Decision) bool {
	return !slices.ContainsFunc(d.Claims, func(c superbiz.JudgedClaim) bool { return c.WithheldBy != "" })
}

// TestVerifierThatIsBelieved has a verifier that takes a model which is down for one that
// agrees.
func TestVerifierThatIsBelieved(t *testing.T) {
	e := evaluator(t, rules.Catalogue())
	verify := e.Verify
	e.Verify = func(_ verifier.Verifier, p verifier.Payload) superbiz.Decision { return verify(verifier.Verifier{}, p) }
	loadMatrix(t).mustKill(t, e)
}

// TestBrokenSelfCheck has a composer that does not read its own text. The composer has no
// switch for that; it is had by hiding from it what its check looks for, and putting it
// back into what it wrote.
func TestBrokenSelfCheck(t *testing.T) {
	e := evaluator(t, rules.Catalogue())
	compose := e.Compose
	e.Compose = func(in composer.Input) superbiz.ComposerResult {
		hide := strings.NewReplacer(hidden(false)...)
		show := strings.NewReplacer(hidden(true)...)
		in.Decision.Claims = slices.Clone(in.Decision.Claims)
		for i := range in.Decision.Claims {
			in.Decision.Claims[i].Text = hide.Replace(in.Decision.Claims[i].Text)
		}
		out := compose(in)
		out.Answer = show.Replace(out.Answer)
		return out
	}
	loadMatrix(t).mustKill(t, e)
}

// hidden pairs words of the machinery with words that mean nothing to the check.
func hidden(back bool) []string {
	var pairs []string
	for i, word := range []string{"evidence_bindings", "evidence.raw_path"} {
		other := "hidden" + strings.Repeat("x", i+1) + "word"
		if back {
			word, other = other, word
		}
		pairs = append(pairs, word, other)
	}
	return pairs
}

// TestComposerThatTellsAll has fallbacks that tell what was withheld, and answers that
// forget to say what they rest on.
func TestComposerThatTellsAll(t *testing.T) {
	m := loadMatrix(t)
	mutants := map[string]func(composer.Input, superbiz.ComposerResult) superbiz.ComposerResult{
		"withheld text": func(in composer.Input, out superbiz.ComposerResult) superbiz.ComposerResult {
			for _, c := range in.Decision.Claims {
				out.Answer += "\n" + c.Text
			}
			return out
		},
		"always the fallback": func(_ composer.Input, out superbiz.ComposerResult) superbiz.ComposerResult {
			out.Status = superbiz.ComposerFallback
			return out
		},
		"never the fallback": func(_ composer.Input, out superbiz.ComposerResult) superbiz.ComposerResult {
			out.Status = superbiz.ComposerValid
			return out
		},
	}
	for name, mutant := range mutants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := evaluator(t, rules.Catalogue())
			compose := e.Compose
			e.Compose = func(in composer.Input) superbiz.ComposerResult { return mutant(in, compose(in)) }
			m.mustKill(t, e)
		})
	}
}
