package pipeline_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/llmtest"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/scenarios"
	"github.com/superbizagent/superbizagent/store"
)

// script is the fault as a model plays it: until it has seen the gate's findings when
// it learns, else for ever.
func (f modelFault) play(learns bool) llmtest.Script {
	if f.script != nil {
		return f.script(honest)
	}
	return func(r llmtest.Request) llmtest.Turn {
		s := look(r)
		turn := honest(r)
		if turn.Calls[0].Name != "submit_evidence" || learns && s.repairs {
			return turn
		}
		out := honestOutput(s)
		if f.change != nil {
			f.change(&out, s)
		}
		text := asText(out)
		if f.text == nil {
			return submit(text)
		}
		if text = f.text(text); len(text) < 1<<20 && text[0] != '{' || !strings.HasSuffix(text, "}") {
			return llmtest.Turn{Text: text}
		}
		return submit(text)
	}
}

// result is what became of one diagnosis.
type result struct {
	verdict  superbiz.Verdict
	attempts int
	rules    []string // that refused the first attempt
	unknown  string   // what the answer says of an end that did not come
	failed   string   // why the run failed
}

func (r result) String() string {
	switch {
	case r.failed != "":
		return "run failed: " + r.failed
	case r.unknown != "":
		return fmt.Sprintf("`%s`: %s", r.verdict, r.unknown)
	}
	return fmt.Sprintf("`%s` after %s", r.verdict, attempts(r.attempts))
}

func attempts(n int) string {
	if n == 1 {
		return "1 attempt"
	}
	return fmt.Sprintf("%d attempts", n)
}

// observe reads a run from the store, as anyone would later.
func observe(t *testing.T, trace *superbiz.DiagnosisTrace, db pipeline.Store, err error) result {
	t.Helper()
	sessions, listErr := db.ListSessions(t.Context(), store.Page{Limit: 10})
	if listErr != nil || len(sessions) != 1 {
		t.Fatalf("%d sessions, %v", len(sessions), listErr)
	}
	if err != nil {
		kind := string(llm.KindOf(err))
		if sessions[0].LastStatus != superbiz.RunFailed || kind == "" {
			t.Errorf("run %s: %v", sessions[0].LastStatus, err)
		}
		return result{failed: strings.ReplaceAll(kind, "_", " ")}
	}
	r := result{verdict: trace.Verifier.Verdict, attempts: len(trace.Executor.Attempts), rules: trace.Executor.Attempts[0].GatekeeperResult.FailedRules}
	if sessions[0].LastStatus != superbiz.RunCompleted || sessions[0].LastVerdict != r.verdict {
		t.Errorf("the store says %s, %s", sessions[0].LastStatus, sessions[0].LastVerdict)
	}
	if _, why, found := strings.Cut(trace.Composer.Answer, "did not come to an end: "); found {
		r.unknown, _, _ = strings.Cut(why, ".")
	}
	if r.verdict == superbiz.VerdictReject && trace.Composer.Status != superbiz.ComposerFallback {
		t.Errorf("a REJECT is answered by %s", trace.Composer.Status)
	}
	return r
}

// diagnoseFault plays a fault over both protocols; they must end alike.
func diagnoseFault(t *testing.T, f modelFault, learns bool) result {
	t.Helper()
	var results []result
	for _, e := range endpoints() {
		trace, db, err := diagnoseOver(t, e, scenarios.All()[0], f.play(learns), f.stages)
		results = append(results, observe(t, trace, db, err))
	}
	if results[0].String() != results[1].String() {
		t.Errorf("over one protocol %s, over the other %s", results[0], results[1])
	}
	return results[0]
}

// faultRow is a line of the table.
type faultRow struct {
	fault          modelFault
	never, learned result
}

const faultsFile = "../docs/model-faults.md"

// TestModelFaults plays every fault against the whole pipeline, over HTTP, and holds
// docs/model-faults.md to what came of each.
func TestModelFaults(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("plays hundreds of diagnoses")
	}
	groups := faultGroups()
	rows := make([][]faultRow, len(groups))
	var writing sync.Mutex
	t.Run("play", func(t *testing.T) {
		for g, group := range groups {
			rows[g] = make([]faultRow, len(group.faults))
			for i, f := range group.faults {
				t.Run(f.name, func(t *testing.T) {
					t.Parallel()
					row := faultRow{fault: f, never: diagnoseFault(t, f, false)}
					if f.script == nil {
						row.learned = diagnoseFault(t, f, true)
					}
					row.check(t)
					writing.Lock()
					defer writing.Unlock()
					rows[g][i] = row
				})
			}
		}
	})
	if t.Failed() || slices.ContainsFunc(slices.Concat(rows...), func(r faultRow) bool { return r.fault.name == "" }) {
		return // or not all were asked for
	}
	want := renderFaults(groups, rows)
	if os.Getenv("UPDATE_DOCS") != "" {
		if err := os.WriteFile(faultsFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(faultsFile)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is stale: UPDATE_DOCS=1 go test ./pipeline -run TestModelFaults", faultsFile)
	}
}

func (r faultRow) check(t *testing.T) {
	t.Helper()
	f := r.fault
	if !f.harmless && r.never.verdict == superbiz.VerdictPass {
		t.Error("it passes")
	}
	if f.script != nil {
		return
	}
	if caught := len(r.never.rules) > 0; caught && r.never.attempts != 3 || !caught && r.never.attempts != 1 {
		t.Errorf("%d attempts of a model that never learns; refused by %v", r.never.attempts, r.never.rules)
	}
	if len(r.never.rules) > 0 && (r.learned.verdict != superbiz.VerdictPass || r.learned.attempts != 2) {
		t.Errorf("repaired: %s", r.learned)
	}
}

func renderFaults(groups []faultGroup, rows [][]faultRow) string {
	var b strings.Builder
	b.WriteString(faultsIntroduction)
	for g, group := range groups {
		fmt.Fprintf(&b, "\n## %s\n\n", group.title)
		if group.faults[0].script != nil {
			b.WriteString("| fault | what comes of it |\n|---|---|\n")
		} else {
			b.WriteString("| fault | refused by | a model that never learns | one that learns |\n|---|---|---|---|\n")
		}
		for _, row := range rows[g] {
			if row.fault.script != nil {
				fmt.Fprintf(&b, "| %s | %s |\n", row.fault.name, row.never)
				continue
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", row.fault.name, refusedBy(row.never), row.never, row.learned)
		}
	}
	return b.String()
}

func refusedBy(r result) string {
	switch {
	case len(r.rules) > 0:
		return "`" + strings.Join(r.rules, "`, `") + "`"
	case r.verdict == superbiz.VerdictPass:
		return "nothing: it does no harm"
	}
	return "no rule; a warning or a label lowers the verdict"
}

const faultsIntroduction = `<!-- Written by a test: UPDATE_DOCS=1 go test ./pipeline -run TestModelFaults -->

# What a model can do wrong, and what comes of it

Each line is a whole diagnosis of the demo scenario ` + "`postgres-connections-exhausted`" + `, driven over HTTP by a scripted model
that is honest but for one fault: once over the OpenAI protocol, once over Anthropic's, with the same end. A model that never
learns makes the fault in every attempt; one that learns hands over an honest output when it is told what the gate found.

No fault of what is handed over ends in ` + "`PASS`" + `. Everything is stored: each attempt as it came, each tool call, and why a run failed.
`
