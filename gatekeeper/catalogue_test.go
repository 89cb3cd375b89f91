package gatekeeper_test

import (
	"math"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

func TestNewCatalogueRefuses(t *testing.T) {
	t.Parallel()
	with := func(change func(*gatekeeper.Rule)) []*gatekeeper.Rule {
		r := silent("a.rule")
		change(r)
		return []*gatekeeper.Rule{r}
	}
	tests := []struct {
		name    string
		version string
		rules   []*gatekeeper.Rule
		want    string
	}{
		{"no version", "", []*gatekeeper.Rule{silent("a.a")}, "needs a version"},
		{"no rules", "v1", nil, "at least one rule"},
		{"two of one id", "v1", []*gatekeeper.Rule{silent("a.a"), silent("a.b"), silent("a.a")}, "a.a is in the catalogue twice"},
		{"id without a category", "v1", with(func(r *gatekeeper.Rule) { r.ID = "rule" }), "is not category.name"},
		{"id with an empty name", "v1", with(func(r *gatekeeper.Rule) { r.ID = "rule." }), "is not category.name"},
		{"id in upper case", "v1", with(func(r *gatekeeper.Rule) { r.ID = "a.Rule" }), "is not category.name"},
		{"no description", "v1", with(func(r *gatekeeper.Rule) { r.Description = "" }), "has no description"},
		{"no function", "v1", with(func(r *gatekeeper.Rule) { r.Run = nil }), "has no Run function"},
		{"reads nothing", "v1", with(func(r *gatekeeper.Rule) { r.Reads = 0 }), "does not say what it reads"},
		{"severity none", "v1", with(func(r *gatekeeper.Rule) { r.DefaultSeverity = superbiz.SeverityNone }), `default severity "none"`},
		{"parameter without a name", "v1", with(func(r *gatekeeper.Rule) { r.Params = []gatekeeper.Param{{}} }), `parameter ""`},
		{"default out of bounds", "v1", with(func(r *gatekeeper.Rule) { r.Params = []gatekeeper.Param{{Name: "n", Default: 2, Max: 1}} }), "outside 0 to 1"},
		{"default is no number", "v1", with(func(r *gatekeeper.Rule) {
			r.Params = []gatekeeper.Param{{Name: "n", Default: math.NaN(), Max: 1}}
		}), "NaN"},
		{"one parameter twice", "v1", with(func(r *gatekeeper.Rule) {
			r.Params = []gatekeeper.Param{{Name: "n", Max: 1}, {Name: "n", Max: 1}}
		}), `has parameter "n" twice`},
		{"no rule at all", "v1", []*gatekeeper.Rule{nil}, "rule 0 is nil"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c, err := gatekeeper.NewCatalogue(test.version, test.rules...)
			if err == nil || c != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

// configurable is a catalogue with a locked rule and one with parameters.
func configurable(t testing.TB) *gatekeeper.Catalogue {
	t.Helper()
	locked, tuned := silent("schema.locked"), rule("evidence.tuned", superbiz.SeverityWarn, func(p *gatekeeper.Pass) error {
		if p.Param("min_share") > 0.5 {
			p.Report(superbiz.Finding{Message: "too little"})
		}
		return nil
	})
	locked.Locked = true
	tuned.Params = []gatekeeper.Param{{Name: "min_share", Doc: "the least share", Default: 0.2, Min: 0, Max: 1}, {Name: "most", Default: 3, Min: 1, Max: 9}}
	return catalogue(t, locked, tuned, silent("language.other"))
}

func configure(t testing.TB, text string) *gatekeeper.Catalogue {
	t.Helper()
	cfg, err := gatekeeper.ParseConfig([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := configurable(t).Configure(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestConfigureRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, config, want string }{
		{"misspelt id", "rules:\n  evidence.tunde: {enabled: false}", `there is no rule "evidence.tunde"; did you mean "evidence.tuned"?`},
		{"unheard id", "rules:\n  x.y: {enabled: false}", "there are schema.locked, evidence.tuned, language.other"},
		{"a very long id", "rules:\n  " + strings.Repeat("x", 1000) + ": {enabled: false}", "there are schema.locked"},
		{"misspelt parameter", "rules:\n  evidence.tuned: {params: {min_shares: 0.1}}", `there is no parameter "min_shares"; did you mean "min_share"?`},
		{"parameter of a rule without any", "rules:\n  language.other: {params: {n: 1}}", `there is no parameter "n"; the rule has none`},
		{"parameter too large", "rules:\n  evidence.tuned: {params: {min_share: 1.5}}", "parameter min_share is 1.5, must be from 0 to 1"},
		{"parameter is not a number", "rules:\n  evidence.tuned: {params: {min_share: .nan}}", "must be from 0 to 1"},
		{"misspelt severity", "rules:\n  evidence.tuned: {severity: rejct}", `severity "rejct" is not reject, low_confid or warn`},
		{"severity none", "rules:\n  evidence.tuned: {severity: none}", `severity "none"`},
		{"a locked rule disabled", "rules:\n  schema.locked: {enabled: false}", "schema.locked: the schema, reference and outcome rules cannot be configured"},
		{"a locked rule made milder", "rules:\n  schema.locked: {severity: warn}", "cannot be configured"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			cfg, err := gatekeeper.ParseConfig([]byte(test.config))
			if err != nil {
				t.Fatal(err)
			}
			c, err := configurable(t).Configure(cfg)
			if err == nil || c != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

func TestParseConfigRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"unknown field", "rules: {}\nplugins: []", `line 2: there is no "plugins" in the configuration`},
		{"unknown field of a rule", "rules:\n  a.b: {enable: false}", `line 2: there is no "enable" in a.b; did you mean "enabled"?`},
		{"a list", "- rules", "line 1: the configuration must have members"},
		{"a list of rules", "rules: [a.b]", "line 1: rules must have members"},
		{"a rule that is a word", "rules:\n  a.b: off", "line 2: a.b must have members"},
		{"an alias", "rules:\n  a.b: &x {enabled: true}\n  a.c: *x", "aliases are not read here"},
		{"fields merged from elsewhere", "rules:\n  a.b: {<<: {enabel: true}}", `there is no "<<" in a.b`},
		{"a word where a number belongs", "rules:\n  a.b: {params: {n: many}}", `line 2: parameter n is "many", and must be a number`},
		{"an expression is no number", "rules:\n  a.b: {params: {n: \"1 + 1\"}}", `parameter n is "1 + 1", and must be a number`},
		{"a list of severities", "rules:\n  a.b: {severity: [warn]}", "line 2: severity must be a word"},
		{"neither true nor false", "rules:\n  a.b: {enabled: maybe}", `line 2: enabled is "maybe", and must be true or false`},
		{"a rule twice", "rules:\n  a.b: {}\n  a.b: {}", "already defined"},
		{"two documents", "rules: {}\n---\nrules: {}", "more than one YAML document"},
		{"no YAML", "rules: [", "read rule configuration"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := gatekeeper.ParseConfig([]byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

// TestConfigureVersion shows that an audit can tell by the version what was run.
func TestConfigureVersion(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, config string
		base         bool
	}{
		{"nothing", "", true},
		{"no rules", "rules:", true},
		{"the defaults", "rules:\n  evidence.tuned: {enabled: true, severity: warn, params: {min_share: 0.2}}", true},
		{"disabled", "rules:\n  evidence.tuned: {enabled: false}", false},
		{"severity", "rules:\n  evidence.tuned: {severity: reject}", false},
		{"parameter", "rules:\n  evidence.tuned: {params: {min_share: 0.3}}", false},
		{"other parameter", "rules:\n  evidence.tuned: {params: {most: 4}}", false},
	}
	seen := map[string]string{}
	for _, test := range tests {
		got := configure(t, test.config).Version()
		if test.base && got != "test-v1" {
			t.Errorf("%s: got %s, want test-v1", test.name, got)
		}
		if !test.base && (!strings.HasPrefix(got, "test-v1+") || len(got) != len("test-v1+")+12) {
			t.Errorf("%s: got %s, want test-v1+ and twelve digits", test.name, got)
		}
		if other, ok := seen[got]; ok && !test.base {
			t.Errorf("%s and %s have one version, %s", test.name, other, got)
		}
		seen[got] = test.name
		if again := configure(t, test.config).Version(); again != got {
			t.Errorf("%s: got %s, then %s", test.name, got, again)
		}
	}
}

// TestConfigureTwice shows that settings add up, and that the digest is of them all.
func TestConfigureTwice(t *testing.T) {
	t.Parallel()
	off, on := false, true
	set := func(c *gatekeeper.Catalogue, enabled *bool) *gatekeeper.Catalogue {
		out, err := c.Configure(gatekeeper.Config{Rules: map[string]gatekeeper.RuleConfig{"language.other": {Enabled: enabled}}})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	c := configurable(t)
	once, twice := set(c, &off), set(set(c, &off), &off)
	if once.Version() != twice.Version() {
		t.Errorf("got %s, then %s", once.Version(), twice.Version())
	}
	if back := set(once, &on); back.Version() != "test-v1" {
		t.Errorf("back to the defaults: got %s, want test-v1", back.Version())
	}
	if c.Version() != "test-v1" || !c.Describe()[2].Enabled {
		t.Error("the catalogue that was configured has changed")
	}
}

// TestConfiguredRules shows what a configuration does to a result.
func TestConfiguredRules(t *testing.T) {
	t.Parallel()
	disabled := configure(t, "rules:\n  language.other: {enabled: false}")
	got := gatekeeper.New(disabled).Validate(input(sound))
	if r := got.Rules[2]; r.Enabled || r.Outcome != superbiz.OutcomeNotRun || got.RuleSetVersion != disabled.Version() || got.RuleSetVersion == "test-v1" {
		t.Errorf("disabled: got %+v of %s", r, got.RuleSetVersion)
	}
	raised := configure(t, "rules:\n  evidence.tuned: {severity: reject, params: {min_share: 0.9}}")
	got = gatekeeper.New(raised).Validate(input(sound))
	if r := got.Rules[1]; got.Status != superbiz.GateFail || r.Outcome != superbiz.OutcomeFail || r.Severity != superbiz.SeverityReject ||
		r.DefaultSeverity != superbiz.SeverityWarn || string(r.Params) != `{"min_share":0.9,"most":3}` {
		t.Errorf("raised: got %s, %+v", got.Status, r)
	}
}

func TestCatalogueDescribes(t *testing.T) {
	t.Parallel()
	c := configurable(t)
	if got := gatekeeper.New(c).Catalogue(); got != c {
		t.Error("the gate has another catalogue")
	}
	described := c.Describe()
	for i, r := range c.Rules() {
		if d := described[i]; d.ID != r.ID || d.Outcome != superbiz.OutcomeNotRun || !d.Enabled {
			t.Errorf("got %+v, want a description of %s", d, r.ID)
		}
	}
}
