package eval

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

// check returns what makes expectations impossible to judge: words that no run can
// produce, and parts that ask for nothing.
func (e *Expectations) check() error {
	for _, v := range e.vocabularies() {
		for _, word := range v.words {
			if !slices.Contains(v.known, word) {
				return fmt.Errorf("%s: there is no %q%s", v.name, word, gatekeeper.Nearest(word, v.known))
			}
		}
	}
	for i, p := range e.Findings {
		if p == (FindingPattern{}) {
			return fmt.Errorf("findings[%d] says nothing of the finding", i)
		}
	}
	for i, p := range e.NoFindings {
		if p == (FindingPattern{}) {
			return fmt.Errorf("no_findings[%d] says nothing of the finding; for none at all write counts: {errors: 0, warnings: 0}", i)
		}
	}
	for i, v := range e.Values {
		if err := v.check(); err != nil {
			return fmt.Errorf("values[%d]: %w", i, err)
		}
	}
	if err := e.ToolCalls.check(); err != nil {
		return fmt.Errorf("tool_calls: %w", err)
	}
	return e.checkBounds()
}

// checkRules returns an error for the first rule that is named and that there is not.
func (e *Expectations) checkRules(known []string) error {
	named := slices.Concat(e.FailedRules.words(), e.WarnedRules.words(), slices.Sorted(maps.Keys(e.Rules)))
	for _, p := range slices.Concat(e.Findings, e.NoFindings) {
		if p.Rule != "" {
			named = append(named, p.Rule)
		}
	}
	for _, id := range named {
		if !slices.Contains(known, id) {
			return fmt.Errorf("expect: there is no rule %q%s", id, gatekeeper.Nearest(id, known))
		}
	}
	return nil
}

// The words that a run can come to.
var (
	verdictWords  = words(superbiz.VerdictPass, superbiz.VerdictLowConfid, superbiz.VerdictReject)
	gateWords     = words(superbiz.GatePass, superbiz.GateWarn, superbiz.GateFail)
	parseWords    = words(superbiz.ParseValid, superbiz.ParseExtracted, superbiz.ParseInvalid, superbiz.ParseEmpty)
	verifierWords = words(superbiz.VerifierCompleted, superbiz.VerifierFailed, superbiz.VerifierNotRun)
	composerWords = words(superbiz.ComposerValid, superbiz.ComposerFallback)
	labelWords    = words(superbiz.LabelContradicted, superbiz.LabelUnsupported, superbiz.LabelNotChecked, superbiz.LabelPartial, superbiz.LabelSupported)
	driftWords    = driftMembers()
)

// vocabulary is a list of words and those that there are.
type vocabulary struct {
	name         string
	words, known []string
}

func (e *Expectations) vocabularies() []vocabulary {
	out := []vocabulary{
		{"verdict", e.Verdict, verdictWords},
		{"gate_status", e.GateStatus, gateWords},
		{"parse_status", e.ParseStatus, parseWords},
		{"verifier_status", e.VerifierStatus, verifierWords},
		{"composer_status", e.ComposerStatus, composerWords},
		{"drift", e.Drift.words(), driftWords},
	}
	for _, id := range slices.Sorted(maps.Keys(e.ClaimLabels)) {
		out = append(out, vocabulary{"claim_labels." + id, e.ClaimLabels[id], labelWords})
	}
	return out
}

func words[T ~string](list ...T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

func (s *Set) words() []string {
	if s == nil {
		return nil
	}
	out := slices.Concat(s.All, s.Any, s.None)
	if s.Exact != nil {
		out = append(out, *s.Exact...)
	}
	return out
}

func (v *ValueExpectation) check() error {
	if _, err := evidence.ParsePath(v.Path); err != nil {
		return fmt.Errorf("path %.80q: %w", v.Path, err)
	}
	switch {
	case v.Equals == nil && v.Contains == "" && v.Exists == nil && v.Min == nil && v.Max == nil:
		return fmt.Errorf("%s: say equals, contains, exists, min or max", v.Path)
	case v.Exists != nil && !*v.Exists && (v.Equals != nil || v.Contains != "" || v.Min != nil || v.Max != nil):
		return fmt.Errorf("%s: what does not exist has no value", v.Path)
	}
	return checkBounds(v.Path, &Bounds{v.Min, v.Max})
}

func (c *CallExpectation) check() error {
	if c == nil {
		return nil
	}
	known := words(CallsExact, CallsInOrder, CallsAnyOrder, CallsSubset, CallsSuperset)
	if !slices.Contains(known, string(c.Mode)) {
		return fmt.Errorf("mode: there is no %q%s", c.Mode, gatekeeper.Nearest(string(c.Mode), known))
	}
	if len(c.Calls) > maxCalls {
		return fmt.Errorf("%d calls are more than the %d that are matched", len(c.Calls), maxCalls)
	}
	return nil
}

func (e *Expectations) checkBounds() error {
	if err := checkBounds("checked_bindings", e.CheckedBindings); err != nil {
		return err
	}
	for _, c := range e.Counts.all() {
		if err := checkBounds("counts."+c.name, c.bounds); err != nil {
			return err
		}
	}
	return nil
}

func checkBounds(name string, b *Bounds) error {
	if b != nil && b.Min != nil && b.Max != nil && *b.Min > *b.Max {
		return fmt.Errorf("%s: no number is at least %s and at most %s", strings.TrimSpace(name), number(*b.Min), number(*b.Max))
	}
	return nil
}
