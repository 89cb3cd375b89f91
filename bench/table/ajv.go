package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/superbizagent/superbizagent/trace"
)

// measureAjv returns what ajv takes for the output of a trace, decoded and with
// decoding, or why that cannot be told.
func measureAjv(ctx context.Context, data []byte) (decoded, whole string) {
	t, err := trace.Decode(data, trace.Options{})
	if err != nil {
		return err.Error(), ""
	}
	cmd := exec.CommandContext(ctx, "node", ajvScript, "measure", schemaFile)
	cmd.Stdin = strings.NewReader(*t.Executor.Attempts[0].RawOutput + "\n")
	out, err := cmd.Output()
	if err != nil {
		return "not installed", "not installed"
	}
	var a, b float64
	if _, err := fmt.Fscan(bytes.NewReader(out), &a, &b); err != nil {
		return "not read", "not read"
	}
	return millis(duration(a)), millis(duration(b))
}
