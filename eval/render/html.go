package render

import (
	"bufio"
	"bytes"
	_ "embed" // the page
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

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

// pageCase is one case on the page.
type pageCase struct {
	*eval.Result
	N        int
	Problems []problem
	Changes  []eval.ChangeKind
	Trace    template.JS // JSON, harmless within a script element
	Unread   string      // why there is no trace
}

// writeHTML writes one page that needs nothing else: the matrix, filters, and each
// case with its trace. Cases are written as they come; a page of thousands is larger
// than what should be in memory.
func writeHTML(w io.Writer, in Input) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"words": func(s any) string { return strings.ReplaceAll(fmt.Sprint(s), "_", " ") },
		"class": func(s any) string { return strings.ToLower(fmt.Sprint(s)) },
		"title": problem.title,
		"want":  func(p problem) string { return p.want },
		"got":   func(p problem) string { return p.got },
		"line":  func(p problem) int { return p.line },
		"join":  strings.Join,
	}).Parse(pageSource)
	if err != nil {
		return fmt.Errorf("read the page: %w", err)
	}
	out := bufio.NewWriterSize(w, 64<<10)
	if err := t.ExecuteTemplate(out, "head", page{Report: in.Report, Comparison: in.Comparison, Tags: tagsOf(in.Report)}); err != nil {
		return err
	}
	n := 0
	cases := bySuite(in.Report)
	for _, s := range in.Report.Suites {
		for _, r := range cases[s.Name] {
			n++
			if err := t.ExecuteTemplate(out, "case", newPageCase(in, r, n)); err != nil {
				return err
			}
		}
	}
	if err := t.ExecuteTemplate(out, "tail", nil); err != nil {
		return err
	}
	return out.Flush()
}

func newPageCase(in Input, r *eval.Result, n int) pageCase {
	c := pageCase{Result: r, N: n, Problems: problems(r)}
	if in.Comparison != nil {
		c.Changes = slices.DeleteFunc(slices.Clone(in.Comparison.Of(r.ID)), func(k eval.ChangeKind) bool { return k == eval.Unchanged })
	}
	switch data, err := r.ReadTrace(); {
	case err != nil:
		c.Unread = err.Error()
	case r.Status == eval.StatusInvalid:
		c.Unread = "the trace is not shown: " + r.Reason
	default:
		c.Trace = scriptJSON(data)
	}
	return c
}

// scriptJSON makes JSON harmless within a script element. In JSON a < stands in strings
// only, where its escape is the same text.
func scriptJSON(data []byte) template.JS {
	data = bytes.ReplaceAll(bytes.TrimSpace(data), []byte("<"), []byte(`\u003c`))
	return template.JS(data) //nolint:gosec // escaped above, and never run: its type is application/json
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
