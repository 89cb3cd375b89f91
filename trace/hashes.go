package trace

import (
	"fmt"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// VerifyHashes compares the output of every row that states an output_sha256 with
// it, and returns a *RowsError for the first that is not what was recorded. Rows
// without one are not checked; checked says how many were.
func VerifyHashes(t *superbiz.DiagnosisTrace) (checked int, err error) {
	for i := range t.ToolInvocations {
		row := &t.ToolInvocations[i]
		if row.OutputSHA256 == "" {
			continue
		}
		at := fmt.Sprintf("$.tool_invocations[%d].output_sha256", i)
		hash, err := evidence.HashOutput(row.Output)
		if err != nil {
			return checked, &RowsError{at, fmt.Sprintf("cannot be compared: %v", err)}
		}
		if !strings.EqualFold(hash, row.OutputSHA256) {
			return checked, &RowsError{at, fmt.Sprintf("of %.40q is not the hash of its output: the output was changed after it was recorded", row.InvocationID)}
		}
		checked++
	}
	return checked, nil
}
