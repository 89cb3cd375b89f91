package reading

import (
	"errors"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// TestSpentReader holds that a reader that may look no further finds nothing, and says
// so: what it does not find may stand somewhere.
func TestSpentReader(t *testing.T) {
	t.Parallel()
	rows := []superbiz.ToolInvocation{{
		InvocationID: "inv-1", SessionID: "s-1", ToolName: "logs", Status: superbiz.InvocationSucceeded,
		ResultKind: superbiz.ResultData, Output: []byte(`{"lines":["the pool is full"]}`),
	}}
	excerpt := "Pool is full"
	binding := &superbiz.EvidenceBinding{ToolName: "logs", SourceInvocationIDs: []string{"inv-1"}, Excerpt: &excerpt}
	r := NewReader(evidence.NewLedger("s-1", rows))
	if !r.HasExcerpt(binding) || r.Err() != nil {
		t.Errorf("a fresh reader: got %t, %v", r.HasExcerpt(binding), r.Err())
	}
	r.effort.spend(maxEffort)
	if r.HasExcerpt(binding) || !errors.Is(r.Err(), ErrTooMuch) {
		t.Errorf("a spent reader: got %t, %v, want false and ErrTooMuch", r.HasExcerpt(binding), r.Err())
	}
}
