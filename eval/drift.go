package eval

import (
	"encoding/json"
	"fmt"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
)

// Drift is a stored result that no longer follows from what the run recorded: the
// product changed since, or the trace did.
type Drift struct {
	Member string `json:"member"`
	Stored string `json:"stored"`
	Now    string `json:"now"`
}

// driftMember is one result that a trace may hold; stored reports whether it does.
type driftMember struct {
	name   string
	stored func(*superbiz.DiagnosisTrace) (any, bool)
	now    func(*Replay) any
}

// compared is what is compared. Messages are left out: a better wording is no other
// result. So is the version of the rule set, for which a case may ask by itself. What a
// trace does not say cannot drift.
var compared = slices.Concat(gateMembers(), verifierMembers(), composerMembers())

func gateMembers() []driftMember {
	gate := func(name string, of func(superbiz.GatekeeperResult) any) driftMember {
		return driftMember{"gatekeeper_result." + name, func(t *superbiz.DiagnosisTrace) (any, bool) {
			stored := lastAttempt(t).GatekeeperResult
			if stored == nil {
				return nil, false
			}
			return of(*stored), true
		}, func(r *Replay) any { return of(r.Gate) }}
	}
	return []driftMember{
		{"parse_status", func(t *superbiz.DiagnosisTrace) (any, bool) {
			status := lastAttempt(t).ParseStatus
			return status, status != ""
		}, func(r *Replay) any { return r.ParseStatus }},
		gate("status", func(g superbiz.GatekeeperResult) any { return g.Status }),
		gate("failed_rules", func(g superbiz.GatekeeperResult) any { return g.FailedRules }),
		gate("checked_bindings", func(g superbiz.GatekeeperResult) any { return g.CheckedBindings }),
		gate("errors", func(g superbiz.GatekeeperResult) any { return places(g.Errors) }),
		gate("warnings", func(g superbiz.GatekeeperResult) any { return places(g.Warnings) }),
	}
}

func verifierMembers() []driftMember {
	return []driftMember{
		{"verifier.verdict", func(t *superbiz.DiagnosisTrace) (any, bool) {
			if t.Verifier == nil {
				return nil, false
			}
			return t.Verifier.Verdict, true
		}, func(r *Replay) any { return r.Decision.Result.Verdict }},
		{"verifier.claim_checks", func(t *superbiz.DiagnosisTrace) (any, bool) {
			if t.Verifier == nil {
				return nil, false
			}
			return labels(t.Verifier.ClaimChecks), true
		}, func(r *Replay) any { return labels(r.Decision.Result.ClaimChecks) }},
	}
}

func composerMembers() []driftMember {
	answer := func(name string, of func(superbiz.ComposerResult) any) driftMember {
		return driftMember{"composer." + name, func(t *superbiz.DiagnosisTrace) (any, bool) {
			if t.Composer == nil {
				return nil, false
			}
			return of(*t.Composer), true
		}, func(r *Replay) any { return of(r.Answer) }}
	}
	return []driftMember{
		answer("status", func(c superbiz.ComposerResult) any { return c.Status }),
		answer("answer", func(c superbiz.ComposerResult) any { return shownAnswer(c) }),
		answer("withheld_claims", func(c superbiz.ComposerResult) any { return c.WithheldClaims }),
	}
}

// shownAnswer leaves the text of a fallback out: it is fixed, but for how many rules
// there are, and no fixture should age by that.
func shownAnswer(c superbiz.ComposerResult) string {
	if c.Status != superbiz.ComposerValid {
		return ""
	}
	return c.Answer
}

func lastAttempt(t *superbiz.DiagnosisTrace) superbiz.Attempt {
	if n := len(t.Executor.Attempts); n > 0 {
		return t.Executor.Attempts[n-1]
	}
	return superbiz.Attempt{}
}

func places(findings []superbiz.Finding) []string {
	out := []string{}
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%s at %s (%s)", f.RuleID, f.Target, f.Severity))
	}
	return out
}

func labels(checks []superbiz.ClaimCheck) []string {
	out := []string{}
	for _, c := range checks {
		out = append(out, fmt.Sprintf("%s %s", c.ClaimID, c.Label))
	}
	return out
}

// driftOf returns what a trace says it came to that the replay does not.
func driftOf(r *Replay) []Drift {
	var out []Drift
	for _, m := range compared {
		stored, ok := m.stored(r.Trace)
		if !ok {
			continue
		}
		was, now := told(stored), told(m.now(r))
		if was != now {
			out = append(out, Drift{Member: m.name, Stored: cut(was), Now: cut(now)})
		}
	}
	return out
}

// told writes a result as JSON. An empty list and none are one.
func told(v any) string {
	if list, ok := v.([]string); ok && len(list) == 0 {
		return "[]"
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

func driftMembers() []string {
	var names []string
	for _, m := range compared {
		names = append(names, m.name)
	}
	return names
}

func membersOf(drift []Drift) []string {
	names := []string{}
	for _, d := range drift {
		names = append(names, d.Member)
	}
	return names
}
