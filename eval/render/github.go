package render

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/eval"
)

// writeGitHub writes workflow commands, which GitHub Actions shows beside the lines of
// a file, and a last line that counts.
func writeGitHub(w io.Writer, in Input) error {
	out := bufio.NewWriter(w)
	for i := range in.Report.Cases {
		c := &in.Report.Cases[i]
		for _, p := range problems(c) {
			annotate(out, githubLevel(in.Comparison, c), c.File, p.line, c.ID+" "+p.title(), p.message())
		}
		if len(c.Drift) > 0 {
			annotate(out, "warning", c.File, 1, c.ID+" drift", drift(c))
		}
	}
	if in.Comparison != nil {
		for _, change := range in.Comparison.Changes {
			if change.Kind == eval.Removed || change.Kind == eval.ChangedInput {
				title := change.ID + " " + strings.ReplaceAll(string(change.Kind), "_", " ")
				fmt.Fprintf(out, "::error title=%s::%s\n", githubProperty(title), githubText(change.Detail))
			}
		}
		fmt.Fprintf(out, "beside the baseline: %s\n", in.Comparison)
	}
	fmt.Fprintln(out, in.Report.Total)
	return out.Flush()
}

// githubLevel makes a failure that the baseline knows a warning.
func githubLevel(c *eval.Comparison, r *eval.Result) string {
	if c == nil || r.Status != eval.StatusFail {
		return "error"
	}
	if slices.Contains(c.Of(r.ID), eval.NewFailure) {
		return "error"
	}
	return "warning"
}

func annotate(out io.Writer, level, file string, line int, title, message string) {
	fmt.Fprintf(out, "::%s file=%s,line=%d,title=%s::%s\n", level, githubProperty(file), line, githubProperty(title), githubText(message))
}

// githubText escapes a stranger's text, so that it ends no command and begins none:
// the older form ##[command] is obeyed in the middle of a line.
func githubText(s string) string {
	return strings.NewReplacer("%", "%25", "##[", "# #[").Replace(oneLine(s))
}

func githubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubText(s))
}
