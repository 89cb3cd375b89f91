package gatekeeper

import (
	"fmt"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// Rule is one deterministic check. Rules are values: they hold no state, and one
// Rule may run in many gates at once.
type Rule struct {
	ID              string // category.name, stable for ever
	Description     string // one line, goes into every result
	Doc             string // the rule's page, Markdown
	DefaultSeverity superbiz.Severity
	Locked          bool // configuration may not touch it
	Reads           Part // what must be there for the rule to run
	Params          []Param

	// LeavesOutputs says that the rule looks into no recorded output: it can read
	// claims that bind more of them than a gate takes apart.
	LeavesOutputs bool

	// Run reports what it finds to the Pass. An error means that the rule could
	// not judge; then the whole gate fails closed.
	Run func(*Pass) error
}

// Param is a number that a configuration may set.
type Param struct {
	Name     string
	Doc      string
	Default  float64
	Min, Max float64 // inclusive
}

// Part is a set of parts of an executor output.
type Part uint8

// The parts of an executor output. After a schema failure a rule runs when at
// least one part that it reads has something well formed in it.
const (
	Claims Part = 1 << iota
	Hypotheses
	Actions
	MissingInfo
	Text // the executor's text as it came, however broken

	Everything Part = Claims | Hypotheses | Actions | MissingInfo | Text
)

// check proves that a rule is sound enough to be in a catalogue.
func (r *Rule) check() error {
	switch {
	case !isRuleID(r.ID):
		return fmt.Errorf("rule id %q is not category.name in lower case", r.ID)
	case r.Description == "":
		return fmt.Errorf("rule %s has no description", r.ID)
	case r.Run == nil:
		return fmt.Errorf("rule %s has no Run function", r.ID)
	case r.Reads == 0:
		return fmt.Errorf("rule %s does not say what it reads", r.ID)
	case severityRank(r.DefaultSeverity) == 0:
		return fmt.Errorf("rule %s has default severity %q; want reject, low_confid or warn", r.ID, r.DefaultSeverity)
	}
	return r.checkParams()
}

func (r *Rule) checkParams() error {
	seen := make(map[string]bool)
	for _, p := range r.Params {
		switch {
		case p.Name == "" || !(p.Default >= p.Min && p.Default <= p.Max): // NaN included
			return fmt.Errorf("rule %s: parameter %q has default %v outside %v to %v", r.ID, p.Name, p.Default, p.Min, p.Max)
		case seen[p.Name]:
			return fmt.Errorf("rule %s has parameter %q twice", r.ID, p.Name)
		}
		seen[p.Name] = true
	}
	return nil
}

func isRuleID(id string) bool {
	category, name, ok := strings.Cut(id, ".")
	const allowed = "abcdefghijklmnopqrstuvwxyz0123456789_"
	return ok && category != "" && name != "" && strings.Trim(category, allowed) == "" && strings.Trim(name, allowed) == ""
}

// severityRank orders severities; 0 is none or unknown.
func severityRank(s superbiz.Severity) int {
	switch s {
	case superbiz.SeverityReject:
		return 3
	case superbiz.SeverityLowConfid:
		return 2
	case superbiz.SeverityWarn:
		return 1
	default:
		return 0
	}
}
