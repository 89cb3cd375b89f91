package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/report"
)

func rulesCommand(p process) *cobra.Command {
	cmd := group("rules", "What is checked",
		&cobra.Command{
			Use:   "list",
			Short: "List the rules",
			Args:  takes(),
			RunE:  withCatalogue(p, func(c *gatekeeper.Catalogue, _ []string) error { return listRules(p, c) }),
		},
		&cobra.Command{
			Use:   "explain ID",
			Short: "Print the page of a rule: what it wants, what it flags, how to fix it",
			Args:  takes("ID"),
			RunE:  withCatalogue(p, func(c *gatekeeper.Catalogue, args []string) error { return explainRule(p, c, args[0]) }),
		},
		&cobra.Command{
			Use:   "catalogue",
			Short: "Print the catalogue as JSON, as it goes into a gatekeeper_result",
			Args:  takes(),
			RunE:  withCatalogue(p, func(c *gatekeeper.Catalogue, _ []string) error { return printJSON(p.stdout, report.NewCatalogue(c)) }),
		},
	)
	addRulesFlag(cmd.PersistentFlags())
	return cmd
}

func addRulesFlag(f *pflag.FlagSet) {
	f.String("rules", "", "YAML `file` that disables rules, or sets their severity and parameters; else SUPERBIZ_RULES")
}

func withCatalogue(p process, do func(*gatekeeper.Catalogue, []string) error) func(*cobra.Command, []string) error {
	return configured(p, func(_ context.Context, c *config.Config, args []string) error {
		catalogue, err := loadCatalogue(c.Rules)
		if err != nil {
			return err
		}
		return do(catalogue, args)
	})
}

func listRules(p process, c *gatekeeper.Catalogue) error {
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	for _, r := range c.Describe() {
		severity := string(r.Severity)
		if !r.Enabled {
			severity = "off"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", r.ID, severity, r.Description)
	}
	return table.Flush()
}

func explainRule(p process, c *gatekeeper.Catalogue, id string) error {
	rule, err := c.Lookup(id)
	if err != nil {
		return err
	}
	fmt.Fprint(p.stdout, rule.Doc)
	return nil
}
