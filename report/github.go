package report

import (
	"fmt"
	"io"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// githubWriter writes workflow commands, which GitHub Actions shows beside the
// lines of a file, and a last line that counts.
type githubWriter struct {
	w     io.Writer
	tally tally
}

func (g *githubWriter) Write(j Judgement) error {
	g.tally.add(j)
	if j.Err != nil {
		return g.annotate("error", j.File, 1, "cannot be judged", j.Err.Error())
	}
	for _, f := range j.findings() {
		message := f.Message
		if s := subject(f); s != "" {
			message = s + ": " + message
		}
		if err := g.annotate(githubLevel(f.Severity), j.File, j.line(f.Target), f.RuleID, message); err != nil {
			return err
		}
	}
	return nil
}

func (g *githubWriter) Close() error {
	if _, err := fmt.Fprintln(g.w, g.tally); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

func (g *githubWriter) annotate(level, file string, line int, title, message string) error {
	_, err := fmt.Fprintf(g.w, "::%s file=%s,line=%d,title=%s::%s\n",
		level, githubProperty(file), line, githubProperty(title), githubText(message))
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

func githubLevel(s superbiz.Severity) string {
	switch s {
	case superbiz.SeverityLowConfid:
		return "warning"
	case superbiz.SeverityWarn:
		return "notice"
	default:
		return "error"
	}
}

// githubText escapes a stranger's text, so that it ends no command and begins none:
// the older form ##[command] is obeyed in the middle of a line.
func githubText(s string) string {
	return strings.NewReplacer("%", "%25", "##[", "# #[").Replace(oneLine(s))
}

func githubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubText(s))
}
