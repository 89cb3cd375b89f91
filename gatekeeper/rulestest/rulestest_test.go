package rulestest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rulestest"
)

// long is a rule that finds claims of more than a number of words.
var long = &gatekeeper.Rule{
	ID: "test.long", Description: "a claim must be short", DefaultSeverity: superbiz.SeverityWarn, Reads: gatekeeper.Claims,
	Params: []gatekeeper.Param{{Name: "most", Default: 3, Min: 1, Max: 9}},
	Run: func(p *gatekeeper.Pass) error {
		for i := range p.Output.Claims {
			c := &p.Output.Claims[i]
			if n := len(strings.Fields(c.Text)); float64(n) > p.Param("most") {
				p.Claimf(c, "text", "has %d words", n)
			}
		}
		return nil
	},
}

func TestRun(t *testing.T) {
	t.Parallel()
	rulestest.Run(t, long, "testdata/long")
}

func parse(t *testing.T, name, text string) rulestest.Case {
	t.Helper()
	c, err := rulestest.Parse(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestParseFillsIn(t *testing.T) {
	t.Parallel()
	c := parse(t, "clean_x", `About what is filled in.

-- claims.json --
[{"text": "a", "evidence_bindings": [{"source_invocation_ids": ["inv-1"]}]},
 {"text": "b", "claim_id": "z", "claim_type": "absence", "evidence_bindings": [{"source_invocation_ids": ["inv-2"]}]}]
-- hypotheses.json --
{"text": "h"}
-- recommended_actions.json --
{"text": "a", "evidence_bindings": [{"source_invocation_ids": ["inv-3"]}]}
-- missing_info.json --
{"text": "m"}
-- rows.json --
[{"status": "timeout"}, {"tool_name": "alerts", "result_kind": "empty", "lines": ["x"]}]
-- inv-1.txt --
first
second
-- inv-3.json --
{"a": 1}
-- input.json --
{"session_id": "s-9", "run_mode": "replay", "question": {"text": "why?"}}
-- want --
`)
	out, faults := evidence.ReadOutput(evidence.Parse(*c.Input.Attempt.RawOutput).Document)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if a, z := out.Claims[0], out.Claims[1]; a.ClaimID != "c1" || a.EvidenceBindings[0].ToolName != "logs_recent" || z.ClaimID != "z" || z.EvidenceBindings[0].ToolName != "alerts" {
		t.Errorf("claims: got %+v", out.Claims)
	}
	if out.Hypotheses[0].HypothesisID != "h1" || out.Actions[0].ActionID != "a1" || out.MissingInfo[0].Reason != superbiz.MissingNotAvailable {
		t.Errorf("got %+v", out)
	}
	rows := c.Input.Invocations
	if rows[0].ResultKind != superbiz.ResultError || string(rows[0].Output) != `{"lines":["first","second"]}` || rows[0].SessionID != "s-9" {
		t.Errorf("first row: got %+v", rows[0])
	}
	if rows[1].InvocationID != "inv-2" || rows[1].RetrievalDetails.EvidenceRefs[0] != superbiz.NoEvidencePath || string(rows[1].Output) != `{"lines":["x"]}` {
		t.Errorf("second row: got %+v", rows[1])
	}
	if len(rows) != 3 || rows[2].InvocationID != "inv-3" || rows[2].RetrievalDetails.EvidenceRefs[0] != "$" || !rows[2].EndedAt.After(rows[2].StartedAt) {
		t.Errorf("third row: got %+v", rows[2:])
	}
	if c.Input.SessionID != "s-9" || c.Input.RunMode != superbiz.RunReplay || c.Input.Question.Text != "why?" || c.Flagged() {
		t.Errorf("input: got %+v", c.Input)
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	const ok = "About something.\n-- claims.json --\n{\"text\": \"a\"}\n-- rows.json --\n{}\n-- want --\n"
	tests := []struct{ name, file, text, want string }{
		{"no comment", "clean_x", strings.TrimPrefix(ok, "About something.\n"), "no comment"},
		{"no want", "clean_x", strings.TrimSuffix(ok, "-- want --\n"), "no section want"},
		{"want without bars", "flagged_x", ok + "claims[0] is wrong\n", "is not target | id | words"},
		{"flagged without a finding", "flagged_x", ok, "wants no finding"},
		{"clean with a finding", "clean_x", ok + "claims[0] | c1 | x\n", "wants a finding"},
		{"another name", "x", ok, "must begin with flagged_ or clean_"},
		{"section twice", "clean_x", ok + "-- want --\n", "there twice"},
		{"unknown section", "clean_x", ok + "-- rows.yaml --\n", "section rows.yaml is none of"},
		{"no output", "clean_x", "About.\n-- rows.json --\n{}\n-- want --\n", "neither output.txt"},
		{"claims are no JSON", "clean_x", strings.Replace(ok, `"a"}`, `"a"`, 1), "section claims.json"},
		{"two values", "clean_x", strings.Replace(ok, `"a"}`, `"a"} {}`, 1), "more than one JSON value"},
		{"misspelt field of a row", "clean_x", strings.Replace(ok, "-- rows.json --\n{}", "-- rows.json --\n{\"tool\": \"x\"}", 1), `unknown field "tool"`},
		{"misspelt field of the input", "clean_x", ok + "-- input.json --\n{\"session\": \"x\"}\n", `unknown field "session"`},
		{"output of a row is no JSON", "clean_x", ok + "-- inv-2.json --\n{\n", "section inv-2.json is not JSON"},
		{"no ids, and two rows", "clean_x", strings.Replace(ok, "{}\n-- want", "[{}, {}]\n-- want", 1), "must say its source_invocation_ids"},
		{"binding is no object", "clean_x", strings.Replace(ok, `"a"}`, `"a", "evidence_bindings": [1]}`, 1), "a binding is no object"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := rulestest.Parse(test.file, []byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := rulestest.Load(dir); err == nil || !strings.Contains(err.Error(), "a rule without cases is not tested") {
		t.Errorf("an empty folder: got %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "clean_x.txtar"), []byte("About nothing.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := rulestest.Load(dir); err == nil || !strings.Contains(err.Error(), "clean_x.txtar") {
		t.Errorf("a broken case: got %v", err)
	}
}

// TestCheckFinds shows that a rule that does otherwise than its case says is found.
func TestCheckFinds(t *testing.T) {
	t.Parallel()
	broken := *long
	broken.Run = func(*gatekeeper.Pass) error { panic("x") }
	const head = "About words.\n-- rows.json --\n{}\n-- claims.json --\n{\"text\": \"one two three four\"}\n"
	tests := []struct {
		name, file, text string
		rule             *gatekeeper.Rule
		want             string
	}{
		{"not wanted", "clean_x", head + "-- want --\n", long, "found, but not wanted: claims[0].text | c1 | has 4 words"},
		{"not found", "flagged_x", head + "-- config.yaml --\nrules: {test.long: {params: {most: 9}}}\n-- want --\na | b | c\n", long, "wanted, but not found: a | b | c"},
		{"another target", "flagged_x", head + "-- want --\nclaims[0] | c1 | words\n", long, "want claims[0] | c1 | words"},
		{"another claim", "flagged_x", head + "-- want --\nclaims[0].text | c2 | words\n", long, "want claims[0].text | c2"},
		{"other words", "flagged_x", head + "-- want --\nclaims[0].text | c1 | letters\n", long, "| letters"},
		{"the rule breaks", "clean_x", head + "-- want --\n", &broken, "the gate broke"},
		{"the rule is no rule", "clean_x", head + "-- want --\n", &gatekeeper.Rule{}, "is not category.name"},
		{"the configuration is wrong", "clean_x", head + "-- config.yaml --\nrules: {test.short: {}}\n-- want --\n", long, "there is no rule"},
		{"the configuration is no YAML", "clean_x", head + "-- config.yaml --\nrules: [\n-- want --\n", long, "read rule configuration"},
		{"the output is malformed", "clean_x", strings.Replace(head, `"text"`, `"words"`, 1) + "-- want --\n", long, "the output is malformed: claims[0]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := strings.Join(rulestest.Check(test.rule, parse(t, test.file, test.text)), "\n")
			if !strings.Contains(got, test.want) {
				t.Errorf("got %q, want %q in it", got, test.want)
			}
		})
	}
}
