package evidence_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/evidence"
)

const targetText = `{"claims": [{"claim_id": "c1", "text": "a"}, {"text": {"deep": [1]}}],
 "hypotheses": [{"hypothesis_id": "h1", "text": "b"}], "recommended_actions": [{"action_id": "a1"}],
 "missing_info": [{"text": "x"}], "extra": {"claim_id": "c9"}}`

func TestOwner(t *testing.T) {
	t.Parallel()
	doc, err := evidence.Decode([]byte(targetText), 64)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ path, target, claim, hypothesis, action string }{
		{"$.claims[0].text", "claims[0].text", "c1", "", ""},
		{"$.claims[0]", "claims[0]", "c1", "", ""},
		{"$.claims[1].text.deep[0]", "claims[1].text.deep[0]", "", "", ""},
		{"$.claims", "claims", "", "", ""},
		{"$.hypotheses[0].hypothesis_id", "hypotheses[0].hypothesis_id", "", "h1", ""},
		{"$.recommended_actions[0]", "recommended_actions[0]", "", "", "a1"},
		{"$.missing_info[0].text", "missing_info[0].text", "", "", ""},
		{"$.extra.claim_id", "extra.claim_id", "", "", ""},
		{"$", "", "", "", ""},
	}
	for _, tc := range tests {
		t.Run(tc.path, func(t *testing.T) {
			t.Parallel()
			path, err := evidence.ParsePath(tc.path)
			if err != nil {
				t.Fatal(err)
			}
			n := path.Resolve(doc.Root())
			claim, hypothesis, action := n.Owner()
			got := []string{n.Target(), claim, hypothesis, action}
			if diff := cmp.Diff([]string{tc.target, tc.claim, tc.hypothesis, tc.action}, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestNodeAt(t *testing.T) {
	t.Parallel()
	doc, err := evidence.Decode([]byte(targetText), 64)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`"a"`: "claims[0].text", `"claim_id": "c1"`: "claims[0]", `1]`: "claims[1].text.deep[0]",
		`"extra"`: "", `"c9"`: "extra.claim_id", `{"claims`: "", `}}`: "extra",
	} {
		if got := doc.NodeAt(strings.LastIndex(targetText, text)).Target(); got != want {
			t.Errorf("NodeAt(%q): got %q, want %q", text, got, want)
		}
	}
	for offset := -1; offset <= len(targetText)+1; offset++ {
		if !doc.NodeAt(offset).Valid() {
			t.Errorf("NodeAt(%d) is no value", offset)
		}
	}
}

func TestAround(t *testing.T) {
	t.Parallel()
	doc, err := evidence.Decode([]byte(`{"a": 1}`), 64)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		`before {"a": 1} after`: {"before ", " after"},
		`{"a": 1}`:              {"", ""},
		`{"a":1}`:               {`{"a":1}`},
	} {
		if diff := cmp.Diff(want, doc.Around(text)); diff != "" {
			t.Errorf("%q: -want +got\n%s", text, diff)
		}
	}
}
