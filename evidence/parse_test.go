package evidence_test

import (
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const object = `{"a": {"b": 1}}`
	tests := []struct {
		name, text string
		status     superbiz.ParseStatus
		want       string // the object, or words of the reason
	}{
		{"the object alone", object, superbiz.ParseValid, object},
		{"white space around", "\n " + object + "\n", superbiz.ParseValid, object},
		{"byte order mark", "\ufeff" + object, superbiz.ParseValid, object},
		{"an empty object", "{}", superbiz.ParseValid, "{}"},
		{"fence", "```json\n" + object + "\n```", superbiz.ParseExtracted, object},
		{"fence without a language", "```\n" + object + "\n```\n", superbiz.ParseExtracted, object},
		{"fence of tildes", "~~~ json\n" + object + "\n~~~", superbiz.ParseExtracted, object},
		{"fence with carriage returns", "```json\r\n" + object + "\r\n```\r\n", superbiz.ParseExtracted, object},
		{"long fence around a short one", "````\n" + object + "\n````", superbiz.ParseExtracted, object},
		{"fence that ends longer", "```\n" + object + "\n`````", superbiz.ParseExtracted, object},
		{"fence inside a longer fence", "````markdown\n```json\n" + object + "\n```\n````", superbiz.ParseExtracted, object},
		{"indented fence", "- here:\n  ```json\n  " + object + "\n  ```", superbiz.ParseExtracted, object},
		{"fence on one line", "```" + object + "```", superbiz.ParseExtracted, object},
		{"fence and prose", "Labels {x} first.\n```json\n" + object + "\n```\nThat was {\"it\"}.", superbiz.ParseExtracted, object},
		{"a fence wins over an object in prose", "Not {\"c\": 2}.\n```json\n" + object + "\n```", superbiz.ParseExtracted, object},
		{"fence of another language beside", "```sh\nkubectl get pods\n```\n```json\n" + object + "\n```", superbiz.ParseExtracted, object},
		{"fence that does not end", "```json\n" + object, superbiz.ParseExtracted, object},
		{"fence that ends on the last line", "```json\n" + object + "```", superbiz.ParseExtracted, object},
		{"prose", "Here it is: " + object + " Done.", superbiz.ParseExtracted, object},
		{"empty objects in prose", "Labels were {} and { }. " + object, superbiz.ParseExtracted, object},
		{"braces in prose", "The set {a, b} and {{template}} and a lone { here. " + object, superbiz.ParseExtracted, object},
		{"braces in a string", `Here: {"a": "} {\"x\": 1} ` + "```" + `"}`, superbiz.ParseExtracted, `{"a": "} {\"x\": 1} ` + "```" + `"}`},
		{"one object in an array in prose", "It is [" + object + "].", superbiz.ParseExtracted, object},

		{"nothing", "", superbiz.ParseEmpty, "empty"},
		{"white space", " \n\t", superbiz.ParseEmpty, "empty"},
		{"only a byte order mark", "\ufeff", superbiz.ParseEmpty, "empty"},
		{"prose alone", "The pool is full.", superbiz.ParseInvalid, "no JSON object"},
		{"an empty object in prose alone", "Labels were {}.", superbiz.ParseInvalid, "no JSON object"},
		{"an array", "[" + object + "]", superbiz.ParseInvalid, "not an object"},
		{"a string that holds an object", `"{\"a\": 1}"`, superbiz.ParseInvalid, "not an object"},
		{"null", "null", superbiz.ParseInvalid, "not an object"},
		{"two objects", object + "\n" + object, superbiz.ParseInvalid, "more than one"},
		{"two objects in prose", "Either " + object + " or " + object, superbiz.ParseInvalid, "more than one"},
		{"two fences", "```\n" + object + "\n```\n```\n{}\n```", superbiz.ParseInvalid, "more than one"},
		{"two objects in a fence", "```\n" + object + object + "\n```", superbiz.ParseInvalid, "more than one JSON value"},
		{"truncated", `{"a": {"b": 1}`, superbiz.ParseInvalid, "unexpected EOF"},
		{"truncated in prose", `Here: {"a": {"b": `, superbiz.ParseInvalid, "byte 6 is broken"},
		{"truncated in a fence", "```json\n{\"a\": {\n```", superbiz.ParseInvalid, "unexpected EOF"},
		{"truncated in a fence that does not end", "```json\n{\"a\": {\"b\"", superbiz.ParseInvalid, "is broken"},
		{"broken in prose", `The label {"app"} and ` + object, superbiz.ParseInvalid, "is broken"},
		{"duplicate key", `{"a": 1, "a": 2}`, superbiz.ParseInvalid, `duplicate object member name "a"`},
		{"duplicate key below", `{"x": [{"a": 1, "a": 2}]}`, superbiz.ParseInvalid, "duplicate object member name"},
		{"duplicate key in a fence", "```\n{\"a\": 1, \"a\": 2}\n```", superbiz.ParseInvalid, "duplicate object member name"},
		{"duplicate key in prose", `Here: {"a": 1, "a": 2}`, superbiz.ParseInvalid, "duplicate object member name"},
		{"not UTF-8", "{\"a\": \"\xff\"}", superbiz.ParseInvalid, "not valid UTF-8"},
		{"not UTF-8 in prose", "\xff " + object, superbiz.ParseInvalid, "not valid UTF-8"},
		{"not a number", `{"a": NaN}`, superbiz.ParseInvalid, "broken"},
		{"trailing comma", `{"a": 1,}`, superbiz.ParseInvalid, "broken"},
		{"single quotes", `{'a': 1}`, superbiz.ParseInvalid, "no JSON object"},
		{"too deep", strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65), superbiz.ParseInvalid, "nested too deeply"},
		{"far too deep", strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000), superbiz.ParseInvalid, ""},
		{"too deep in prose", "x " + strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65), superbiz.ParseInvalid, "nested too deeply"},
		{"too large", `{"a": "` + strings.Repeat("x", evidence.MaxExecutorBytes) + `"}`, superbiz.ParseInvalid, "the limit is 4194304"},
		{"a long duplicate key", `{"` + strings.Repeat("k", 1<<20) + `": 1, "` + strings.Repeat("k", 1<<20) + `": 1}`, superbiz.ParseInvalid, "duplicate object member name"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := evidence.Parse(test.text)
			if got.Status != test.status {
				t.Fatalf("got %s (%s), want %s", got.Status, got.Reason, test.status)
			}
			if got.Document != nil {
				if raw := got.Document.Raw(); raw != test.want || got.Reason != "" {
					t.Errorf("got %s (%s), want %s", raw, got.Reason, test.want)
				}
				return
			}
			if !strings.Contains(got.Reason, test.want) || len(got.Reason) > 400 {
				t.Errorf("got %q, want a short reason with %q", got.Reason, test.want)
			}
		})
	}
}

