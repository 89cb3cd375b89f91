package report

import (
	"fmt"
	"io"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// Diagnosis writes a stored run for a person: a line of facts about the answer,
// and the answer. markdown says that the text goes into a Markdown document.
func Diagnosis(w io.Writer, t *superbiz.DiagnosisTrace, markdown bool) error {
	body := plainText(t.Composer.Answer)
	if markdown {
		body = markdownText(body)
	}
	_, err := fmt.Fprintf(w, "%s\n\n%s\n", facts(t, markdown), body)
	return err
}

// facts is one line: verdict, gate, how much was looked at, and where the audit is.
func facts(t *superbiz.DiagnosisTrace, markdown bool) string {
	gate := lastResult(t)
	verdict := string(verdictOf(t))
	if markdown {
		verdict = "**" + verdict + "**"
	}
	line := fmt.Sprintf("%s · gate %s · %s, %s · %s %s · session %s", verdict, gate.Status,
		counted(gate.CheckedBindings, "binding"), counted(len(t.ToolInvocations), "tool call"),
		t.Executor.Kind, t.RunMode, t.SessionID)
	if t.Executor.Kind == superbiz.ExecutorModel || t.Usage != nil && t.Usage.ModelCalls > 0 {
		line += "\n" + cost(t)
	}
	if t.Plan != nil && t.Plan.Note != "" {
		line += "\nplan: " + oneLine(t.Plan.Note)
	}
	if len(gate.FailedRules) > 0 {
		line += "\nfailed rules: " + strings.Join(gate.FailedRules, ", ")
	}
	return line
}

// cost tells which model was asked, how often, and what that cost.
func cost(t *superbiz.DiagnosisTrace) string {
	line := fmt.Sprintf("model %s · %s", oneLine(t.Executor.Model), counted(len(t.Executor.Attempts), "attempt"))
	u := t.Usage
	if u == nil {
		return line
	}
	return line + fmt.Sprintf(" · %s · %d + %d tokens · %s", counted(u.ModelCalls, "model call"), u.PromptTokens, u.CompletionTokens, costOf(*u))
}

// costOf tells what models cost. Where prices were not configured nobody knows it, and
// that is what is said.
func costOf(u superbiz.Usage) string {
	if u.Cost == nil {
		return "cost unknown"
	}
	return strings.TrimSpace(fmt.Sprintf("cost %.4g %s", *u.Cost, oneLine(u.Currency)))
}

func verdictOf(t *superbiz.DiagnosisTrace) superbiz.Verdict {
	if t.Verifier == nil {
		return superbiz.VerdictReject
	}
	return t.Verifier.Verdict.OrReject()
}

func lastResult(t *superbiz.DiagnosisTrace) superbiz.GatekeeperResult {
	if n := len(t.Executor.Attempts); n > 0 && t.Executor.Attempts[n-1].GatekeeperResult != nil {
		return *t.Executor.Attempts[n-1].GatekeeperResult
	}
	return superbiz.GatekeeperResult{Status: superbiz.GateFail}
}

// plainText keeps a stranger's text from steering a terminal, line by line.
func plainText(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = oneLine(line)
	}
	return strings.Join(lines, "\n")
}

// markdownText keeps it from becoming links, images, HTML or headings. Lists and
// code spans of the answer stay what they are.
func markdownText(text string) string {
	return strings.NewReplacer("<", "&lt;", "](", "]\\(", "![", "!\\[", "\n#", "\n\\#").Replace(text)
}
