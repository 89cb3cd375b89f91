package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/report"
)

const gateHelp = `Judges diagnosis traces: of files, of all traces in a folder, or of standard input (-).

Exit code 0: no trace failed. 1: at least one failed. 2: at least one could not be judged,
or there was nothing to judge.`

type gateFlags struct {
	format       string
	rules        string
	noRules      bool
	verifyHashes bool
	list         string
}

func gateCommand(p process) *cobra.Command {
	var flags gateFlags
	cmd := &cobra.Command{
		Use:   "gate PATH... | -",
		Short: "Judge the traces of any agent by the evidence that they recorded",
		Long:  gateHelp,
		Example: `  superbiz gate trace.json
  superbiz diagnose --bundle incident "Why?" --format json | superbiz gate -
  superbiz gate traces/ --format sarif >gate.sarif`,
		RunE: configured(p, func(ctx context.Context, c *config.Config, args []string) error {
			flags.rules = c.Rules
			return gate(ctx, p, flags, args)
		}),
	}
	f := cmd.Flags()
	f.StringVar(&flags.format, "format", "text", "output format: "+strings.Join(report.Formats(), ", "))
	addRulesFlag(f)
	f.BoolVar(&flags.noRules, "no-rules", false, "leave the list of rules out of json and jsonl")
	f.BoolVar(&flags.verifyHashes, "verify-hashes", false, "fail traces whose outputs are not what their output_sha256 says")
	f.StringVar(&flags.list, "list", "", "`file` with more paths, one a line")
	return cmd
}

func gate(ctx context.Context, p process, flags gateFlags, paths []string) error {
	catalogue, err := loadCatalogue(flags.rules)
	if err != nil {
		return err
	}
	out, err := report.New(flags.format, p.stdout, report.Options{
		Rules:       catalogue.Rules(),
		ToolVersion: version,
		OmitRules:   flags.noRules,
		Colour:      isTerminal(p.stdout) && p.getenv("NO_COLOR") == "" && p.getenv("TERM") != "dumb",
	})
	if err != nil {
		return err
	}
	if flags.list != "" {
		more, err := readList(flags.list, p.stdin)
		if err != nil {
			return err
		}
		paths = append(paths, more...)
	}
	if len(paths) == 0 {
		return errors.New("gate: nothing to judge: name a trace, a folder, or - for standard input")
	}
	run := gateRun{
		judge:  judge{gate: gatekeeper.New(catalogue), verifyHashes: flags.verifyHashes},
		out:    out,
		stderr: p.stderr,
	}
	sources, folders := listSources(paths, p.stdin)
	return run.all(ctx, sources, folders)
}

// loadCatalogue returns the catalogue as a configuration file sets it; no file, as
// it is.
func loadCatalogue(file string) (*gatekeeper.Catalogue, error) {
	catalogue, err := gatekeeper.NewCatalogue(rules.Version, rules.All()...)
	if err != nil || file == "" {
		return catalogue, err
	}
	text, err := readBounded(file, maxSettingsBytes)
	if err != nil {
		return nil, fmt.Errorf("read the rule configuration: %w", err)
	}
	config, err := gatekeeper.ParseConfig(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if catalogue, err = catalogue.Configure(config); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return catalogue, nil
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
