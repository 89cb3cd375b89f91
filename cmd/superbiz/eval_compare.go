package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/superbizagent/superbizagent/eval"
	"github.com/superbizagent/superbizagent/eval/render"
)

const evalCompareHelp = `Says what changed from report A to report B: new failures, what was fixed, added or
removed, changed inputs and drift. Each may be a report.json or a baseline.

Exit code 0: nothing got worse. 1: something did, or needs a new look. 2: they cannot be
compared.`

func evalCompareCommand(p process) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "compare A B",
		Short:   "Say what changed from one report to another",
		Long:    evalCompareHelp,
		Example: "  superbiz eval compare main/report.json branch/report.json",
		Args:    takes("A", "B"),
		RunE:    func(_ *cobra.Command, args []string) error { return evalCompare(p, format, args[0], args[1]) },
	}
	cmd.Flags().StringVar(&format, "format", "text", "output format: text, json")
	return cmd
}

func evalCompare(p process, format, a, b string) error {
	if err := formatOneOf(format, "text", "json"); err != nil {
		return err
	}
	before, err := readBaseline(a)
	if err != nil {
		return err
	}
	after, err := readBaseline(b)
	if err != nil {
		return err
	}
	c := eval.Compare(before, after)
	if format == "json" {
		enc := json.NewEncoder(p.stdout)
		enc.SetIndent("", "  ")
		err = enc.Encode(c)
	} else {
		err = render.Changes(p.stdout, fmt.Sprintf("from %s to %s", a, b), c, coloured(p))
	}
	if err != nil {
		return fmt.Errorf("print the comparison: %w", err)
	}
	if c.Regressed() {
		return exitError(exitFailed)
	}
	return nil
}
