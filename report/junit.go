package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// junitWriter writes a test suite a trace and a test case a rule: a rule that did
// not run is skipped, and not passed.
type junitWriter struct {
	w     io.Writer
	fixes map[string]string
	begun bool
}

func newJUnit(w io.Writer, o Options) *junitWriter {
	return &junitWriter{w: w, fixes: fixesOf(o.Rules)}
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitProblem `xml:"failure"`
	Error   *junitProblem `xml:"error"`
	Skipped *struct{}     `xml:"skipped"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func (w *junitWriter) Write(j Judgement) error {
	if err := w.begin(); err != nil {
		return err
	}
	text, err := xml.MarshalIndent(w.suite(j), "  ", "  ")
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return w.print(string(text) + "\n")
}

func (w *junitWriter) Close() error {
	if err := w.begin(); err != nil {
		return err
	}
	return w.print("</testsuites>\n")
}

func (w *junitWriter) begin() error {
	if w.begun {
		return nil
	}
	w.begun = true
	return w.print(xml.Header + `<testsuites name="superbiz gate">` + "\n")
}

func (w *junitWriter) print(text string) error {
	if _, err := io.WriteString(w.w, text); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

func (w *junitWriter) suite(j Judgement) junitSuite {
	s := junitSuite{Name: j.File}
	switch {
	case j.Err != nil:
		s.Cases = []junitCase{{Class: j.File, Name: "trace", Error: &junitProblem{Message: "cannot be judged", Type: "error", Text: j.Err.Error()}}}
	case len(j.Result.Rules) == 0: // the gate itself broke
		for _, f := range j.Result.Errors {
			s.Cases = append(s.Cases, junitCase{Class: j.File, Name: f.RuleID, Failure: w.problem(f.RuleID, j.Result.Errors)})
		}
	default:
		for _, r := range j.Result.Rules {
			s.Cases = append(s.Cases, w.testCase(j, r))
		}
	}
	s.count()
	return s
}

func (w *junitWriter) testCase(j Judgement, r superbiz.RuleResult) junitCase {
	c := junitCase{Class: j.File, Name: r.ID}
	switch r.Outcome {
	case superbiz.OutcomePass:
	case superbiz.OutcomeNotRun:
		c.Skipped = &struct{}{}
	case superbiz.OutcomeWarn:
		c.Output = w.problem(r.ID, j.Result.Warnings).Text
	default:
		c.Failure = w.problem(r.ID, j.Result.Errors)
	}
	return c
}

// problem renders the findings of one rule, and its advice.
func (w *junitWriter) problem(ruleID string, all []superbiz.Finding) *junitProblem {
	p := &junitProblem{Type: string(superbiz.SeverityReject)}
	var lines []string
	for _, f := range all {
		if f.RuleID != ruleID {
			continue
		}
		if p.Message == "" {
			p.Message = f.Message
		}
		lines = append(lines, place(f)+": "+f.Message)
	}
	if fix := w.fixes[ruleID]; fix != "" {
		lines = append(lines, "How to fix: "+strings.Join(strings.Fields(fix), " "))
	}
	p.Text = strings.Join(lines, "\n")
	return p
}

func (s *junitSuite) count() {
	s.Tests = len(s.Cases)
	for _, c := range s.Cases {
		switch {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
}
