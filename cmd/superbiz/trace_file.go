package main

import (
	"bytes"
	"fmt"
	"os"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/trace"
)

// writeTrace writes a trace to a file that only its owner may read: tool outputs
// are in it.
func writeTrace(path string, t *superbiz.DiagnosisTrace) error {
	var text bytes.Buffer
	if err := trace.Encode(&text, t); err != nil {
		return err
	}
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		return fmt.Errorf("write the trace: %w", err)
	}
	return nil
}
