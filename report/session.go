package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

// Session writes the audit of a session for a person. Outputs of tools are told by
// their size; the JSON form and a trace hold them.
func Session(w io.Writer, s store.WholeSession) error {
	a := audit{bufio.NewWriter(w)}
	a.line(0, "session %s, begun %s", s.SessionID, moment(s.CreatedAt))
	for _, m := range s.Messages {
		a.message(m)
		for _, r := range s.Runs {
			if r.MessageID == m.MessageID {
				a.run(r)
			}
		}
	}
	if err := a.out.Flush(); err != nil {
		return fmt.Errorf("write session %s: %w", s.SessionID, err)
	}
	return nil
}

// audit writes indented lines.
type audit struct{ out *bufio.Writer }

func (a audit) line(depth int, format string, args ...any) {
	fmt.Fprintln(a.out, strings.Repeat("  ", depth)+oneLine(fmt.Sprintf(format, args...)))
}

// block writes a text of many lines.
func (a audit) block(depth int, text string) {
	for line := range strings.Lines(text) {
		a.line(depth, "%s", strings.TrimRight(line, "\r\n"))
	}
}

func (a audit) heading(depth int, format string, args ...any) {
	fmt.Fprintln(a.out)
	a.line(depth, format, args...)
}

func (a audit) message(m store.Message) {
	a.heading(0, "%s, %s:", m.Role, moment(m.CreatedAt))
	a.block(1, m.Text)
	if m.SelfEvaluation != nil && m.SelfEvaluation.Redacted {
		a.line(1, "(secrets were redacted before this was stored)")
	}
}

func (a audit) run(r store.WholeRun) {
	a.heading(0, "run %s: %s, %s, executor %s", r.RunID, r.Status, r.Mode, executorName(r.Run))
	if r.Failure != "" {
		a.line(1, "why: %s", r.Failure)
	}
	if w := r.Question.Window; w != nil {
		a.line(1, "window: %s to %s", moment(w.From), moment(w.To))
	}
	if len(r.Question.Scope) > 0 {
		a.line(1, "scope: %s", r.Question.Scope)
	}
	a.plan(r.Plan)
	a.calls(r.ToolInvocations)
	for i, attempt := range r.Attempts {
		a.attempt(i+1, attempt)
	}
	a.evaluation(r.Evaluation)
	if r.Status == superbiz.RunInterrupted {
		a.line(2, "its process ended before there was one; what its calls returned is kept, and may be cited when you ask again:")
		a.line(2, "superbiz diagnose --session %s …", r.SessionID)
	}
	a.answer(r.Composer)
	if u := r.Usage; u != nil {
		a.heading(1, "usage: %s, %s, %d ms", counted(u.ToolCalls, "tool call"), counted(u.ModelCalls, "model call"), u.WallMillis)
		if u.ModelCalls > 0 {
			a.line(2, "%d + %d tokens, %s", u.PromptTokens, u.CompletionTokens, costOf(*u))
		}
	}
}

func executorName(r store.Run) string {
	if r.Model == "" {
		return string(r.ExecutorKind)
	}
	return string(r.ExecutorKind) + " " + r.Model
}

func (a audit) plan(p *superbiz.Plan) {
	if p == nil {
		return
	}
	a.heading(1, "plan: %s", counted(len(p.Steps), "step"))
	if p.Note != "" {
		a.line(2, "%s", p.Note)
	}
	for i, s := range p.Steps {
		a.line(2, "%d. %s %s", i+1, s.ToolName, s.Arguments)
		if s.Purpose != "" {
			a.line(3, "%s", s.Purpose)
		}
	}
}

func (a audit) calls(rows []superbiz.ToolInvocation) {
	a.heading(1, "tool calls: %d", len(rows))
	for _, row := range rows {
		a.line(2, "%s  %s %s", row.InvocationID, row.ToolName, row.Arguments)
		a.line(3, "%s", outcomeOf(row))
		if row.Error != nil {
			a.line(3, "error: %s", *row.Error)
		}
	}
}

// outcomeOf is one line: how the call ended, how long it took, what it returned.
func outcomeOf(row superbiz.ToolInvocation) string {
	parts := []string{fmt.Sprintf("%s, %s, %s", row.Status, row.ResultKind, row.DataMode)}
	if !row.StartedAt.IsZero() && !row.EndedAt.IsZero() {
		parts = append(parts, row.EndedAt.Sub(row.StartedAt).Round(time.Millisecond).String())
	}
	if d := row.RetrievalDetails; d.Total != nil && d.Returned != nil {
		parts = append(parts, fmt.Sprintf("%d of %d", *d.Returned, *d.Total))
	}
	if n := len(row.Output); n > 0 {
		parts = append(parts, counted(n, "byte"))
	}
	if row.Truncated {
		parts = append(parts, "truncated by the source")
	}
	return strings.Join(parts, "; ")
}

func (a audit) attempt(n int, attempt superbiz.Attempt) {
	a.heading(1, "attempt %d: parsed as %s", n, attempt.ParseStatus)
	switch {
	case attempt.RawOutput != nil:
		a.block(2, *attempt.RawOutput)
	case len(attempt.StructuredOutput) > 0:
		var indented bytes.Buffer
		if json.Indent(&indented, attempt.StructuredOutput, "", "  ") == nil {
			a.block(2, indented.String())
		}
	}
	if g := attempt.GatekeeperResult; g != nil {
		a.gate(*g)
	}
}

func (a audit) gate(g superbiz.GatekeeperResult) {
	a.heading(1, "gate: %s by %s, %s checked", g.Status, g.RuleSetVersion, counted(g.CheckedBindings, "binding"))
	for _, list := range [][]superbiz.Finding{g.Errors, g.Warnings} {
		for _, f := range list {
			a.line(2, "%s (%s) %s: %s", f.RuleID, f.Severity, place(f), f.Message)
		}
	}
}

func (a audit) evaluation(e *superbiz.SelfEvaluation) {
	if e == nil {
		a.heading(1, "verdict: none, no answer was given")
		return
	}
	a.heading(1, "verdict: %s after %s, verifier %s (%s)", e.Verdict.OrReject(), counted(e.Attempts, "attempt"), e.Verifier.Status, e.Verifier.Mode)
	for _, c := range e.Verifier.ClaimChecks {
		a.line(2, "claim %s: %s: %s", c.ClaimID, c.Label, c.Reason)
	}
}

func (a audit) answer(c *superbiz.ComposerResult) {
	if c == nil {
		return
	}
	a.heading(1, "answer: %s, %s withheld", c.Status, counted(c.WithheldClaims, "statement"))
	for _, cite := range c.Citations {
		a.line(2, "%s claim %s: %s %s", cite.Mark, cite.ClaimID, strings.Join(cite.InvocationIDs, ", "), strings.Join(cite.RawPaths, ", "))
	}
}
