package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/server/gatemcp"
)

func mcpCommand(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the gate to another agent, over the Model Context Protocol on standard input and output",
		Args:  takes(),
		RunE:  configured(p, func(ctx context.Context, c *config.Config, _ []string) error { return serveMCP(ctx, p, c.Rules) }),
	}
	addRulesFlag(cmd.Flags())
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
