package bundle_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool/bundle"
)

// TestCases opens every bundle of the folder that SUPERBIZ_CASES names, and asks
// each for what it holds, in other words than it was recorded in.
func TestCases(t *testing.T) {
	t.Parallel()
	cases := os.Getenv("SUPERBIZ_CASES")
	if cases == "" {
		t.Skip("SUPERBIZ_CASES is not set: it names a folder with rca/bundles")
	}
	paths, err := filepath.Glob(filepath.Join(cases, "rca", "bundles", "*.tar.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no bundles in %s: %v", cases, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			opened, err := bundle.Open(path, bundle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			askAll(t, opened)
		})
	}
}

func askAll(t *testing.T, opened *bundle.Bundle) {
	t.Helper()
	caller := newCaller(t, opened)
	answered := 0
	for _, each := range opened.Tools() {
		for i, example := range each.Examples {
			if i%17 != 0 {
				continue // rows are checked one by one: a part of them is enough
			}
			row := caller.call(t, each.Name, otherWords(string(example)))
			if row.Status == superbiz.InvocationFailed && !strings.HasPrefix(errorOf(row), "source_failed") {
				t.Errorf("%s %s: %s", each.Name, example, errorOf(row))
			}
			answered++
		}
	}
	if answered == 0 {
		t.Error("nothing was asked")
	}
}

// otherWords writes a call as another executor might.
func otherWords(arguments string) string {
	return strings.NewReplacer(
		`"kind":"pods"`, `"wide" : null, "kind": "Pod"`, `"kind":"deployments"`, `"kind":"deploy"`, `"kind":"services"`, `"kind":"SVC"`,
		`"kind":"nodes"`, `"kind":"no"`, `,"wide":true`, `,"output":"wide"`,
	).Replace(arguments)
}
