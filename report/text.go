package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

// textWidth is where the advice of a rule's page is wrapped.
const textWidth = 96

// textWriter writes what a person reads: what is wrong with which statement, where
// it stands, and how to put it right.
type textWriter struct {
	out   *bufio.Writer
	fixes map[string]string // rule id to advice
	paint painter
	tally tally
}

func newText(w io.Writer, o Options) *textWriter {
	return &textWriter{out: bufio.NewWriter(w), fixes: fixesOf(o.Rules), paint: painter(o.Colour)}
}

func (t *textWriter) Write(j Judgement) error {
	t.tally.add(j)
	switch {
	case j.Err != nil:
		t.headline(red, "not judged", j.File, oneLine(j.Err.Error()))
	case j.Result.Status == superbiz.GatePass:
		t.headline(green, "pass", j.File, counted(j.Result.CheckedBindings, "binding")+" checked")
	case j.Result.Status == superbiz.GateWarn:
		t.headline(yellow, "warn", j.File, summary(j.Result))
	default:
		t.headline(red, "FAIL", j.File, summary(j.Result))
	}
	t.findings(j, j.Result.Errors)
	t.findings(j, j.Result.Warnings)
	if len(j.Result.Errors)+len(j.Result.Warnings) > 0 {
		fmt.Fprintln(t.out)
	}
	return t.flush()
}

func (t *textWriter) Close() error {
	if t.tally.total() > 1 {
		fmt.Fprintln(t.out, t.tally)
	}
	return t.flush()
}

func (t *textWriter) flush() error {
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

func (t *textWriter) headline(c colour, word, file, rest string) {
	fmt.Fprintf(t.out, "%s  %s  %s\n", t.paint.with(c, word), t.paint.with(bold, oneLine(file)), rest)
}

// findings writes the findings of each rule together, with the rule's advice once.
func (t *textWriter) findings(j Judgement, all []superbiz.Finding) {
	for i, f := range all {
		if i == 0 || all[i-1].RuleID != f.RuleID {
			fmt.Fprintf(t.out, "\n  %s  %s\n", t.paint.with(severityColour(f.Severity), f.RuleID), severityWord(f.Severity))
		}
		t.finding(j, f)
		if i == len(all)-1 || all[i+1].RuleID != f.RuleID {
			t.advice(f.RuleID)
		}
	}
}

func (t *textWriter) finding(j Judgement, f superbiz.Finding) {
	fmt.Fprintf(t.out, "    %s\n", oneLine(place(f)))
	if about := j.about(f); about != "" {
		fmt.Fprintf(t.out, "      says: %s\n", cut(oneLine(about), 300))
	}
	fmt.Fprintf(t.out, "      but:  %s\n", oneLine(f.Message))
}

func (t *textWriter) advice(ruleID string) {
	for i, line := range wrap(t.fixes[ruleID], textWidth) {
		label := "fix: "
		if i > 0 {
			label = "     "
		}
		fmt.Fprintf(t.out, "    %s%s\n", t.paint.with(dim, label), line)
	}
}

func summary(r superbiz.GatekeeperResult) string {
	var parts []string
	if n := len(r.Errors); n > 0 {
		parts = append(parts, counted(n, "error"))
	}
	if n := len(r.Warnings); n > 0 {
		parts = append(parts, counted(n, "warning"))
	}
	return strings.Join(parts, ", ")
}

func severityWord(s superbiz.Severity) string {
	switch s {
	case superbiz.SeverityLowConfid:
		return "warning: lowers the verdict"
	case superbiz.SeverityWarn:
		return "warning"
	default:
		return "error: rejects"
	}
}

// fixesOf takes the advice of each rule from its page.
func fixesOf(rules []*gatekeeper.Rule) map[string]string {
	out := make(map[string]string, len(rules))
	for _, r := range rules {
		out[r.ID] = r.Section("How to fix")
	}
	return out
}
