package evidence_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// row returns a row of session s-1 that succeeded.
func row(id, tool, output string, refs ...string) superbiz.ToolInvocation {
	return superbiz.ToolInvocation{
		InvocationID: id, SessionID: "s-1", ToolName: tool, Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData,
		Output: json.RawMessage(output), RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: refs},
	}
}

func source(output string, refs ...string) *evidence.Source {
	r := row("inv-1", "describe", output, refs...)
	return evidence.NewSource(&r)
}

func bind(tool string, ids ...string) superbiz.EvidenceBinding {
	return superbiz.EvidenceBinding{ToolName: tool, SourceInvocationIDs: ids}
}

func TestLedgerBound(t *testing.T) {
	t.Parallel()
	failed, foreign, broken, odd := row("failed", "logs", "null"), row("foreign", "logs", "{}"), row("broken", "logs", "{"), row("odd", "logs", "{}")
	failed.Status, failed.ResultKind = superbiz.InvocationFailed, superbiz.ResultError
	foreign.SessionID = "s-2"
	odd.Status = "success"
	empty := row("empty", "logs", "{}")
	empty.ResultKind = superbiz.ResultEmpty
	l := evidence.NewLedger("s-1", []superbiz.ToolInvocation{
		row("a", "logs", "{}"), row("b", "logs", "{}"), row("c", "alerts", "{}"), failed, foreign, broken, odd, empty, row("", "logs", "{}"),
	})
	tests := []struct {
		name     string
		bindings []superbiz.EvidenceBinding
		want     []string // nil: not sound
	}{
		{"one", []superbiz.EvidenceBinding{bind("logs", "a")}, []string{"a"}},
		{"several of one tool", []superbiz.EvidenceBinding{bind("logs", "b", "a", "b")}, []string{"b", "a"}},
		{"several bindings", []superbiz.EvidenceBinding{bind("alerts", "c"), bind("logs", "a"), bind("alerts", "c")}, []string{"c", "a"}},
		{"an empty result", []superbiz.EvidenceBinding{bind("logs", "empty")}, []string{"empty"}},
		{"nothing bound", nil, nil},
		{"no ids", []superbiz.EvidenceBinding{bind("logs")}, nil},
		{"no ids beside some", []superbiz.EvidenceBinding{bind("logs", "a"), bind("logs")}, nil},
		{"unknown", []superbiz.EvidenceBinding{bind("logs", "a", "x")}, nil},
		{"empty id", []superbiz.EvidenceBinding{bind("logs", "")}, nil},
		{"another tool", []superbiz.EvidenceBinding{bind("alerts", "a")}, nil},
		{"another session", []superbiz.EvidenceBinding{bind("logs", "foreign")}, nil},
		{"failed", []superbiz.EvidenceBinding{bind("logs", "failed")}, nil},
		{"a status nobody knows", []superbiz.EvidenceBinding{bind("logs", "odd")}, nil},
		{"output that is no JSON", []superbiz.EvidenceBinding{bind("logs", "broken")}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			sources, ok := l.Bound(&superbiz.Claim{EvidenceBindings: test.bindings})
			var got []string
			for _, s := range sources {
				got = append(got, s.Invocation.InvocationID)
			}
			if ok != (test.want != nil) || ok && !cmp.Equal(got, test.want) {
				t.Errorf("got %v, %t; want %v", got, ok, test.want)
			}
		})
	}
}

func TestLedgerRows(t *testing.T) {
	t.Parallel()
	rows := []superbiz.ToolInvocation{row("a", "t", "{}"), row("a", "t", "{}"), row("", "t", "{}"), row("b", "t", "{}"), row("a", "t", "{}"), row("b", "t", "{}")}
	rows[3].SessionID = "s-2"
	l := evidence.NewLedger("s-1", rows)
	if diff := cmp.Diff([]string{"a", "b"}, l.Duplicates()); diff != "" {
		t.Errorf("duplicates (-want +got):\n%s", diff)
	}
	if l.Unnamed() != 1 || l.OwnRows() != 5 || len(l.Sources()) != 6 || l.SessionID() != "s-1" {
		t.Errorf("got %d without id, %d own, %d in all", l.Unnamed(), l.OwnRows(), len(l.Sources()))
	}
	if l.Lookup("") != nil {
		t.Error("the empty id stands for a row")
	}
	if got := l.Lookup("b"); got == nil || !got.Foreign() {
		t.Error("the first row of b is of another session, and not found so")
	}
}

