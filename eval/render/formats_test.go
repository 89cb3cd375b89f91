package render_test

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/superbizagent/superbizagent/eval"
	"github.com/superbizagent/superbizagent/eval/render"
)

// inputs are reports of which other programs must be able to read every format.
func inputs(t *testing.T) map[string]render.Input {
	t.Helper()
	r := report(t)
	c := r.Compare(eval.Baseline{RuleSetVersion: "older", Cases: []eval.Entry{
		{ID: "row/failed", Status: eval.StatusPass}, {ID: "row/passed", Status: eval.StatusFail}, {ID: "row/gone", Status: eval.StatusPass},
	}})
	empty := *r
	empty.Cases, empty.Suites, empty.Total = nil, nil, eval.Tally{}
	return map[string]render.Input{
		"alone": {Report: r, Version: "1.2.3"}, "beside a baseline": {Report: r, Comparison: &c}, "no case": {Report: &empty},
	}
}

// TestSARIFSchema holds the log to the part of SARIF 2.1.0 that it uses and, where
// SUPERBIZ_SARIF_SCHEMA names the file of the official schema, to that too.
func TestSARIFSchema(t *testing.T) {
	t.Parallel()
	files := []string{"testdata/sarif.schema.json"}
	if official := os.Getenv("SUPERBIZ_SARIF_SCHEMA"); official != "" {
		files = append(files, official)
	}
	for _, file := range files {
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		schema, err := compiler.Compile(file)
		if err != nil {
			t.Fatal(err)
		}
		for name, in := range inputs(t) {
			log, err := jsonschema.UnmarshalJSON(strings.NewReader(write(t, "sarif", in)))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(log); err != nil {
				t.Errorf("%s, by %s: %v", name, file, err)
			}
		}
	}
}

// junitElement is what an element of a JUnit report may hold: attributes, those with a !
// always, and elements.
type junitElement struct{ attributes, elements []string }

// junitShape is what readers of JUnit reports agree on, after the schema of Jenkins' xUnit
// plugin. That schema does not have file and line of a test case, which GitLab and
// CircleCI read; Jenkins' own reader passes them over.
func junitShape() map[string]junitElement {
	fault := junitElement{attributes: []string{"type", "message"}}
	return map[string]junitElement{
		"":           {elements: []string{"testsuites"}},
		"testsuites": {[]string{"name", "time", "tests", "failures", "errors"}, []string{"testsuite"}},
		"testsuite":  {[]string{"name!", "tests!", "failures!", "errors!", "skipped", "time", "file"}, []string{"properties", "testcase", "system-out"}},
		"testcase":   {[]string{"name!", "classname", "time", "file", "line"}, []string{"skipped", "error", "failure", "system-out"}},
		"error":      fault, "failure": fault, "skipped": fault,
		"system-out": {},
	}
}

func TestJUnitShape(t *testing.T) {
	t.Parallel()
	for name, in := range inputs(t) {
		decoder := xml.NewDecoder(strings.NewReader(write(t, "junit", in)))
		parents := []string{""}
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			switch token := token.(type) {
			case xml.StartElement:
				checkElement(t, parents[len(parents)-1], token)
				parents = append(parents, token.Name.Local)
			case xml.EndElement:
				parents = parents[:len(parents)-1]
			}
		}
	}
}

func checkElement(t *testing.T, parent string, element xml.StartElement) {
	t.Helper()
	name := element.Name.Local
	if !slices.Contains(junitShape()[parent].elements, name) {
		t.Errorf("%s stands in %q", name, parent)
	}
	var has []string
	for _, a := range element.Attr {
		has = append(has, a.Name.Local)
	}
	for _, attribute := range junitShape()[name].attributes {
		attribute, needed := strings.CutSuffix(attribute, "!")
		if needed && !slices.Contains(has, attribute) {
			t.Errorf("%s has no %s", name, attribute)
		}
		has = slices.DeleteFunc(has, func(a string) bool { return a == attribute })
	}
	if len(has) > 0 {
		t.Errorf("%s has the attributes %q, which readers do not know", name, has)
	}
}
