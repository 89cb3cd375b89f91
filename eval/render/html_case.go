package render

import (
	"bufio"
	"bytes"
	"html"
	"strconv"
	"strings"

	"github.com/superbizagent/superbizagent/eval"
)

// markup writes HTML. What goes wrong is told when its writer is flushed.
//
// Cases are not written by html/template: for each it reflects, and over thousands of
// cases that costs as much as judging them does.
type markup struct{ *bufio.Writer }

// put writes a layout with each $ in it replaced by the next value, escaped as text and
// attributes in double quotes need it. Only a constant may be a layout.
func (m markup) put(layout string, values ...string) {
	for _, v := range values {
		before, after, _ := strings.Cut(layout, "$")
		_, _ = m.WriteString(before)
		_, _ = m.WriteString(html.EscapeString(v))
		layout = after
	}
	_, _ = m.WriteString(layout)
}

// htmlCase writes the n-th case.
func htmlCase(m markup, n int, r *eval.Result, changes []eval.ChangeKind) {
	status := string(r.Status)
	m.put(`<details class="case" id="case-$" data-suite="$" data-status="$" data-verdict="$" data-tags=" $ " data-drift="$" data-changes="$">`+"\n",
		strconv.Itoa(n), r.Suite, status, r.Signal.Verdict, strings.Join(r.Tags, " "), strconv.Itoa(len(r.Drift)), strconv.Itoa(len(changes)))
	m.put(`<summary><span class="status $">$`, class(status), words(status))
	if len(r.Drift) > 0 {
		m.put(` <span class="drifted">drift</span>`)
	}
	m.put(`</span><code>$</code><span>$</span><span class="dim">$`, r.ID, r.About, r.Signal.Verdict)
	if r.Signal.GateStatus != "" {
		m.put(" · $", r.Signal.GateStatus)
	}
	m.put("</span></summary>\n<div>\n"+`<p class="dim"><code>$</code>`, r.File)
	for _, tag := range r.Tags {
		m.put(` <span class="tag">$</span>`, tag)
	}
	for _, change := range changes {
		m.put(` <span class="status $">$</span>`, class(string(change)), words(string(change)))
	}
	m.put("</p>\n")
	if r.Signal.Verdict != "" {
		m.put("<p>$</p>\n", r.Signal.String())
	}
	htmlProblems(m, r)
	htmlChecks(m, r)
	if r.Answer != "" {
		m.put("<h3>Answer</h3><pre>$</pre>\n", r.Answer)
	}
	htmlTrace(m, r)
	m.put("</div>\n</details>\n")
}

func class(word string) string { return strings.ToLower(word) }

func words(word string) string { return strings.ReplaceAll(word, "_", " ") }

// htmlProblems writes what does not hold, and what no longer follows.
func htmlProblems(m markup, r *eval.Result) {
	if list := problems(r); len(list) > 0 {
		m.put("<table><thead><tr><th>expectation</th><th>wanted</th><th>got</th></tr></thead><tbody>\n")
		for _, p := range list {
			m.put(`<tr><td><code>$</code> <span class="dim">line $</span></td><td>$</td><td class="fail">$</td></tr>`+"\n",
				p.title(), strconv.Itoa(p.line), p.want, p.got)
		}
		m.put("</tbody></table>\n")
	}
	if len(r.Drift) > 0 {
		m.put("<h3>Stored results that no longer follow</h3><table><thead><tr><th>result</th><th>stored</th><th>now</th></tr></thead><tbody>\n")
		for _, d := range r.Drift {
			m.put("<tr><td><code>$</code></td><td>$</td><td>$</td></tr>\n", d.Member, d.Stored, d.Now)
		}
		m.put("</tbody></table>\n")
	}
}

func htmlChecks(m markup, r *eval.Result) {
	if len(r.Checks) == 0 {
		return
	}
	m.put(`<p class="dim">`)
	for i, c := range r.Checks {
		sign, between := "✗", " · "
		if c.Status == eval.StatusPass {
			sign = "✓"
		}
		if i == 0 {
			between = ""
		}
		m.put(`$<span class="$">$</span> $`, between, class(string(c.Status)), sign, c.Expectation)
	}
	m.put("</p>\n")
}

func htmlTrace(m markup, r *eval.Result) {
	data, err := r.ReadTrace()
	switch {
	case err != nil:
		m.put(`<p class="dim">$</p>`+"\n", err.Error())
	case r.Status == eval.StatusInvalid:
		m.put(`<p class="dim">the trace is not shown: $</p>`+"\n", r.Reason)
	default:
		m.put(`<div class="trace"></div>` + "\n" + `<script type="application/json">`)
		m.scriptJSON(data)
		m.put("</script>\n")
	}
}

// scriptJSON writes JSON so that it is harmless within a script element. In JSON a <
// stands in strings only, where its escape is the same text.
func (m markup) scriptJSON(data []byte) {
	data = bytes.TrimSpace(data)
	for {
		before, after, more := bytes.Cut(data, []byte("<"))
		_, _ = m.Write(before)
		if !more {
			return
		}
		_, _ = m.WriteString(`\u003c`)
		data = after
	}
}
