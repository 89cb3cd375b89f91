package gatekeeper_test

import (
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

func TestLookup(t *testing.T) {
	t.Parallel()
	quiet := func(*gatekeeper.Pass) error { return nil }
	rule := func(id string) *gatekeeper.Rule {
		return &gatekeeper.Rule{ID: id, Description: "nothing", DefaultSeverity: superbiz.SeverityWarn, Reads: gatekeeper.Claims, Run: quiet}
	}
	c, err := gatekeeper.NewCatalogue("v1", rule("evidence.excerpt"), rule("evidence.values"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.Lookup("evidence.values"); err != nil || got.ID != "evidence.values" {
		t.Errorf("got %v, %v, want the rule", got, err)
	}
	tests := []struct{ name, id, want string }{
		{"misspelt", "evidence.valeus", `did you mean "evidence.values"?`},
		{"nothing like it", "colour", "there are evidence.excerpt, evidence.values"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := c.Lookup(test.id); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want %q", err, test.want)
			}
		})
	}
	if _, err := c.Lookup(strings.Repeat("x", 1000)); err == nil || len(err.Error()) > 300 {
		t.Errorf("error is %v, want a short one", err)
	}
}
