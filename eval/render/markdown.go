package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/superbizagent/superbizagent/eval"
)

// writeMarkdown writes the report that people read beside the code.
func writeMarkdown(w io.Writer, in Input) error {
	out := bufio.NewWriter(w)
	r := in.Report
	fmt.Fprintf(out, "# Baseline report\n\nRule set `%s`: %s.\n", r.RuleSetVersion, r.Total)
	fmt.Fprint(out, "\nA case passes when all that it expects was looked at and holds. `invalid` is a case that is wrong itself,\n"+
		"`not evaluated` one with an expectation that had nothing to look at, `drifted` one whose trace stores a result that no\n"+
		"longer follows from what it recorded. Rules in brackets warn.\n")
	if in.Comparison != nil {
		markdownChanges(out, *in.Comparison)
	}
	markdownMatrix(out, r)
	cases := bySuite(r)
	for _, s := range r.Suites {
		markdownSuite(out, s, cases[s.Name])
	}
	markdownProblems(out, r)
	return out.Flush()
}

func markdownChanges(out io.Writer, c eval.Comparison) {
	fmt.Fprintf(out, "\nBeside the baseline: %s.\n", c)
	if len(c.Changes) == 0 {
		return
	}
	fmt.Fprint(out, "\n| change | case | detail |\n|---|---|---|\n")
	for _, change := range c.Changes {
		fmt.Fprintf(out, "| %s | `%s` | %s |\n", strings.ReplaceAll(string(change.Kind), "_", " "), cell(change.ID), cell(change.Detail))
	}
}

func markdownMatrix(out io.Writer, r *eval.Report) {
	fmt.Fprint(out, "\n## Matrix\n\n| row | expected signal | cases | pass | fail | invalid | not evaluated | drifted |\n|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, s := range r.Suites {
		fmt.Fprintf(out, "| [%s](#%s) | %s | %d | %d | %d | %d | %d | %d |\n", cell(s.Title), anchor(s.Title), cell(s.Signal),
			s.Cases, s.Pass, s.Fail, s.Invalid, s.NotEvaluated, s.Drifted)
	}
}

// anchor is the address that a Markdown viewer gives a heading.
func anchor(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 0x7f:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func markdownSuite(out io.Writer, s eval.Suite, cases []*eval.Result) {
	fmt.Fprintf(out, "\n## %s\n\n| case | status | about | verdict | gate | composer | rules |\n|---|---|---|---|---|---|---|\n", cell(s.Title))
	for _, c := range cases {
		fmt.Fprintf(out, "| `%s` | %s | %s | %s | %s | %s | %s |\n", cell(caseName(c)), c.Status, cell(c.About),
			cell(c.Signal.Verdict), cell(c.Signal.GateStatus), cell(c.Signal.ComposerStatus), rulesCell(c.Signal))
	}
}

// caseName is the id of a case without its suite.
func caseName(c *eval.Result) string { return strings.TrimPrefix(c.ID, c.Suite+"/") }

func rulesCell(s eval.Signal) string {
	var parts []string
	for _, id := range s.FailedRules {
		parts = append(parts, "`"+cell(id)+"`")
	}
	for _, id := range s.WarnedRules {
		parts = append(parts, "(`"+cell(id)+"`)")
	}
	return strings.Join(parts, " ")
}

func markdownProblems(out io.Writer, r *eval.Report) {
	if r.Total.Pass == r.Total.Cases && r.Total.Drifted == 0 {
		return
	}
	fmt.Fprint(out, "\n## What does not hold\n")
	for i := range r.Cases {
		c := &r.Cases[i]
		for _, p := range problems(c) {
			fmt.Fprintf(out, "\n- %s `%s`, `%s` (%s:%d): %s", p.status, cell(c.ID), cell(p.title()), cell(c.File), p.line, cell(p.message()))
		}
		if len(c.Drift) > 0 {
			fmt.Fprintf(out, "\n- drift `%s`: %s", cell(c.ID), cell(drift(c)))
		}
	}
	fmt.Fprintln(out)
}

// cell keeps a stranger's text within its cell, and from being a link or HTML.
func cell(s string) string { return cellEscapes.Replace(oneLine(s)) }

var cellEscapes = strings.NewReplacer("|", `\|`, "<", "&lt;", "](", `]\(`, "`", "'")
