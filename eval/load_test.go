package eval_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/superbizagent/superbizagent/eval"
)

// TestInvalidCases are wrong themselves, and say why.
func TestInvalidCases(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"misspelt expectation", "about: x\nexpect:\n  verdcit: PASS\n", `line 3: there is no "verdcit" in expect; did you mean "verdict"?`},
		{"misspelt below", "about: x\nexpect:\n  answer: {contain: [a]}\n", `there is no "contain" in answer; did you mean "contains"?`},
		{"misspelt in a set", "about: x\nexpect:\n  failed_rules: {exactly: [a]}\n", `there is no "exactly" in failed_rules; did you mean "exact"?`},
		{"misspelt in a list", "about: x\nexpect:\n  findings: [{rules: evidence.values}]\n", `did you mean "rule"?`},
		{"nothing like it", "about: x\nexpect:\n  zzzzzzzzz: 1\n", "there are answer, checked_bindings, cited_paths"},
		{"misspelt word", "about: x\nexpect:\n  verdict: [PASS, LOWCONFID]\n", `did you mean "LOW_CONFID"?`},
		{"misspelt label", "about: x\nexpect:\n  claim_labels: {c1: suported}\n", `did you mean "supported"?`},
		{"misspelt mode", "about: x\nexpect:\n  tool_calls: {mode: inorder, calls: []}\n", `did you mean "in_order"?`},
		{"misspelt rule", "about: x\nexpect:\n  failed_rules: {none: [evidence.vlaues]}\n", `did you mean "evidence.values"?`},
		{"misspelt drift", "about: x\nexpect:\n  drift: [verdict]\n", "verifier.verdict"},
		{"no expectation", "about: x\nexpect: {}\n", "no expectation"},
		{"no expect", "about: x\n", "no expectation"},
		{"empty expectation", "about: x\nexpect:\n  verdict:\n", "verdict is empty"},
		{"no about", "expect: {verdict: PASS}\n", "about is missing"},
		{"empty", "", "it is empty"},
		{"a list", "- a\n", "no YAML mapping"},
		{"two documents", "about: x\nexpect: {verdict: PASS}\n---\nabout: y\n", "more than one YAML document"},
		{"no YAML", "about: [x\n", "did not find"},
		{"a name twice", "about: x\nabout: y\n", "already defined"},
		{"alias", "about: x\nexpect: {verdict: &v PASS, gate_status: *v}\n", "anchors and aliases"},
		{"wrong type", "about: x\nexpect: {values: 7}\n", "cannot unmarshal"},
		{"bad path", "about: x\nexpect: {values: [{path: 'containers[0]', exists: true}]}\n", "values[0]: path"},
		{"path and nothing", "about: x\nexpect: {values: [{path: $.a}]}\n", "say equals"},
		{"value of nothing", "about: x\nexpect: {values: [{path: $.a, exists: false, equals: 1}]}\n", "no value"},
		{"bounds the wrong way round", "about: x\nexpect: {counts: {claims: {min: 3, max: 2}}}\n", "no number is at least 3 and at most 2"},
		{"no number", "about: x\nexpect: {checked_bindings: some}\n", "no number"},
		{"finding of nothing", "about: x\nexpect: {findings: [{}]}\n", "says nothing"},
		{"no trace", "about: x\ntrace: other.json\nexpect: {verdict: PASS}\n", "read the trace"},
		{"trace outside", "about: x\ntrace: ../../../etc/passwd\nexpect: {verdict: PASS}\n", "outside"},
		{"no such condition", "about: x\nreplay: {verifier: up}\nexpect: {verdict: PASS}\n", "it may be down"},
		{"too large", "about: x\n#" + strings.Repeat("x", 1<<20), "a case may have"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := evaluateTree(t, fstest.MapFS{
				"row/one/case.yaml":  {Data: []byte(test.text)},
				"row/one/trace.json": {Data: []byte(goodTrace)},
			}).Cases[0]
			if got.Status != eval.StatusInvalid || !strings.Contains(got.Reason, test.want) {
				t.Errorf("got %s %q, want INVALID with %q", got.Status, got.Reason, test.want)
			}
			if strings.HasPrefix(got.Reason, "line ") != (got.Line > 0) {
				t.Errorf("got line %d of %q", got.Line, got.Reason)
			}
		})
	}
}

func TestFixturesThatCannotBeJudged(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"no JSON": "{", "no trace": "{}", "another version": `{"trace_version": "diagnosis_trace_v9"}`,
		"no attempt": `{"trace_version": "diagnosis_trace_v1", "session_id": "s", "tool_invocations": [], "executor": {"attempts": []}}`,
	} {
		if got := evaluate(t, "verdict: REJECT", text); got.Status != eval.StatusInvalid {
			t.Errorf("%s: got %s, want INVALID", name, got.Status)
		}
	}
}

