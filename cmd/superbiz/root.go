package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/superbizagent/superbizagent/gatekeeper"
)

// rootCommand returns the tree of commands.
func rootCommand(p process) *cobra.Command {
	root := &cobra.Command{
		Use:           "superbiz",
		Short:         "Diagnoses incidents with evidence for every statement",
		Args:          noSuchCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetArgs(p.args)
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.SetFlagErrorFunc(badFlag)
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

// noSuchCommand refuses what stands where a command's name is due.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return fmt.Errorf("%s has no command %q%s", cmd.CommandPath(), args[0], gatekeeper.Nearest(args[0], names))
}

// badFlag names the flag that was probably meant, or where to read what there is.
func badFlag(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	name := "--" + unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		name = name[1:]
	}
	return fmt.Errorf("%s has no flag %s%s", cmd.CommandPath(), name, gatekeeper.Nearest(name, names))
}

// group returns a command that only holds others.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  noSuchCommand, // else an unknown command would print help, and pass
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(commands...)
	return cmd
}
