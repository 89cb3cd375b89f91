package render

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/superbizagent/superbizagent/eval"
)

type junitCase struct {
	XMLName xml.Name     `xml:"testcase"`
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	File    string       `xml:"file,attr"`
	Line    int          `xml:"line,attr"`
	Failure []junitFault `xml:"failure"`
	Error   []junitFault `xml:"error"`
	Output  string       `xml:"system-out,omitempty"`
}

type junitFault struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a test suite a row and a test case a case. What was not evaluated
// is an error and not skipped: readers of this format take skipped for fine.
func writeJUnit(w io.Writer, in Input) error {
	out := bufio.NewWriter(w)
	t := in.Report.Total
	fmt.Fprintf(out, "%s<testsuites name=\"superbiz eval\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n",
		xml.Header, t.Cases, t.Fail, t.Invalid+t.NotEvaluated)
	cases := bySuite(in.Report)
	for _, s := range in.Report.Suites {
		if err := junitSuite(out, s, cases[s.Name]); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, "</testsuites>")
	return out.Flush()
}

func junitSuite(out io.Writer, s eval.Suite, cases []*eval.Result) error {
	var name strings.Builder
	if err := xml.EscapeText(&name, []byte(s.Name)); err != nil {
		return err
	}
	fmt.Fprintf(out, "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n", name.String(), s.Cases, s.Fail, s.Invalid+s.NotEvaluated)
	for _, c := range cases {
		text, err := xml.MarshalIndent(newJUnitCase(c), "    ", "  ")
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", text)
	}
	fmt.Fprintln(out, "  </testsuite>")
	return nil
}

func newJUnitCase(r *eval.Result) junitCase {
	c := junitCase{Class: r.Suite, Name: caseName(r), File: r.File, Line: 1}
	if len(r.Drift) > 0 {
		c.Output = "stored results that no longer follow: " + drift(r)
	}
	for _, p := range problems(r) {
		fault := junitFault{
			Message: p.title() + ": " + p.message(), Type: string(p.status),
			Text: fmt.Sprintf("file: %s:%d\nexpectation: %s\nwanted: %s\ngot: %s\n", r.File, p.line, p.title(), p.want, p.got),
		}
		if len(c.Failure)+len(c.Error) == 0 {
			c.Line = p.line
		}
		if p.status == eval.StatusFail {
			c.Failure = append(c.Failure, fault)
		} else {
			c.Error = append(c.Error, fault)
		}
	}
	return c
}
