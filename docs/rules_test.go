package docs_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/report"
)

var update = flag.Bool("update", false, "write the generated files")

const generated = "<!-- Made by go test ./docs -update from gatekeeper/rules; do not edit. -->\n"

// TestRules holds the pages in rules/ to those that the program prints.
func TestRules(t *testing.T) {
	t.Parallel()
	want := map[string]string{"README.md": index(rules.All())}
	for _, r := range rules.All() {
		want[r.ID+".md"] = page(r)
	}
	if *update {
		write(t, want)
	}
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join("rules", name))
		if err != nil {
			t.Errorf("%v\nrun: go test ./docs -update", err)
			continue
		}
		if diff := cmp.Diff(string(got), text); diff != "" {
			t.Errorf("docs/rules/%s is stale (-is +should be):\n%s\nrun: go test ./docs -update", name, diff)
		}
	}
	for _, name := range files(t) {
		if _, ok := want[name]; !ok {
			t.Errorf("docs/rules/%s is the page of no rule\nrun: go test ./docs -update", name)
		}
	}
}

func files(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("rules")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func write(t *testing.T, pages map[string]string) {
	t.Helper()
	for _, name := range files(t) {
		if err := os.Remove(filepath.Join("rules", name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join("rules", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// index is the list of all rules, and how they are configured.
func index(all []*gatekeeper.Rule) string {
	var b bytes.Buffer
	b.WriteString(generated)
	fmt.Fprintf(&b, `# Rules of %s

What the Gatekeeper checks, in the order in which findings come. A rule refuses only what it can prove wrong.

| rule | severity | what must hold |
|---|---|---|
`, rules.Version)
	for _, r := range all {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s |\n", r.ID, r.ID, r.DefaultSeverity, r.Description)
	}
	b.WriteString(`
A rule of severity ` + "`reject`" + ` fails the gate; ` + "`low_confid`" + ` keeps the verdict at ` + "`LOW_CONFID`" + `; ` + "`warn`" + ` only tells.

A file given with ` + "`--rules`" + ` may switch rules off, change their severity and set their parameters. The rule set then has another version,
so that an audit can tell.

` + "```yaml" + `
rules:
` + example(all) + "```" + `

The rules of shape, reference and outcome (` + locked(all) + `) cannot be configured.
`)
	return b.String()
}

// example configures the first rule that has a parameter.
func example(all []*gatekeeper.Rule) string {
	i := slices.IndexFunc(all, func(r *gatekeeper.Rule) bool { return len(r.Params) > 0 && !r.Locked })
	if i < 0 {
		return ""
	}
	r := all[i]
	return fmt.Sprintf("  %s:\n    severity: low_confid   # or reject, warn\n    enabled: true\n    params:\n      %s: %v\n", r.ID, r.Params[0].Name, r.Params[0].Default)
}

func locked(all []*gatekeeper.Rule) string {
	var ids []string
	for _, r := range all {
		if r.Locked {
			ids = append(ids, "`"+r.ID+"`")
		}
	}
	return strings.Join(ids, ", ")
}

// page is the rule's own page with what the code knows beside it.
func page(r *gatekeeper.Rule) string {
	var b strings.Builder
	b.WriteString(generated)
	title, rest, _ := strings.Cut(r.Doc, "\n")
	fmt.Fprintf(&b, "%s\n\nSeverity: `%s`", title, r.DefaultSeverity)
	if r.Locked {
		b.WriteString("; it cannot be configured.\n")
	} else {
		b.WriteString(" unless configured otherwise.\n")
	}
	b.WriteString(rest)
	if len(r.Params) > 0 {
		b.WriteString("\n## Parameters\n\n| name | default | from | to | |\n|---|---|---|---|---|\n")
		for _, p := range r.Params {
			fmt.Fprintf(&b, "| `%s` | %v | %v | %v | %s |\n", p.Name, p.Default, p.Min, p.Max, p.Doc)
		}
	}
	return b.String()
}

// TestHelpURI proves that the address in a report leads to a page that is made here.
func TestHelpURI(t *testing.T) {
	t.Parallel()
	const home = "https://github.com/superbizagent/superbizagent/blob/main/docs/rules/"
	for _, r := range rules.All() {
		if got, want := report.HelpURI(r.ID), home+r.ID+".md"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
