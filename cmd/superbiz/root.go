package main

import "github.com/spf13/cobra"

// rootCommand returns the tree of commands.
func rootCommand(p process) *cobra.Command {
	root := &cobra.Command{
		Use:           "superbiz",
		Short:         "Diagnoses incidents with evidence for every statement",
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetArgs(p.args)
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	addConfigFlag(root.PersistentFlags())
	root.AddCommand(
		diagnoseCommand(p),
		recordModelCommand(p),
		demoCommand(p),
		gateCommand(p),
		evalCommand(p),
		rulesCommand(p),
		sessionsCommand(p),
		mcpCommand(p),
		doctorCommand(p),
		versionCommand(p),
	)
	return root
}

// group returns a command that only holds others.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.NoArgs, // else an unknown command would print help, and pass
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(commands...)
	return cmd
}
