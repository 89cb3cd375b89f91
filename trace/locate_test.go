package trace_test

import (
	"testing"

	"github.com/superbizagent/superbizagent/trace"
)

func TestLocator(t *testing.T) {
	t.Parallel()
	const structured = `{
"executor": {"attempts": [
 {"structured_output": {}},
 {"structured_output": {
  "claims": [
   {"claim_id": "c1"},
   {"claim_id": "c2",
    "text": "x"}
  ],
  "hypotheses": []
 }}
]}}`
	const raw = `{
"executor": {"attempts": [
 {"structured_output": {"claims": [
  {}]},
  "raw_output":
   "{\n\n\n}"}
]}}`
	tests := []struct {
		name, data, target string
		want               int
	}{
		{"the whole output", structured, "", 4},
		{"a claim", structured, "claims[1]", 7},
		{"a field", structured, "claims[1].text", 8},
		{"a field that is missing", structured, "claims[0].text", 6},
		{"a claim that is missing", structured, "claims[7].evidence_bindings[0]", 5},
		{"another part", structured, "hypotheses", 10},
		{"no path", structured, "claims[", 4},
		{"raw output", raw, "claims[0]", 6},
		{"no attempt", `{"executor":{}}`, "claims[0]", 1},
		{"no trace", "\n\n[]", "claims[0]", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			locator, err := trace.NewLocator([]byte(test.data))
			if err != nil {
				t.Fatal(err)
			}
			if got := locator.Line(test.target); got != test.want {
				t.Errorf("%q is on line %d, want %d", test.target, got, test.want)
			}
		})
	}
	if _, err := trace.NewLocator([]byte("{")); err == nil {
		t.Error("a broken document has lines")
	}
}
