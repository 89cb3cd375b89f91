package gatekeeper

import (
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
)

// InternalRule is the rule id of a gate that broke.
const InternalRule = "gatekeeper.internal"

// Gate runs a catalogue. It is immutable and safe for concurrent use. The zero
// Gate has no rules and rejects everything.
type Gate struct {
	catalogue *Catalogue
}

// New returns a gate for a catalogue.
func New(c *Catalogue) *Gate { return &Gate{catalogue: c} }

// Catalogue returns the catalogue that the gate runs, or nil.
func (g *Gate) Catalogue() *Catalogue { return g.catalogue }

// Validate judges one executor output. It always returns a result: when the gate
// itself breaks, because rows could not be read, the catalogue is empty, or a rule
// returns an error or panics, the result is a rejection by gatekeeper.internal.
func (g *Gate) Validate(in Input) superbiz.GatekeeperResult {
	result, _ := g.Judge(in)
	return result
}

// Judge is Validate for who goes on with what was read to come to the result: the
// case, which is nil when the gate itself broke. Where no rule looks into recorded
// outputs, the case may bind more of them than can be read.
func (g *Gate) Judge(in Input) (result superbiz.GatekeeperResult, read *Case) {
	if g == nil || !g.catalogue.runs() {
		return internal(g.version(), "the rule catalogue is empty, or all of its rules are disabled"), nil
	}
	version, running := g.version(), "the gate"
	defer func() {
		// What a rule panicked with may hold a stranger's text: it is not shown.
		if recover() != nil {
			result, read = internal(version, running+" broke while judging"), nil
		}
	}()
	if in.InvocationsErr != nil {
		return internal(version, fmt.Sprintf("tool_invocations cannot be relied on: %v", in.InvocationsErr)), nil
	}
	r := newResult(g.catalogue)
	c := newCase(in)
	if g.catalogue.readsOutputs() {
		c.trim()
	}
	r.CheckedBindings = c.bindings()
	for i, e := range g.catalogue.entries {
		running = "rule " + e.rule.ID
		if !e.enabled || !c.Sound() && c.has()&e.rule.Reads == 0 && !e.rule.readsFaults() {
			continue
		}
		p := &Pass{Case: c, entry: e}
		err := e.rule.Run(p)
		if err == nil {
			err = c.Reading.Err() // what a rule did not find, it may not have looked for
		}
		if err != nil {
			return internal(version, fmt.Sprintf("%s could not judge: %v", running, err)), nil
		}
		r.add(i, p)
	}
	return r.GatekeeperResult, c
}

// version returns the rule_set_version, which is empty without a catalogue.
func (g *Gate) version() string {
	if g == nil || g.catalogue == nil {
		return ""
	}
	return g.catalogue.version
}

// readsFaults tells the schema rule, which runs even when nothing can be read.
func (r *Rule) readsFaults() bool { return r.Reads == Everything }

// result is a GatekeeperResult in the making.
type result struct {
	superbiz.GatekeeperResult
}

func newResult(c *Catalogue) *result {
	return &result{superbiz.GatekeeperResult{
		Status:         superbiz.GatePass,
		Severity:       superbiz.SeverityNone,
		FailedRules:    []string{},
		Warnings:       []superbiz.Finding{},
		Errors:         []superbiz.Finding{},
		RuleSetVersion: c.version,
		Rules:          c.Describe(),
	}}
}

// add takes over what the rule at position i found.
func (r *result) add(i int, p *Pass) {
	e := p.entry
	switch {
	case len(p.findings) == 0:
		r.Rules[i].Outcome = superbiz.OutcomePass
		return
	case e.severity == superbiz.SeverityReject:
		r.Rules[i].Outcome = superbiz.OutcomeFail
		r.Errors = append(r.Errors, p.findings...)
		r.FailedRules = append(r.FailedRules, e.rule.ID)
		r.Status = superbiz.GateFail
	default:
		r.Rules[i].Outcome = superbiz.OutcomeWarn
		r.Warnings = append(r.Warnings, p.findings...)
		if r.Status == superbiz.GatePass {
			r.Status = superbiz.GateWarn
		}
	}
	if severityRank(e.severity) > severityRank(r.Severity) {
		r.Severity = e.severity
	}
}

// internal is the whole result of a gate that broke.
func internal(version, message string) superbiz.GatekeeperResult {
	return superbiz.GatekeeperResult{
		Status:      superbiz.GateFail,
		Severity:    superbiz.SeverityReject,
		FailedRules: []string{InternalRule},
		Warnings:    []superbiz.Finding{},
		Errors: []superbiz.Finding{{
			RuleID: InternalRule, Severity: superbiz.SeverityReject, Message: message,
		}},
		RuleSetVersion: version,
		Rules:          []superbiz.RuleResult{},
	}
}
