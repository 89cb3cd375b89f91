package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/superbizagent/superbizagent/eval"
	"github.com/superbizagent/superbizagent/eval/render"
)

const evalHelp = `Replays the saved traces of a folder of cases through the gate, the verifier and the
composer, and compares what comes out with what each case expects. It asks no model, no
network and no clock: the same files give the same report, byte for byte.

With a baseline (by default PATH/baseline.json where there is one) it says what changed.

Exit code 0: all is as expected, or as the baseline knows it. 1: something failed or
regressed. 2: something could not be judged, or there was nothing to judge.`

// baselineFile is the baseline of a folder of cases, where it has one.
const baselineFile = "baseline.json"

type evalFlags struct {
	rules      string
	baseline   string
	noBaseline bool
	update     bool
	report     string
	format     string
	times      bool
}

func evalCommand(p process) *cobra.Command {
	return group("eval", "Evaluate saved traces against what is expected of them", evalRunCommand(p), evalCompareCommand(p))
}

func evalRunCommand(p process) *cobra.Command {
	var flags evalFlags
	cmd := &cobra.Command{
		Use:   "run PATH",
		Short: "Evaluate the cases of a folder",
		Long:  evalHelp,
		Example: `  superbiz eval run evals
  superbiz eval run evals --report out --format github
  superbiz eval run evals --update-baseline`,
		Args: takes("PATH"),
		RunE: func(cmd *cobra.Command, args []string) error { return evalRun(cmd.Context(), p, flags, args[0]) },
	}
	f := cmd.Flags()
	f.StringVar(&flags.format, "format", "text", "output format: "+strings.Join(render.Formats(), ", "))
	f.StringVar(&flags.report, "report", "", "`folder` to write the report to, in every format")
	f.StringVar(&flags.baseline, "baseline", "", "`file` to compare with, and to update")
	f.BoolVar(&flags.noBaseline, "no-baseline", false, "compare with nothing")
	f.BoolVar(&flags.update, "update-baseline", false, "write what came out as the new baseline")
	f.StringVar(&flags.rules, "rules", "", "YAML `file` that disables rules, or sets their severity and parameters")
	f.BoolVar(&flags.times, "times", false, "say how long it took, in the report too")
	return cmd
}

func evalRun(ctx context.Context, p process, flags evalFlags, path string) error {
	if flags.noBaseline && (flags.update || flags.baseline != "") {
		return errors.New("--no-baseline does not go with --baseline and --update-baseline")
	}
	if err := formatOneOf(flags.format, render.Formats()...); err != nil {
		return err
	}
	started := time.Now()
	report, err := evaluate(flags, path)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if flags.times {
		elapsed := time.Since(started).Milliseconds()
		report.ElapsedMillis = &elapsed
	}
	known := baselineOf(flags, path)
	comparison, err := known.compare(report)
	if err != nil {
		return err
	}
	in := render.Input{Report: report, Comparison: comparison, Version: version, Colour: coloured(p)}
	if err := writeReports(p, flags, in); err != nil {
		return err
	}
	if flags.update {
		return updateBaseline(p, known.path, report, comparison)
	}
	return evalExit(report, comparison)
}

func evaluate(flags evalFlags, path string) (*eval.Report, error) {
	catalogue, err := loadCatalogue(flags.rules)
	if err != nil {
		return nil, err
	}
	evaluator, err := eval.New(catalogue)
	if err != nil {
		return nil, err
	}
	base, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("evaluate %s: %w", path, err)
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("evaluate %s: it is no folder: name one that holds cases", path)
	}
	cases, err := eval.Find(eval.Tree{FS: os.DirFS(path), Name: filepath.ToSlash(filepath.Clean(path)), Base: filepath.ToSlash(base)})
	if err != nil {
		return nil, err
	}
	return evaluator.Run(cases, runtime.GOMAXPROCS(0)), nil
}

// evalExit turns a report into an exit code. What could not be judged outranks what
// failed; a failure that the baseline knows is told, and is no regression.
func evalExit(report *eval.Report, comparison *eval.Comparison) error {
	switch {
	case !report.Total.Judged():
		return exitError(exitUnable)
	case comparison != nil && comparison.Regressed(), comparison == nil && report.Total.Fail > 0:
		return exitError(exitFailed)
	default:
		return nil
	}
}

func coloured(p process) bool {
	return isTerminal(p.stdout) && p.getenv("NO_COLOR") == "" && p.getenv("TERM") != "dumb"
}
