package analyst_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool/bundle"
)

// TestCases runs the analyst over saved incidents from elsewhere, where a folder of
// them is given: whatever it says of them must pass the gate.
func TestCases(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("SUPERBIZ_CASES")
	if folder == "" {
		t.Skip("SUPERBIZ_CASES names no folder of cases")
	}
	paths, err := filepath.Glob(filepath.Join(folder, "rca", "bundles", "*.tar.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no bundle below %s: %v", folder, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			opened, err := bundle.Open(path, bundle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			scope, err := json.Marshal(opened.Incident.Scope)
			if err != nil {
				t.Fatal(err)
			}
			window := opened.Incident.Window()
			question := superbiz.Question{Text: opened.Incident.Question, Scope: scope, Window: &window}
			made := investigate(t, setting{question: question, tools: opened.Tools()})
			mustPass(t, made, "evidence.coverage", "evidence.utilization", "evidence.source_class")
		})
	}
}