func TestParseDeepEnough(t *testing.T) {
	t.Parallel()
	text := strings.Repeat(`{"a":`, 64) + "1" + strings.Repeat("}", 64)
	if got := evidence.Parse(text); got.Status != superbiz.ParseValid {
		t.Errorf("64 levels: got %s (%s), want valid", got.Status, got.Reason)
	}
}

func TestParseAttempt(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	tests := []struct {
		name    string
		attempt superbiz.Attempt
		status  superbiz.ParseStatus
		differs bool
	}{
		{"text alone", superbiz.Attempt{RawOutput: text(`{"a": 1}`)}, superbiz.ParseValid, false},
		{"structured alone", superbiz.Attempt{StructuredOutput: []byte(`{"a": 1}`)}, superbiz.ParseValid, false},
		{"neither", superbiz.Attempt{}, superbiz.ParseEmpty, false},
		{"structured null", superbiz.Attempt{StructuredOutput: []byte(`null`)}, superbiz.ParseEmpty, false},
		{"empty text is there", superbiz.Attempt{RawOutput: text(""), StructuredOutput: []byte(`{"a": 1}`)}, superbiz.ParseEmpty, false},
		{"both the same", superbiz.Attempt{RawOutput: text(`{"a": 1}`), StructuredOutput: []byte(`{"a": 1}`)}, superbiz.ParseValid, false},
		{"both, spelt otherwise", superbiz.Attempt{RawOutput: text("```\n{\"a\": 1.0, \"b\": \"\\u0061\"}\n```"), StructuredOutput: []byte(`{"b":"a","a":1}`)}, superbiz.ParseExtracted, false},
		{"a value differs", superbiz.Attempt{RawOutput: text(`{"a": 1}`), StructuredOutput: []byte(`{"a": 2}`)}, superbiz.ParseValid, true},
		{"the last digit of a large number differs", superbiz.Attempt{RawOutput: text(`{"a": 9007199254740993}`), StructuredOutput: []byte(`{"a": 9007199254740992}`)}, superbiz.ParseValid, true},
		{"structured is no JSON", superbiz.Attempt{RawOutput: text(`{"a": 1}`), StructuredOutput: []byte(`{"a": 1`)}, superbiz.ParseValid, true},
		{"structured is an array", superbiz.Attempt{StructuredOutput: []byte(`[]`)}, superbiz.ParseInvalid, false},
		{"structured is too large", superbiz.Attempt{StructuredOutput: []byte(`{"a": "` + strings.Repeat("x", evidence.MaxExecutorBytes) + `"}`)}, superbiz.ParseInvalid, false},
		{"unreadable text is one fault", superbiz.Attempt{RawOutput: text("prose"), StructuredOutput: []byte(`{"a": 1}`)}, superbiz.ParseInvalid, false},
		{"what the attempt says of itself is hearsay", superbiz.Attempt{RawOutput: text("prose"), ParseStatus: superbiz.ParseValid}, superbiz.ParseInvalid, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, differs := evidence.ParseAttempt(test.attempt)
			if got.Status != test.status || differs != test.differs {
				t.Errorf("got %s, differs %t; want %s, %t", got.Status, differs, test.status, test.differs)
			}
		})
	}
}
