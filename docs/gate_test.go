package docs_test

import (
	"os"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/trace"
)

// TestGateExample holds gate.md to its word on the trace that it shows.
func TestGateExample(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("gate.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```json\n")
	example, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("gate.md shows no JSON")
	}
	if err := loadSchemas(t).check(t, "diagnosis_trace_v1", []byte(example)); err != nil {
		t.Error(err)
	}
	tests := []struct {
		name, old, replacement string
		want                   superbiz.GateStatus
	}{
		{"as it stands", "", "", superbiz.GatePass},
		{"another id", `["inv-1"]`, `["inv-2"]`, superbiz.GateFail},
		{"another number", `"value": 14`, `"value": 15`, superbiz.GateFail},
		{"another path", `restart_count",`, `restarts",`, superbiz.GateFail},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			doc, err := trace.Decode([]byte(strings.Replace(example, test.old, test.replacement, 1)), trace.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := gatekeeper.New(rules.Catalogue()).Validate(gatekeeper.InputOf(doc))
			if got.Status != test.want {
				t.Errorf("status is %q, want %q: %v %v", got.Status, test.want, got.Errors, got.Warnings)
			}
		})
	}
}
