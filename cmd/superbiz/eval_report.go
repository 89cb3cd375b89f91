package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/superbizagent/superbizagent/eval/render"
)

// writeReports prints the report, and writes it to the folder that was asked for.
func writeReports(p process, flags evalFlags, in render.Input) error {
	if flags.report != "" {
		if err := os.MkdirAll(flags.report, 0o755); err != nil { //nolint:gosec // reports are there to be read
			return fmt.Errorf("make the folder of reports: %w", err)
		}
		_, err := render.WriteAll(in, func(name string) (io.WriteCloser, error) {
			return os.Create(filepath.Join(flags.report, name))
		})
		if err != nil {
			return fmt.Errorf("report to %s: %w", flags.report, err)
		}
	}
	if err := render.Write(p.stdout, flags.format, in); err != nil {
		return fmt.Errorf("print the report: %w", err)
	}
	return nil
}