// TestBrokenRowsAreJudged: a readable trace with broken rows fails the gate, as it does
// elsewhere.
func TestBrokenRowsAreJudged(t *testing.T) {
	t.Parallel()
	broken := strings.Replace(goodTrace, `"seq": 1`, `"seq": "one"`, 1)
	if got := evaluate(t, "verdict: REJECT\nfailed_rules: [gatekeeper.internal]", broken); got.Status != eval.StatusPass {
		t.Errorf("got %s: %+v", got.Status, got)
	}
}

func TestNoCases(t *testing.T) {
	t.Parallel()
	_, err := eval.Find(eval.Tree{FS: fstest.MapFS{"a/trace.json": {}}, Name: "cases"})
	if !errors.Is(err, eval.ErrNoCases) || !strings.Contains(err.Error(), "cases") {
		t.Errorf("got %v, want ErrNoCases", err)
	}
}

func TestDuplicateIDs(t *testing.T) {
	t.Parallel()
	text := []byte("id: same\nabout: x\nexpect: {verdict: PASS}\n")
	report := evaluateTree(t, fstest.MapFS{
		"row/one/case.yaml": {Data: text}, "row/one/trace.json": {Data: []byte(goodTrace)},
		"row/two/case.yaml": {Data: text}, "row/two/trace.json": {Data: []byte(goodTrace)},
	})
	for _, c := range report.Cases {
		if c.Status != eval.StatusInvalid || !strings.Contains(c.Reason, `id "same"`) {
			t.Errorf("%s: got %s %q, want INVALID", c.File, c.Status, c.Reason)
		}
	}
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	text := []byte("about: x\nexpect: {verdict: PASS}\n")
	tests := []struct {
		name, tree, base, file  string
		wantID, wantSuite, show string
	}{
		{"whole tree", "evals", "", "row/one/case.yaml", "row/one", "row", "evals/row/one/case.yaml"},
		{"deeper", "evals", "", "a/row/one/case.yaml", "row/one", "row", "evals/a/row/one/case.yaml"},
		{"one row", "evals/row", "", "one/case.yaml", "row/one", "row", "evals/row/one/case.yaml"},
		{"one case", "evals/row/one", "", "case.yaml", "row/one", "row", "evals/row/one/case.yaml"},
		{"from within", ".", "/home/me/evals/row", "one/case.yaml", "row/one", "row", "one/case.yaml"},
		{"nothing above", "one", "", "case.yaml", "one", "one", "one/case.yaml"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			cases, err := eval.Find(eval.Tree{FS: fstest.MapFS{test.file: {Data: text}}, Name: test.tree, Base: test.base})
			if err != nil {
				t.Fatal(err)
			}
			if c := cases[0]; c.ID != test.wantID || c.Suite != test.wantSuite || c.File != test.show {
				t.Errorf("got %s of %s in %s, want %s of %s in %s", c.ID, c.Suite, c.File, test.wantID, test.wantSuite, test.show)
			}
		})
	}
}

func TestSuiteFiles(t *testing.T) {
	t.Parallel()
	text, trace := []byte("about: x\nexpect: {verdict: PASS}\n"), []byte(goodTrace)
	report := evaluateTree(t, fstest.MapFS{
		"b/suite.yaml": {Data: []byte("title: The first\norder: 1\nsignal: PASS\n")}, "b/one/case.yaml": {Data: text}, "b/one/trace.json": {Data: trace},
		"a-row/one/case.yaml": {Data: text}, "a-row/one/trace.json": {Data: trace},
		"c/suite.yaml": {Data: []byte("tilte: x\norder: 3\n")}, "c/one/case.yaml": {Data: text}, "c/one/trace.json": {Data: trace},
	})
	var titles []string
	for _, s := range report.Suites {
		titles = append(titles, s.Title)
	}
	if got, want := strings.Join(titles, ", "), "a row, c, The first"; got != want {
		t.Errorf("rows: got %s, want %s", got, want)
	}
	if last := report.Cases[2]; last.Status != eval.StatusInvalid || !strings.Contains(last.Reason, `did you mean "title"?`) {
		t.Errorf("got %s %q, want INVALID", last.Status, last.Reason)
	}
}

func FuzzCase(f *testing.F) {
	f.Add([]byte("about: x\nexpect:\n  verdict: PASS\n  tool_calls: {mode: exact, calls: [{tool: a}]}\n"))
	f.Add([]byte("about: x\nexpect: {values: [{path: $.a, equals: {b: [1, null]}}]}\n"))
	e := func(t *testing.T) *eval.Evaluator { t.Helper(); return newEvaluator(t) }
	f.Fuzz(func(t *testing.T, text []byte) {
		cases, err := eval.Find(eval.Tree{Name: "x", FS: fstest.MapFS{"r/c/case.yaml": {Data: text}, "r/c/trace.json": {Data: []byte(goodTrace)}}})
		if err != nil {
			t.Fatal(err)
		}
		r := e(t).Evaluate(cases[0])
		if r.Status == eval.StatusPass && len(r.Checks) == 0 {
			t.Error("it passes and nothing was looked at")
		}
	})
}
