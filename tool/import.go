package tool

import (
	"context"
	"errors"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// Importer is a Sink that also keeps rows which were recorded elsewhere.
type Importer interface {
	ImportInvocation(ctx context.Context, runID string, row superbiz.ToolInvocation) error
}

// Import keeps rows that another recorder made, so that a recorded executor is
// judged on what it really had. Rows of the first row's session become rows of
// this run; others keep their session, and so stay foreign. Ids never change.
// Credentials are redacted, as in every row.
func (r *Recorder) Import(ctx context.Context, rows []superbiz.ToolInvocation) error {
	sink, ok := r.config.Sink.(Importer)
	if !ok {
		return errors.New("import tool calls: this store keeps no rows that were recorded elsewhere")
	}
	for _, row := range rows {
		if row.SessionID == rows[0].SessionID {
			row.SessionID, row.RunID = r.config.SessionID, r.config.RunID
		}
		row, err := redactRow(row)
		if err != nil {
			return fmt.Errorf("import tool call %s: %w", row.InvocationID, err)
		}
		if err := sink.ImportInvocation(ctx, r.config.RunID, row); err != nil {
			return fmt.Errorf("import tool call %s: %w", row.InvocationID, err)
		}
		r.keep(row)
	}
	return nil
}

// redactRow redacts what a row holds. Its hash is made anew only where that
// changed the output: a wrong one that came along must stay wrong.
func redactRow(row superbiz.ToolInvocation) (superbiz.ToolInvocation, error) {
	output, err := RedactJSON(orNull(row.Output))
	if err != nil {
		return row, fmt.Errorf("redact its output: %w", err)
	}
	if row.OutputSHA256 != "" && string(output) != string(row.Output) {
		if row.OutputSHA256, err = evidence.HashOutput(output); err != nil {
			return row, fmt.Errorf("hash its output: %w", err)
		}
	}
	row.Output = output
	row.Arguments = redactedArguments(row.Arguments)
	if row.Error != nil {
		text := RedactText(*row.Error)
		row.Error = &text
	}
	return storable(row), nil
}

func orNull(raw []byte) []byte {
	if len(raw) == 0 {
		return []byte("null")
	}
	return raw
}
