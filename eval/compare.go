package eval

import (
	"fmt"
	"slices"
	"strings"
)

// ChangeKind says how a case differs from a baseline.
type ChangeKind string

// The kinds, in the order in which they are told.
const (
	NewFailure   ChangeKind = "new_failure"   // it does not pass, and did or was not there
	Removed      ChangeKind = "removed"       // it is gone: what it held is held no more
	ChangedInput ChangeKind = "changed_input" // the case, its fixture or the rules differ: look again
	NewDrift     ChangeKind = "new_drift"     // stored results no longer follow that did
	StillFailing ChangeKind = "still_failing" // known, and not better
	Moved        ChangeKind = "moved"         // it passes as before, by another signal
	Added        ChangeKind = "added"         // it passes, and is not in the baseline
	Fixed        ChangeKind = "fixed"         // it passes, and did not
	Unchanged    ChangeKind = "unchanged"
)

// Regresses reports whether a change of the kind needs somebody to look at it before
// work goes on.
func (k ChangeKind) Regresses() bool {
	return k == NewFailure || k == Removed || k == ChangedInput || k == NewDrift
}

func kinds() []ChangeKind {
	return []ChangeKind{NewFailure, Removed, ChangedInput, NewDrift, StillFailing, Moved, Added, Fixed, Unchanged}
}

// Change is one case beside its baseline.
type Change struct {
	ID     string     `json:"id"`
	Kind   ChangeKind `json:"kind"`
	Detail string     `json:"detail,omitempty"`
}

// Comparison is everything that changed.
type Comparison struct {
	Before  string   `json:"before"` // the rule set versions
	After   string   `json:"after"`
	Changes []Change `json:"changes"` // by kind, then id; unchanged cases are not listed

	kinds map[string][]ChangeKind // by id, for reports
	count map[ChangeKind]int
}

// Compare compares a report with a baseline.
func (r *Report) Compare(before Baseline) Comparison { return Compare(before, r.snapshot()) }

// Compare compares two baselines. A case may have changed in more than one way: new
// inputs and a new failure are two changes.
func Compare(before, after Baseline) Comparison {
	c := Comparison{
		Before: before.RuleSetVersion, After: after.RuleSetVersion, Changes: []Change{},
		kinds: make(map[string][]ChangeKind), count: make(map[ChangeKind]int),
	}
	old := make(map[string]Entry, len(before.Cases))
	for _, e := range before.Cases {
		old[e.ID] = e
	}
	for _, e := range after.Cases {
		was, known := old[e.ID]
		delete(old, e.ID)
		c.compare(was, e, known)
	}
	for id, was := range old {
		c.add(id, Removed, "was "+string(was.Status))
	}
	slices.SortFunc(c.Changes, func(a, b Change) int {
		if d := slices.Index(kinds(), a.Kind) - slices.Index(kinds(), b.Kind); d != 0 {
			return d
		}
		return strings.Compare(a.ID, b.ID)
	})
	return c
}

func (c *Comparison) add(id string, kind ChangeKind, detail string) {
	c.count[kind]++
	c.kinds[id] = append(c.kinds[id], kind)
	if kind != Unchanged {
		c.Changes = append(c.Changes, Change{ID: id, Kind: kind, Detail: detail})
	}
}

func (c *Comparison) compare(was, now Entry, known bool) {
	passes := now.Status == StatusPass
	before := len(c.kinds[now.ID])
	if !known {
		if passes {
			c.add(now.ID, Added, now.Signal.String())
		} else {
			c.add(now.ID, NewFailure, "added, and "+outcome(now))
		}
		return
	}
	passed := was.Status == StatusPass
	switch newly := missing(now.Failed, was.Failed); {
	case !passes && passed:
		c.add(now.ID, NewFailure, outcome(now))
	case !passes && (now.Status != was.Status || len(newly) > 0):
		c.add(now.ID, NewFailure, "it failed before, but not so: "+outcome(now))
	case !passes:
		c.add(now.ID, StillFailing, outcome(now))
	case !passed:
		c.add(now.ID, Fixed, now.Signal.String())
	}
	if detail := differing(was.Inputs, now.Inputs); detail != "" {
		c.add(now.ID, ChangedInput, detail)
	}
	if drifted := missing(now.Drift, was.Drift); len(drifted) > 0 {
		c.add(now.ID, NewDrift, strings.Join(drifted, ", "))
	}
	if passes && passed && was.Signal.String() != now.Signal.String() {
		c.add(now.ID, Moved, was.Signal.String()+" became "+now.Signal.String())
	}
	if len(c.kinds[now.ID]) == before {
		c.add(now.ID, Unchanged, "")
	}
}

func outcome(e Entry) string {
	if len(e.Failed) == 0 {
		return "is " + string(e.Status)
	}
	return "fails " + strings.Join(e.Failed, ", ")
}

// differing names the inputs that are not what they were.
func differing(was, now Inputs) string {
	var parts []string
	for _, p := range []struct{ name, was, now string }{
		{"the case", was.Case, now.Case}, {"the fixture", was.Fixture, now.Fixture}, {"the rule set", was.RuleSet, now.RuleSet},
	} {
		if p.was != p.now {
			parts = append(parts, p.name)
		}
	}
	return strings.Join(parts, ", ")
}

func missing(members, from []string) []string {
	var out []string
	for _, m := range members {
		if !slices.Contains(from, m) {
			out = append(out, m)
		}
	}
	return out
}

// Regressed reports whether anything got worse, vanished or needs a new look.
func (c Comparison) Regressed() bool {
	return slices.ContainsFunc(c.Changes, func(change Change) bool { return change.Kind.Regresses() })
}

// Of returns how a case changed.
func (c Comparison) Of(id string) []ChangeKind { return c.kinds[id] }

// String counts the changes in words.
func (c Comparison) String() string {
	var parts []string
	for _, kind := range kinds() {
		if n := c.count[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.ReplaceAll(string(kind), "_", " ")))
		}
	}
	return strings.Join(parts, ", ")
}

// String tells a signal in a line.
func (s Signal) String() string {
	out := fmt.Sprintf("%s, gate %s, composer %s", s.Verdict, s.GateStatus, s.ComposerStatus)
	if len(s.FailedRules) > 0 {
		out += ", fails " + strings.Join(s.FailedRules, " ")
	}
	if len(s.WarnedRules) > 0 {
		out += ", warns " + strings.Join(s.WarnedRules, " ")
	}
	return out
}