// TestLedgerWithoutSession shows that rows without a session belong to nobody.
func TestLedgerWithoutSession(t *testing.T) {
	t.Parallel()
	r := row("a", "t", "{}")
	r.SessionID = ""
	l := evidence.NewLedger("", []superbiz.ToolInvocation{r})
	if l.OwnRows() != 0 || !l.Lookup("a").Foreign() || l.Cited("a", "t") != nil {
		t.Error("a row without a session belongs to a run without one")
	}
}

func TestSourceCites(t *testing.T) {
	t.Parallel()
	const output = `{"items": [{"name": "a"}, {"name": "b"}], "none": [], "text": "x", "null": null}`
	value, array, absence := evidence.UseValue, evidence.UseArray, evidence.UseAbsence
	tests := []struct {
		name string
		refs string
		path string
		use  evidence.Use
		want bool
	}{
		{"a value", "$", "$.items[0].name", value, true},
		{"null is a value", "$", "$.null", value, true},
		{"not there", "$", "$.items[2]", value, false},
		{"not listed", "$.items", "$.text", value, false},
		{"array of slices as a value", "$.items[0:2]", "$.items", value, false},
		{"array of slices as an array", "$.items[0:2]", "$.items", array, true},
		{"array partly listed", "$.items[0:1]", "$.items", array, false},
		{"any value may be searched", "$.text", "$.text", array, true},
		{"absent member", "$", "$.items[0].gone", absence, true},
		{"absent element", "$", "$.items[2]", absence, true},
		{"absent element of slices", "$.items[0:2]", "$.items[2]", absence, true},
		{"absent member below slices", "$.items[0:2]", "$.items[1].gone", absence, true},
		{"absent in what is absent", "$", "$.gone.gone", absence, false},
		{"absent where nothing is listed", "$.items[0]", "$.gone", absence, false},
		{"there after all", "$.items[0]", "$.items[0].name", absence, true},
		{"the root is never absent", "$.items", "$", absence, false},
		{"an empty array", "$", "$.none", absence, true},
		{"the sentinel", "$.no_evidence", "$.no_evidence", value, true},
		{"the sentinel not listed", "$", "$.no_evidence", absence, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := source(output, test.refs)
			p := path(t, test.path)
			if got := s.Cites(p, test.use); got != test.want {
				t.Errorf("got %t, want %t", got, test.want)
			}
			if test.use == value && (s.Explain(p) == "") != test.want {
				t.Errorf("explained as %q", s.Explain(p))
			}
		})
	}
}

func TestSourceExplain(t *testing.T) {
	t.Parallel()
	const output = `{"items": [{"name": "a"}], "none": {}, "n": 1, "b": true, "z": null,
		"many": {"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1}}`
	tests := []struct{ name, refs, path, want string }{
		{"not listed", "$.items", "$.n", `is not in the evidence_refs of "inv-1", which lists "$.items"`},
		{"past the end", "$", "$.items[1].name", `does not resolve in the output of "inv-1": "$.items" is an array of 1`},
		{"no such member", "$", "$.items[0].x.y", `"$.items[0]" has "name"`},
		{"no members", "$", "$.none.x", `"$.none" has no members`},
		{"a number", "$", "$.n.x", `"$.n" is a number`},
		{"null", "$", "$.z.x", `"$.z" is null`},
		{"many members", "$", "$.many.x", `"$.many" has "a", "b", "c", "d", "e", "f", "g", "h" and 2 more members`},
		{"it resolves", "$", "$.b", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := source(output, test.refs).Explain(path(t, test.path))
			if !strings.Contains(got, test.want) || test.want == "" && got != "" {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	if got := source("{", "$").Explain(path(t, "$.a")); !strings.Contains(got, `output of "inv-1"`) {
		t.Errorf("broken output: got %q", got)
	}
	if got := source("{}").Explain(path(t, "$.a")); !strings.Contains(got, "lists none") {
		t.Errorf("no references: got %q", got)
	}
	if got := source("{}", "$.a", "$.b", "$.c", "$.d", "$.e").Explain(path(t, "$.x")); !strings.Contains(got, `"$.c" and 2 more`) {
		t.Errorf("many references: got %q", got)
	}
}

// TestSourceConcurrently lets the race detector look at what is decoded on demand.
func TestSourceConcurrently(t *testing.T) {
	t.Parallel()
	s := source(string(recorded(10<<10)), "$.lines[0:5000]")
	p := path(t, "$.lines[1]")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if !s.Resolve(p).Valid() || !s.Readable() || s.Refs().NoEvidence() {
				t.Error("a line is not there")
			}
		})
	}
	wait.Wait()
}

