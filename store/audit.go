package store

import (
	"context"

	"github.com/superbizagent/superbizagent/evidence"
)

// AuditReport says whether what is kept is still what was recorded.
type AuditReport struct {
	Checked  int          `json:"checked"`  // rows with an output and a hash
	Unhashed int          `json:"unhashed"` // rows with an output and no hash: nothing can be said
	Faults   []AuditFault `json:"faults"`
}

// AuditFault is a row whose output is not what its output_sha256 was made from.
type AuditFault struct {
	RunID        string `json:"run_id"`
	InvocationID string `json:"invocation_id"`
	Want         string `json:"want"`            // the row's output_sha256
	Got          string `json:"got,omitempty"`   // that of its output
	Error        string `json:"error,omitempty"` // why the output has none
}

// Audit compares the output_sha256 of every row of a session, or of all sessions
// for "", with its output. A fault is a finding and not an error.
func Audit(ctx context.Context, reader Reader, sessionID string) (AuditReport, error) {
	report := AuditReport{Faults: []AuditFault{}}
	err := reader.EachInvocation(ctx, sessionID, func(stored StoredInvocation) error {
		report.check(stored)
		return nil
	})
	return report, err
}

func (r *AuditReport) check(stored StoredInvocation) {
	row := stored.Row
	switch {
	case row.OutputSHA256 == "" && len(row.Output) == 0:
		return
	case row.OutputSHA256 == "":
		r.Unhashed++
		return
	}
	r.Checked++
	fault := AuditFault{RunID: stored.RunID, InvocationID: row.InvocationID, Want: row.OutputSHA256}
	got, err := evidence.HashOutput(row.Output)
	if err != nil {
		fault.Error = err.Error()
	}
	fault.Got = got
	if got != row.OutputSHA256 {
		r.Faults = append(r.Faults, fault)
	}
}
