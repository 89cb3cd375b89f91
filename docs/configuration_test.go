package docs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/config"
)

// TestExampleConfiguration holds the example to what can be configured: it loads, and
// has every setting there is.
func TestExampleConfiguration(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("superbiz.example.yaml")
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(config.Input{
		File: "superbiz.example.yaml", Text: text, Getenv: func(string) string { return "" },
		Providers: []string{"anthropic", "openai", "dashscope", "compatible"},
	})
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]bool{} // of any model
	for _, s := range c.Settings() {
		set[settingOf(s.Path)] = set[settingOf(s.Path)] || s.From != config.Default
	}
	for path, said := range set {
		if !said {
			t.Errorf("the example does not have %s", path)
		}
	}
}

// settingOf is a path without the name of the model.
func settingOf(path string) string {
	if below, ok := strings.CutPrefix(path, "models."); ok {
		_, path, _ = strings.Cut(below, ".")
		return "models.*." + path
	}
	return path
}
