package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/superbizagent/superbizagent/eval"
	"github.com/superbizagent/superbizagent/eval/render"
)

// knownBaseline is where the baseline of a run is, or would be.
type knownBaseline struct {
	path  string // empty: there is nothing to compare with
	named bool   // on the command line: it must be there
}

func baselineOf(flags evalFlags, path string) knownBaseline {
	switch {
	case flags.noBaseline:
		return knownBaseline{}
	case flags.baseline != "":
		return knownBaseline{flags.baseline, !flags.update}
	default:
		return knownBaseline{filepath.Join(path, baselineFile), false}
	}
}

// compare returns nil where there is nothing to compare with.
func (b knownBaseline) compare(report *eval.Report) (*eval.Comparison, error) {
	if b.path == "" {
		return nil, nil //nolint:nilnil // no baseline is no error, and no comparison
	}
	before, err := readBaseline(b.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !b.named:
		return nil, nil //nolint:nilnil // as above
	case err != nil:
		return nil, err
	}
	c := report.Compare(before)
	return &c, nil
}

// maxBaselineBytes has room for a report of some hundred thousand cases.
const maxBaselineBytes = 256 << 20

func readBaseline(path string) (eval.Baseline, error) {
	data, err := readBounded(path, maxBaselineBytes)
	if err != nil {
		return eval.Baseline{}, fmt.Errorf("read the baseline: %w", err)
	}
	b, err := eval.ReadBaseline(data)
	if err != nil {
		return eval.Baseline{}, fmt.Errorf("read the baseline %s: %w", path, err)
	}
	return b, nil
}

// updateBaseline writes what came out as the new baseline, and says what it changes.
func updateBaseline(p process, path string, report *eval.Report, comparison *eval.Comparison) error {
	b, err := report.Baseline()
	if err != nil {
		return fmt.Errorf("the baseline %s was not updated: %w; put those cases right first", path, err)
	}
	var text bytes.Buffer
	if err := b.Write(&text); err != nil {
		return err
	}
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil { //nolint:gosec // it is there to be read
		return fmt.Errorf("write the baseline: %w", err)
	}
	fmt.Fprintf(p.stderr, "superbiz: %s: written, cases in it: %d\n", path, len(b.Cases))
	if comparison != nil {
		if err := render.Changes(p.stderr, "beside the one before", *comparison, false); err != nil {
			return err
		}
	}
	if n := report.Total.Fail; n > 0 {
		fmt.Fprintf(p.stderr, "superbiz: %s: failures in it are known from now on: %d\n", path, n)
	}
	return nil
}
