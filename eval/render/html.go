package render

import (
	"bufio"
	_ "embed" // the page
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/superbizagent/superbizagent/eval"
)

//go:embed page.html
var pageSource string

// page is what the head of the page is made from.
type page struct {
	*eval.Report
	Comparison *eval.Comparison
	Tags       []string
}

// writeHTML writes one page that needs nothing else: the matrix, filters, and each
// case with its trace. Cases are written as they come; a page of thousands is larger
// than what should be in memory.
func writeHTML(w io.Writer, in Input) error {
	t, err := template.New("page").Parse(pageSource)
	if err != nil {
		return fmt.Errorf("read the page: %w", err)
	}
	out := bufio.NewWriterSize(w, 64<<10)
	if err := t.ExecuteTemplate(out, "head", page{Report: in.Report, Comparison: in.Comparison, Tags: tagsOf(in.Report)}); err != nil {
		return err
	}
	n, cases := 0, bySuite(in.Report)
	for _, s := range in.Report.Suites {
		for _, r := range cases[s.Name] {
			n++
			htmlCase(markup{out}, n, r, changesOf(in.Comparison, r))
		}
	}
	if err := t.ExecuteTemplate(out, "tail", nil); err != nil {
		return err
	}
	return out.Flush()
}

func tagsOf(r *eval.Report) []string {
	seen := make(map[string]bool)
	var tags []string
	for i := range r.Cases {
		for _, tag := range r.Cases[i].Tags {
			if !seen[tag] {
				seen[tag] = true
				tags = append(tags, tag)
			}
		}
	}
	slices.Sort(tags)
	return tags
}

func changesOf(c *eval.Comparison, r *eval.Result) []eval.ChangeKind {
	if c == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.Of(r.ID)), func(k eval.ChangeKind) bool { return k == eval.Unchanged })
}
