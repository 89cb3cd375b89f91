package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// formatOneOf checks the value of --format.
func formatOneOf(value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("--format is %q; it may be %s", value, strings.Join(allowed, ", "))
}

// takes checks that a command is given what its usage names, in words that say what.
func takes(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == len(names):
			return nil
		case len(names) == 0:
			return fmt.Errorf("%s takes no arguments, and was given %q; see %[1]s --help", cmd.CommandPath(), args[0])
		}
		return fmt.Errorf("%s takes %s, and was given %d arguments; see %[1]s --help", cmd.CommandPath(), strings.Join(names, " and "), len(args))
	}
}

// closeQuietly closes what was only read, or what has failed already.
func closeQuietly(c io.Closer) { _ = c.Close() }