func TestSourceWithoutOutput(t *testing.T) {
	t.Parallel()
	s := source("", "$")
	doc, err := s.Output()
	if err != nil || doc.Root().Kind() != evidence.KindNull {
		t.Errorf("got %v, %v; want null", doc, err)
	}
	if s.Empty() {
		t.Error("data without an output is called an empty result")
	}
}

// TestTrim shows that claims over large outputs stop where they would take too long.
func TestTrim(t *testing.T) {
	t.Parallel()
	const size = 8 << 20 // 128 of them are the limit
	l := evidence.NewLedger("s-1", []superbiz.ToolInvocation{row("big", "logs", strings.Repeat(" ", size)), row("small", "logs", "{}")})
	var out evidence.Output
	for i := range 132 {
		id := "big"
		if i%2 == 1 {
			id = "small"
		}
		out.Claims = append(out.Claims, claimOf(fmt.Sprint(i), bind("logs", id), bind("logs", id, "unknown")))
	}
	out.Actions = []evidence.Action{
		{RecommendedAction: superbiz.RecommendedAction{ActionID: "a1"}, Target: "recommended_actions[0]"},
		{RecommendedAction: superbiz.RecommendedAction{ActionID: "a2", EvidenceBindings: []superbiz.EvidenceBinding{bind("logs", "big", "big")}}, Target: "recommended_actions[1]"},
	}
	want := []string{
		"claims[126] 126", "claims[128] 128", "claims[130] 130", "recommended_actions[1] a2", // the small ones fit in
	}
	if diff := cmp.Diff(want, trimmed(&out, l)); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	if len(out.Claims) != 129 || len(out.Actions) != 1 {
		t.Errorf("got %d claims and %d actions, want 129 and 1", len(out.Claims), len(out.Actions))
	}
}

// TestTrimWhatIsRead shows that outputs which would take too much memory together
// are not read: each counts once, by its size and by the values in it.
func TestTrimWhatIsRead(t *testing.T) {
	t.Parallel()
	large, dense := strings.Repeat(" ", 6<<20-8), "["+strings.Repeat("7,", 1_000_000)+"7]"
	l := evidence.NewLedger("s-1", []superbiz.ToolInvocation{
		row("a", "logs", large), row("b", "logs", large), row("c", "logs", large), row("dense", "logs", dense), row("small", "logs", "{}"),
	})
	out := evidence.Output{Claims: []evidence.Claim{
		claimOf("0", bind("logs", "a", "b")),
		claimOf("1", bind("logs", "b", "a")),
		claimOf("2", bind("logs", "c", "small")),
		claimOf("3", bind("logs", "dense")),
		claimOf("4", bind("logs", "small"), bind("logs", "unknown"), bind("metrics", "c")),
	}}
	if diff := cmp.Diff([]string{"claims[2] 2", "claims[3] 3"}, trimmed(&out, l)); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

func claimOf(id string, bindings ...superbiz.EvidenceBinding) evidence.Claim {
	return evidence.Claim{Claim: superbiz.Claim{ClaimID: id, EvidenceBindings: bindings}, Target: "claims[" + id + "]"}
}

// trimmed trims an output, and returns what was taken out of it.
func trimmed(out *evidence.Output, l *evidence.Ledger) []string {
	var got []string
	for _, f := range out.Trim(l) {
		got = append(got, f.Target+" "+f.ClaimID+f.ActionID)
	}
	return got
}
