package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/superbizagent/superbizagent/server/gatemcp"
)

func mcpCommand(p process) *cobra.Command {
	var rulesFile string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the gate to another agent, over the Model Context Protocol on standard input and output",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return serveMCP(cmd.Context(), p, rulesFile) },
	}
	cmd.Flags().StringVar(&rulesFile, "rules", "", "YAML `file` that disables rules, or sets their severity and parameters")
	return cmd
}

func serveMCP(ctx context.Context, p process, rulesFile string) error {
	catalogue, err := loadCatalogue(rulesFile)
	if err != nil {
		return err
	}
	server, err := gatemcp.New(gatemcp.Config{Catalogue: catalogue, Version: version})
	if err != nil {
		return err
	}
	err = server.Serve(ctx, p.stdin, p.stdout)
	if ctx.Err() == nil || !errors.Is(err, context.Canceled) {
		return err
	}
	return nil // it was told to stop
}
