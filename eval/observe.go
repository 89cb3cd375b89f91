package eval

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// observer holds what came of a replay against what a case expects of it.
type observer struct {
	*Replay
	drift  []Drift
	checks []Check

	root  *yaml.Node     // of the case file
	lines map[string]int // where expectations stand in it; made when first needed

	values *evidence.Document // the object that values look into; made when first needed
}

func (o *observer) add(name string, status Status, want, got string) {
	c := Check{Expectation: name, Status: status}
	if status != StatusPass {
		c.Want, c.Got, c.Line = cut(want), cut(got), o.line(name)
	}
	o.checks = append(o.checks, c)
}

// line returns where an expectation stands: its own line, else that of its parent.
func (o *observer) line(name string) int {
	if o.lines == nil {
		o.lines = linesOf(o.root)
	}
	for {
		if line, ok := o.lines[name]; ok || name == "" {
			return max(line, 1)
		}
		name = name[:max(0, strings.LastIndexAny(name, ".["))]
	}
}

func (o *observer) holds(name string, ok bool, want, got string) {
	status := StatusPass
	if !ok {
		status = StatusFail
	}
	o.add(name, status, want, got)
}

// unseen records an expectation that had nothing to look at.
func (o *observer) unseen(name, why string) { o.add(name, StatusNotEvaluated, "", why) }

// expectations checks everything that is asked for, in the order of the type.
func (o *observer) expectations(e *Expectations) {
	o.word("verdict", e.Verdict, string(o.Verdict()))
	o.word("gate_status", e.GateStatus, string(o.Gate.Status))
	o.word("parse_status", e.ParseStatus, string(o.ParseStatus))
	o.word("verifier_status", e.VerifierStatus, string(o.Decision.Result.Status))
	o.word("composer_status", e.ComposerStatus, string(o.Answer.Status))
	o.set("failed_rules", e.FailedRules, o.Gate.FailedRules, nil)
	o.set("warned_rules", e.WarnedRules, rulesOf(o.Gate.Warnings), nil)
	o.findings(e)
	o.statements(e)
	o.answer(&e.Answer)
	o.bounds("checked_bindings", e.CheckedBindings, o.Gate.CheckedBindings)
	for _, c := range e.Counts.all() {
		o.bounds("counts."+c.name, c.bounds, c.count(o.Replay))
	}
	for i := range e.Values {
		o.value(fmt.Sprintf("values[%d]", i), &e.Values[i])
	}
	o.calls(e.ToolCalls)
	o.set("drift", e.Drift, membersOf(o.drift), nil)
	if e.RuleSetVersion != "" {
		o.holds("rule_set_version", o.Gate.RuleSetVersion == e.RuleSetVersion, e.RuleSetVersion, o.Gate.RuleSetVersion)
	}
	o.rules(e.Rules)
}

func (o *observer) word(name string, want Words, got string) {
	switch {
	case want == nil:
	case len(want) == 0:
		o.unseen(name, "the list of what would do is empty")
	default:
		o.holds(name, slices.Contains(want, got), want.String(), got)
	}
}

func (o *observer) bounds(name string, want *Bounds, got int) {
	switch {
	case want == nil:
	case want.Min == nil && want.Max == nil:
		o.unseen(name, "there is neither min nor max")
	default:
		o.holds(name, want.holds(float64(got)), want.String(), fmt.Sprint(got))
	}
}

// statements checks what became of claims, hypotheses and actions.
func (o *observer) statements(e *Expectations) {
	for _, id := range slices.Sorted(maps.Keys(e.ClaimLabels)) {
		o.word("claim_labels."+id, e.ClaimLabels[id], o.label(id))
	}
	shown, withheld := o.claims(false), o.claims(true)
	claims := slices.Concat(shown, withheld)
	o.set("shown_claims", e.ShownClaims, shown, claims)
	o.set("withheld_claims", e.WithheldClaims, withheld, claims)
	o.set("withheld_hypotheses", e.WithheldHypotheses, o.hypotheses(true), o.hypotheses(false))
	o.set("withheld_actions", e.WithheldActions, o.actions(true), o.actions(false))
	o.set("cited_paths", e.CitedPaths, o.citedPaths(), nil)
	o.word("likely_cause", e.LikelyCause, o.likelyCause())
}

// label returns the label of a claim that the gate let pass.
func (o *observer) label(claimID string) string {
	for _, c := range o.Decision.Result.ClaimChecks {
		if c.ClaimID == claimID {
			return string(c.Label)
		}
	}
	return "no label: the gate withheld it, or there is no such claim"
}

func (r *Replay) claims(withheld bool) []string {
	ids := []string{}
	for _, c := range r.Decision.Claims {
		if (c.WithheldBy != "") == withheld {
			ids = append(ids, c.ClaimID)
		}
	}
	return ids
}

// hypotheses returns the ids of those withheld, or of all.
func (r *Replay) hypotheses(withheld bool) []string {
	ids := []string{}
	for _, h := range r.Decision.Hypotheses {
		if !withheld || h.WithheldBy != "" {
			ids = append(ids, h.HypothesisID)
		}
	}
	return ids
}

// actions returns the ids of those withheld, or of all.
func (r *Replay) actions(withheld bool) []string {
	ids := []string{}
	for _, a := range r.Decision.Actions {
		if !withheld || a.WithheldBy != "" {
			ids = append(ids, a.ActionID)
		}
	}
	return ids
}

// citedPaths returns the raw_paths of the claims that the answer shows.
func (r *Replay) citedPaths() []string {
	paths := []string{}
	for _, c := range r.Answer.Citations {
		for _, p := range c.RawPaths {
			if !slices.Contains(paths, p) {
				paths = append(paths, p)
			}
		}
	}
	return paths
}

// likelyCause returns the cause code of the hypothesis that an answer shows.
func (r *Replay) likelyCause() string {
	for _, h := range r.Decision.Hypotheses {
		if r.Answer.Status != superbiz.ComposerValid || h.WithheldBy != "" || h.Shown != superbiz.HypothesisSupported {
			continue
		}
		if h.Cause == nil {
			return "a cause without a code"
		}
		return h.Cause.Code
	}
	return "none"
}

func rulesOf(findings []superbiz.Finding) []string {
	ids := []string{}
	for _, f := range findings {
		if !slices.Contains(ids, f.RuleID) {
			ids = append(ids, f.RuleID)
		}
	}
	return ids
}

// cut keeps what a report shows of a value short.
func cut(s string) string {
	const most = 400
	for i := range s {
		if i >= most {
			return s[:i] + "…"
		}
	}
	return s
}
