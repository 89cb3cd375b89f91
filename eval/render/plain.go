package render

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/superbizagent/superbizagent/eval"
)

// oneLine makes a stranger's text safe to print on a line: what moves the cursor,
// changes colours or turns the direction of reading is shown as an escape.
func oneLine(s string) string {
	if !strings.ContainsFunc(s, movesOrHides) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case movesOrHides(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func movesOrHides(r rune) bool {
	if r < unicode.MaxASCII {
		return r < ' '
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar
}

// problem is one thing that keeps a case from passing.
type problem struct {
	expectation string // empty: the whole case
	line        int
	status      eval.Status
	want, got   string
}

// problems lists what is wrong with a case, in the order of its expectations.
func problems(r *eval.Result) []problem {
	var out []problem
	if r.Status == eval.StatusInvalid || len(r.Checks) == 0 && r.Status != eval.StatusPass {
		return append(out, problem{"", max(r.Line, 1), r.Status, "a case that can be evaluated", r.Reason})
	}
	for _, c := range r.Problems {
		out = append(out, problem{c.Expectation, c.Line, c.Status, c.Want, c.Got})
	}
	return out
}

func (p problem) title() string {
	if p.expectation == "" {
		return "case"
	}
	return p.expectation
}

// message tells a problem in a line.
func (p problem) message() string {
	if p.status == eval.StatusFail && p.want != "" {
		return fmt.Sprintf("want %s; got %s", p.want, p.got)
	}
	return p.got
}

// bySuite sorts cases into the rows of the matrix.
func bySuite(r *eval.Report) map[string][]*eval.Result {
	out := make(map[string][]*eval.Result, len(r.Suites))
	for i := range r.Cases {
		c := &r.Cases[i]
		out[c.Suite] = append(out[c.Suite], c)
	}
	return out
}

// drift tells stored results that no longer follow, in a line.
func drift(r *eval.Result) string {
	var parts []string
	for _, d := range r.Drift {
		parts = append(parts, fmt.Sprintf("%s was %s, is %s", d.Member, d.Stored, d.Now))
	}
	return strings.Join(parts, "; ")
}
