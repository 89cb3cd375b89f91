package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/superbizagent/superbizagent/eval"
)

// writeText writes what a person reads at a terminal: the matrix, what does not pass
// and why, and what changed.
func writeText(w io.Writer, in Input) error {
	out := bufio.NewWriter(w)
	matrix(out, in.Report)
	paint := painter(in.Colour)
	for i := range in.Report.Cases {
		textCase(out, paint, &in.Report.Cases[i])
	}
	if in.Comparison != nil {
		fmt.Fprintln(out)
		changes(out, paint, "beside the baseline", *in.Comparison)
	}
	fmt.Fprintf(out, "\n%s\n", in.Report.Total)
	if ms := in.Report.ElapsedMillis; ms != nil {
		fmt.Fprintf(out, "in %d ms\n", *ms)
	}
	return out.Flush()
}

func matrix(out io.Writer, r *eval.Report) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "cases\tpass\tfail\tinvalid\tnot evaluated\tdrifted\t  row")
	for _, s := range r.Suites {
		fmt.Fprintf(table, "%d\t%d\t%s\t%s\t%s\t%s\t  %s\n",
			s.Cases, s.Pass, some(s.Fail), some(s.Invalid), some(s.NotEvaluated), some(s.Drifted), oneLine(s.Title))
	}
	_ = table.Flush() // the writer below keeps the error
}

// some leaves zeros out, so that what is not zero is seen.
func some(n int) string {
	if n == 0 {
		return "·"
	}
	return fmt.Sprint(n)
}

func textCase(out io.Writer, paint painter, r *eval.Result) {
	if r.Status != eval.StatusPass {
		fmt.Fprintf(out, "\n%s  %s  %s\n", paint.status(r.Status), oneLine(r.ID), oneLine(r.About))
		for _, p := range problems(r) {
			textProblem(out, r, p)
		}
	}
	for _, d := range r.Drift {
		fmt.Fprintf(out, "drift  %s  %s: stored %s, now %s\n", oneLine(r.ID), d.Member, short(d.Stored), short(d.Now))
	}
}

// short keeps a stored result, which may be a whole answer, on a line.
func short(s string) string {
	const most = 100
	s = oneLine(s)
	for i := range s {
		if i >= most {
			return s[:i] + "…"
		}
	}
	return s
}

func textProblem(out io.Writer, r *eval.Result, p problem) {
	fmt.Fprintf(out, "  %s:%d  %s\n", oneLine(r.File), p.line, oneLine(p.title()))
	if p.want != "" {
		fmt.Fprintf(out, "    want: %s\n", oneLine(p.want))
	}
	fmt.Fprintf(out, "    got:  %s\n", oneLine(p.got))
}

func changes(out io.Writer, paint painter, heading string, c eval.Comparison) {
	fmt.Fprintf(out, "%s: %s\n", oneLine(heading), c)
	if c.Before != c.After {
		fmt.Fprintf(out, "rule set %s became %s\n", oneLine(c.Before), oneLine(c.After))
	}
	for _, change := range c.Changes {
		word := strings.ReplaceAll(string(change.Kind), "_", " ")
		fmt.Fprintf(out, "  %s  %s  %s\n", paint.change(change.Kind, word), oneLine(change.ID), oneLine(change.Detail))
	}
}

// Changes writes a comparison alone, as text below a heading.
func Changes(w io.Writer, heading string, c eval.Comparison, colour bool) error {
	out := bufio.NewWriter(w)
	changes(out, painter(colour), heading, c)
	return out.Flush()
}

// painter colours text when it is true.
type painter bool

const (
	red    = "31"
	green  = "32"
	yellow = "33"
)

func (p painter) with(colour, s string) string {
	if !p {
		return s
	}
	return "\x1b[" + colour + "m" + s + "\x1b[0m"
}

func (p painter) status(s eval.Status) string {
	if s == eval.StatusNotEvaluated {
		return p.with(yellow, string(s))
	}
	return p.with(red, string(s))
}

func (p painter) change(k eval.ChangeKind, word string) string {
	switch {
	case k == eval.NewFailure || k == eval.Removed:
		return p.with(red, word)
	case k.Regresses():
		return p.with(yellow, word)
	case k == eval.Fixed:
		return p.with(green, word)
	}
	return word
}
