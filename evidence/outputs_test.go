package evidence_test

import (
	"encoding/json"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

func TestOutputs(t *testing.T) {
	t.Parallel()
	row := superbiz.ToolInvocation{InvocationID: "inv-1", Output: json.RawMessage(`{"a":1}`)}
	kept := evidence.NewOutputs()
	first, err := kept.Of(&row)
	if err != nil {
		t.Fatal(err)
	}
	again, err := kept.Of(&row)
	if err != nil || again != first {
		t.Errorf("the same row was decoded again, %v", err)
	}
	row.Output = json.RawMessage(`{"a":2}`)
	other, err := kept.Of(&row)
	if err != nil || other.Raw() != `{"a":2}` {
		t.Errorf("a row with other bytes is read as %q, %v", other.Raw(), err)
	}
	var nothing *evidence.Outputs
	nothing.Keep("inv-1", first)
	if doc, err := nothing.Of(&row); err != nil || doc.Raw() != `{"a":2}` {
		t.Errorf("without a place to keep it: %v, %v", doc, err)
	}
	if doc, err := kept.Of(&superbiz.ToolInvocation{InvocationID: "inv-2", Output: json.RawMessage(`{`)}); err == nil {
		t.Errorf("decoded %q", doc.Raw())
	}
}
