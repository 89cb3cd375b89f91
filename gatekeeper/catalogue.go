package gatekeeper

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
)

// Catalogue is an ordered set of rules and how each is set. It is immutable.
type Catalogue struct {
	base    string // the version of the rules with their defaults
	version string
	entries []entry
}

// entry is a rule as this catalogue runs it.
type entry struct {
	rule     *Rule
	severity superbiz.Severity
	enabled  bool
	params   map[string]float64
}

// NewCatalogue makes a catalogue of rules in the order given, all enabled, with
// their defaults. Two rules of one id, and a rule that is not sound, are errors.
func NewCatalogue(version string, rules ...*Rule) (*Catalogue, error) {
	if version == "" || len(rules) == 0 {
		return nil, errors.New("a catalogue needs a version and at least one rule")
	}
	c := &Catalogue{base: version, version: version}
	seen := make(map[string]bool)
	for i, r := range rules {
		if r == nil {
			return nil, fmt.Errorf("rule %d is nil", i)
		}
		if err := r.check(); err != nil {
			return nil, err
		}
		if seen[r.ID] {
			return nil, fmt.Errorf("rule %s is in the catalogue twice", r.ID)
		}
		seen[r.ID] = true
		params := make(map[string]float64, len(r.Params))
		for _, p := range r.Params {
			params[p.Name] = p.Default
		}
		c.entries = append(c.entries, entry{r, r.DefaultSeverity, true, params})
	}
	return c, nil
}

// Version returns the rule_set_version: the name of the base set, and a digest of
// the settings where they differ from the defaults.
func (c *Catalogue) Version() string { return c.version }

// Rules returns the rules in catalogue order.
func (c *Catalogue) Rules() []*Rule {
	out := make([]*Rule, len(c.entries))
	for i, e := range c.entries {
		out[i] = e.rule
	}
	return out
}

// Describe returns every rule as it goes into a result, with outcome not_run.
func (c *Catalogue) Describe() []superbiz.RuleResult {
	out := make([]superbiz.RuleResult, len(c.entries))
	for i, e := range c.entries {
		out[i] = e.describe()
	}
	return out
}

func (e entry) describe() superbiz.RuleResult {
	return superbiz.RuleResult{
		ID:              e.rule.ID,
		Description:     e.rule.Description,
		DefaultSeverity: e.rule.DefaultSeverity,
		Severity:        e.severity,
		Enabled:         e.enabled,
		Params:          e.paramsJSON(),
		Outcome:         superbiz.OutcomeNotRun,
	}
}

// paramsJSON renders the parameters sorted by name, as encoding/json sorts maps.
func (e entry) paramsJSON() json.RawMessage {
	if len(e.params) == 0 {
		return json.RawMessage("{}")
	}
	raw, err := json.Marshal(e.params)
	if err != nil { // finite numbers only, Configure refuses others
		return json.RawMessage("{}")
	}
	return raw
}

func (e entry) isDefault() bool {
	defaults := make(map[string]float64, len(e.rule.Params))
	for _, p := range e.rule.Params {
		defaults[p.Name] = p.Default
	}
	return e.enabled && e.severity == e.rule.DefaultSeverity && maps.Equal(e.params, defaults)
}

// Configure returns a copy of c with settings applied on top of those it has. Where
// any differs from the defaults, the version gets a digest of all settings, so that
// an audit can tell the set from the base set. An id or parameter that there is not,
// a value out of bounds and a locked rule are errors.
func (c *Catalogue) Configure(cfg Config) (*Catalogue, error) {
	out := &Catalogue{base: c.base, version: c.base, entries: slices.Clone(c.entries)}
	for _, id := range slices.Sorted(maps.Keys(cfg.Rules)) {
		i := slices.IndexFunc(out.entries, func(e entry) bool { return e.rule.ID == id })
		if i < 0 {
			return nil, fmt.Errorf("rules: there is no rule %q%s", id, Nearest(id, c.ids()))
		}
		e, err := out.entries[i].configure(cfg.Rules[id])
		if err != nil {
			return nil, fmt.Errorf("rules: %s: %w", id, err)
		}
		out.entries[i] = e
	}
	if slices.ContainsFunc(out.entries, func(e entry) bool { return !e.isDefault() }) {
		out.version += "+" + out.digest()
	}
	return out, nil
}

func (e entry) configure(s RuleConfig) (entry, error) {
	if e.rule.Locked {
		return e, errors.New("the schema, reference and outcome rules cannot be configured")
	}
	if s.Enabled != nil {
		e.enabled = *s.Enabled
	}
	if s.Severity != "" {
		if severityRank(s.Severity) == 0 {
			return e, fmt.Errorf("severity %q is not reject, low_confid or warn", s.Severity)
		}
		e.severity = s.Severity
	}
	e.params = maps.Clone(e.params)
	for _, name := range slices.Sorted(maps.Keys(s.Params)) {
		if err := e.set(name, s.Params[name]); err != nil {
			return e, err
		}
	}
	return e, nil
}

func (e entry) set(name string, value float64) error {
	i := slices.IndexFunc(e.rule.Params, func(p Param) bool { return p.Name == name })
	if i < 0 {
		return fmt.Errorf("there is no parameter %q%s", name, Nearest(name, slices.Sorted(maps.Keys(e.params))))
	}
	if p := e.rule.Params[i]; !(value >= p.Min && value <= p.Max) { // NaN included
		return fmt.Errorf("parameter %s is %v, must be from %v to %v", name, value, p.Min, p.Max)
	}
	e.params[name] = value
	return nil
}

func (c *Catalogue) ids() []string {
	out := make([]string, len(c.entries))
	for i, e := range c.entries {
		out[i] = e.rule.ID
	}
	return out
}

// runs reports whether any rule is enabled.
func (c *Catalogue) runs() bool {
	return c != nil && slices.ContainsFunc(c.entries, func(e entry) bool { return e.enabled })
}

// readsOutputs reports whether an enabled rule looks into recorded outputs.
func (c *Catalogue) readsOutputs() bool {
	return slices.ContainsFunc(c.entries, func(e entry) bool { return e.enabled && !e.rule.LeavesOutputs })
}

func (c *Catalogue) digest() string {
	h := sha256.New()
	for _, e := range c.entries {
		fmt.Fprintf(h, "%s\x00%s\x00%t\x00%s\x00", e.rule.ID, e.severity, e.enabled, e.paramsJSON())
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}
