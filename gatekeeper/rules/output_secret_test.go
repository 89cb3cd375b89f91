package rules_test

import (
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/secret"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/gatekeeper/rulestest"
)

// TestSecretIsNotRepeated holds the findings of the rule to say nothing of what it
// found, wherever that stands: in a text, an id or the name of a field.
func TestSecretIsNotRepeated(t *testing.T) {
	t.Parallel()
	rule, err := rules.Catalogue().Lookup("output.secret")
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := gatekeeper.NewCatalogue("test", rule)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := rulestest.Load(folder(rule))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		result := gatekeeper.New(catalogue).Validate(c.Input)
		for _, f := range result.Errors {
			shown := f.Target + f.ClaimID + f.HypothesisID + f.ActionID + f.Message
			for _, credential := range credentials(t, *c.Input.Attempt.RawOutput) {
				if strings.Contains(shown, credential) {
					t.Errorf("%s: the finding repeats a credential: %s", c.Name, shown)
				}
			}
		}
	}
}

// credentials returns what is secret in a text, and in the strings and names of a
// JSON document.
func credentials(t *testing.T, text string) []string {
	t.Helper()
	texts := []string{text}
	if doc := evidence.Parse(text).Document; doc != nil {
		for i := range doc.Len() {
			texts = append(texts, doc.At(i).Key(), doc.At(i).Text())
		}
	}
	var out []string
	for _, text := range texts {
		for _, span := range secret.Find(text) {
			out = append(out, text[span.Start:span.End])
		}
	}
	return out
}
