package eval

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// findings checks that each pattern has a finding of its own, and that those which
// must not be there have none.
func (o *observer) findings(e *Expectations) {
	all := slices.Concat(o.Gate.Errors, o.Gate.Warnings)
	matched := pair(len(e.Findings), len(all), func(want, got int) bool { return e.Findings[want].matches(all[got]) })
	for i, p := range e.Findings {
		o.holds(fmt.Sprintf("findings[%d]", i), matched[i] >= 0, p.String(), found(all))
	}
	claims := slices.Concat(o.claims(false), o.claims(true))
	for i, p := range e.NoFindings {
		if p.Claim != "" && !slices.Contains(claims, p.Claim) {
			o.unseen(fmt.Sprintf("no_findings[%d]", i), "there is no claim "+p.Claim+" in the run")
			continue
		}
		at := slices.IndexFunc(all, p.matches)
		got := "none"
		if at >= 0 {
			got = found(all[at : at+1])
		}
		o.holds(fmt.Sprintf("no_findings[%d]", i), at < 0, "no "+p.String(), got)
	}
}

func (p FindingPattern) matches(f superbiz.Finding) bool {
	return (p.Rule == "" || p.Rule == f.RuleID) &&
		(p.Severity == "" || p.Severity == f.Severity) &&
		(p.Claim == "" || p.Claim == f.ClaimID) &&
		(p.Hypothesis == "" || p.Hypothesis == f.HypothesisID) &&
		(p.Action == "" || p.Action == f.ActionID) &&
		(p.Target == "" || p.Target == f.Target) &&
		strings.Contains(f.Message, p.Message)
}

// String describes the finding that is looked for.
func (p FindingPattern) String() string {
	parts := []string{"finding"}
	for _, part := range []struct{ name, value string }{
		{"of", p.Rule}, {"severity", string(p.Severity)}, {"on claim", p.Claim}, {"on hypothesis", p.Hypothesis},
		{"on action", p.Action}, {"at", p.Target}, {"that says", p.Message},
	} {
		if part.value != "" {
			parts = append(parts, part.name, part.value)
		}
	}
	return strings.Join(parts, " ")
}

func found(findings []superbiz.Finding) string {
	if len(findings) == 0 {
		return "no finding"
	}
	var out []string
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%s at %s: %s", f.RuleID, f.Target, f.Message))
	}
	return strings.Join(out, "; ")
}

// rules checks metadata of rules, for the cases that ask for it.
func (o *observer) rules(want map[string]RuleExpectation) {
	for _, id := range slices.Sorted(maps.Keys(want)) {
		at := slices.IndexFunc(o.Gate.Rules, func(r superbiz.RuleResult) bool { return r.ID == id })
		name := "rules." + id
		if at < 0 {
			o.holds(name, false, "a rule "+id, "the gate reports no such rule")
			continue
		}
		o.rule(name, want[id], o.Gate.Rules[at])
	}
}

func (o *observer) rule(name string, want RuleExpectation, got superbiz.RuleResult) {
	if want == (RuleExpectation{}) {
		o.unseen(name, "it asks for nothing: give enabled, severity or outcome")
	}
	if want.Enabled != nil {
		o.holds(name+".enabled", got.Enabled == *want.Enabled, fmt.Sprint(*want.Enabled), fmt.Sprint(got.Enabled))
	}
	if want.Severity != "" {
		o.holds(name+".severity", got.Severity == want.Severity, string(want.Severity), string(got.Severity))
	}
	if want.Outcome != "" {
		o.holds(name+".outcome", got.Outcome == want.Outcome, string(want.Outcome), string(got.Outcome))
	}
}
