package rules_test

import (
	"slices"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/gatekeeper/rulestest"
)

// published is the catalogue as the contract has it: ids are stable for ever.
var published = []struct {
	id       string
	severity superbiz.Severity
	locked   bool
}{
	{"schema.executor_v2", superbiz.SeverityReject, true},
	{"evidence.invocation_ref", superbiz.SeverityReject, true},
	{"evidence.tool_outcome", superbiz.SeverityReject, true},
	{"evidence.raw_path", superbiz.SeverityReject, false},
	{"evidence.no_evidence", superbiz.SeverityReject, false},
	{"evidence.excerpt", superbiz.SeverityReject, false},
	{"evidence.assertion", superbiz.SeverityReject, false},
	{"evidence.values", superbiz.SeverityReject, false},
	{"evidence.entities", superbiz.SeverityReject, false},
	{"evidence.absence", superbiz.SeverityReject, false},
	{"evidence.window", superbiz.SeverityLowConfid, false},
	{"evidence.causal", superbiz.SeverityLowConfid, false},
	{"evidence.source_class", superbiz.SeverityLowConfid, false},
	{"evidence.data_mode", superbiz.SeverityLowConfid, false},
	{"evidence.coverage", superbiz.SeverityLowConfid, false},
	{"evidence.utilization", superbiz.SeverityWarn, false},
	{"hypothesis.support", superbiz.SeverityLowConfid, false},
	{"action.safety", superbiz.SeverityLowConfid, false},
	{"language.certainty", superbiz.SeverityWarn, false},
	{"output.secret", superbiz.SeverityReject, false},
	{"input.injection", superbiz.SeverityLowConfid, false},
}

// TestCatalogue holds the rules to the published table: all of them, in its order.
func TestCatalogue(t *testing.T) {
	t.Parallel()
	if rules.Catalogue() == nil {
		_, err := gatekeeper.NewCatalogue(rules.Version, rules.All()...)
		t.Fatalf("the catalogue is not sound: %v", err)
	}
	if got, want := rules.Catalogue().Version(), "gatekeeper-rules-v1"; got != want {
		t.Errorf("version: got %q, want %q", got, want)
	}
	all := rules.All()
	if len(all) != len(published) {
		t.Fatalf("%d rules, %d are published", len(all), len(published))
	}
	for i, rule := range all {
		want := published[i]
		if rule.ID != want.id || rule.DefaultSeverity != want.severity || rule.Locked != want.locked {
			t.Errorf("place %d: got %s with severity %s, locked %t; want %s with %s, %t",
				i, rule.ID, rule.DefaultSeverity, rule.Locked, want.id, want.severity, want.locked)
		}
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	for _, rule := range rules.All() {
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			rulestest.Run(t, rule, folder(rule))
		})
	}
}

// TestCases holds every rule to a least number of cases of both kinds. Those that recorded
// sessions seldom break need more.
func TestCases(t *testing.T) {
	t.Parallel()
	seldom := []string{
		"evidence.assertion", "evidence.absence", "evidence.window", "evidence.causal", "evidence.source_class", "evidence.data_mode",
		"hypothesis.support", "action.safety", "language.certainty", "output.secret", "input.injection",
	}
	for _, rule := range rules.All() {
		least := 3
		if slices.Contains(seldom, rule.ID) {
			least = 12
		}
		cases, err := rulestest.Load(folder(rule))
		if err != nil {
			t.Errorf("%s: %v", rule.ID, err)
			continue
		}
		flagged := 0
		for _, c := range cases {
			if c.Flagged() {
				flagged++
			}
		}
		if clean := len(cases) - flagged; flagged < least || clean < least {
			t.Errorf("%s: got %d flagged and %d clean cases, want at least %d of each", rule.ID, flagged, clean, least)
		}
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	want := []string{"## What it wants", "## Flagged", "## Accepted", "## How to fix", "## Limits"}
	for _, rule := range rules.All() {
		if title, _, _ := strings.Cut(rule.Doc, "\n"); title != "# "+rule.ID {
			t.Errorf("%s: the title of its page is %q, want %q", rule.ID, title, "# "+rule.ID)
		}
		var got []string
		for line := range strings.Lines(rule.Doc) {
			if strings.HasPrefix(line, "## ") {
				got = append(got, strings.TrimSpace(line))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the parts of its page are %q, want %q", rule.ID, got, want)
		}
		for _, p := range rule.Params {
			if !strings.Contains(rule.Doc, "`"+p.Name+"`") {
				t.Errorf("%s: its page does not tell of parameter %s", rule.ID, p.Name)
			}
		}
	}
}

// folder is where the cases of a rule are; see the documentation of the package.
func folder(rule *gatekeeper.Rule) string {
	return "testdata/" + strings.ReplaceAll(strings.TrimPrefix(rule.ID, "evidence."), ".", "_")
}
