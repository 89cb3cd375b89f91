package render

import (
	"bufio"
	"bytes"
	_ "embed" // the page
	"errors"
	"fmt"
	"html/template"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

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
	if err := writeCases(out, t, in); err != nil {
		return err
	}
	if err := t.ExecuteTemplate(out, "tail", nil); err != nil {
		return err
	}
	return out.Flush()
}

// writeCases writes the cases in the order of the matrix, a batch at a time: what is in
// memory is bounded by the batch, and the work is shared by all processors.
func writeCases(out io.Writer, t *template.Template, in Input) error {
	var cases []pageCase
	of := bySuite(in.Report)
	for _, s := range in.Report.Suites {
		for _, r := range of[s.Name] {
			cases = append(cases, pageCase{Result: r, N: len(cases) + 1})
		}
	}
	const atOnce = 64
	for batch := range slices.Chunk(cases, atOnce) {
		if err := writeBatch(out, t, in, batch); err != nil {
			return err
		}
	}
	return nil
}

func writeBatch(out io.Writer, t *template.Template, in Input, batch []pageCase) error {
	texts, errs := make([]bytes.Buffer, len(batch)), make([]error, len(batch))
	var workers sync.WaitGroup
	step := runtime.GOMAXPROCS(0)
	for first := range step {
		workers.Go(func() {
			for i := first; i < len(batch); i += step {
				errs[i] = t.ExecuteTemplate(&texts[i], "case", batch[i].filled(in))
			}
		})
	}
	workers.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for i := range texts {
		if _, err := texts[i].WriteTo(out); err != nil {
			return err
		}
	}
	return nil
}

// filled returns the case with all that the page shows of it.
func (c pageCase) filled(in Input) pageCase {
	c.Problems = problems(c.Result)
	if in.Comparison != nil {
		c.Changes = slices.DeleteFunc(slices.Clone(in.Comparison.Of(c.ID)), func(k eval.ChangeKind) bool { return k == eval.Unchanged })
	}
	switch data, err := c.ReadTrace(); {
	case err != nil:
		c.Unread = err.Error()
	case c.Status == eval.StatusInvalid:
		c.Unread = "the trace is not shown: " + c.Reason
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
