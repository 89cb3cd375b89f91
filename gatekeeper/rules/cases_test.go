package rules_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/trace"
)

// label is a line of index.jsonl: what is right to say of one trace.
type label struct {
	File           string   `json:"file"`
	Class          string   `json:"class"` // accept, reject, or hard, which is not counted
	Fault          string   `json:"fault"` // what was planted in a rejected one
	ExpectRule     []string `json:"expect_rule"`
	ExpectClaimIDs []string `json:"expect_claim_ids"`
}

// TestLabelledTraces runs the catalogue over a folder of labelled traces, gate/ below
// SUPERBIZ_CASES, with index.jsonl beside them.
func TestLabelledTraces(t *testing.T) {
	t.Parallel()
	root := os.Getenv("SUPERBIZ_CASES")
	if root == "" {
		t.Skip("SUPERBIZ_CASES names no folder of labelled traces")
	}
	gate := gatekeeper.New(rules.Catalogue())
	right, all := map[string]int{}, map[string]int{}
	for _, l := range labels(t, filepath.Join(root, "gate", "index.jsonl")) {
		if l.Class == "hard" {
			continue
		}
		kind := strings.TrimSuffix(l.Class+" "+l.Fault, " ")
		all[kind]++
		wrong := l.judge(validate(t, gate, filepath.Join(root, "gate", l.File)))
		if wrong == "" {
			right[kind]++
			continue
		}
		t.Errorf("%s (%s): %s", l.File, kind, wrong)
	}
	if len(all) == 0 {
		t.Fatal("no labelled trace was judged")
	}
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%-45s %d of %d", kind, right[kind], all[kind])
	}
}

// judge says how a result is wrong by the label, or nothing.
func (l label) judge(r superbiz.GatekeeperResult) string {
	if l.Class == "accept" {
		if r.Status == superbiz.GateFail {
			return "a true claim is refused: " + findings(r)
		}
		return ""
	}
	if r.Status != superbiz.GateFail {
		return "the fault is let through"
	}
	if !slices.ContainsFunc(r.FailedRules, l.expects) {
		return fmt.Sprintf("refused by another rule than %v: %s", l.ExpectRule, findings(r))
	}
	if refused := claimIDs(r); l.ExpectClaimIDs != nil && !slices.Equal(refused, l.ExpectClaimIDs) {
		return fmt.Sprintf("refused claims %q, want %q: %s", refused, l.ExpectClaimIDs, findings(r))
	}
	return ""
}

// claimIDs returns the ids of the claims with an error, each once, in order.
func claimIDs(r superbiz.GatekeeperResult) []string {
	var ids []string
	for _, e := range r.Errors {
		ids = append(ids, e.ClaimID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (l label) expects(rule string) bool {
	return slices.ContainsFunc(l.ExpectRule, func(pattern string) bool {
		ok, err := path.Match(pattern, rule)
		return err == nil && ok
	})
}

func labels(t *testing.T, file string) []label {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []label
	for line := range strings.Lines(string(text)) {
		var l label
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		slices.Sort(l.ExpectClaimIDs)
		out = append(out, l)
	}
	return out
}

func validate(t *testing.T, gate *gatekeeper.Gate, file string) superbiz.GatekeeperResult {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := trace.Decode(text, trace.Options{})
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return gate.Validate(gatekeeper.InputOf(decoded))
}

func findings(r superbiz.GatekeeperResult) string {
	var b strings.Builder
	for _, f := range r.Errors {
		fmt.Fprintf(&b, "%s %s: %s; ", f.RuleID, f.Target, f.Message)
	}
	return b.String()
}
