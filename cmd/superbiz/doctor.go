package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/store"
)

func doctorCommand(p process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is configured, and from where, what is reachable and what is missing",
		Long: `Says what is configured, and where each value came from, what is reachable and what is missing.
It asks no model, and shows no key.

Exit code 2: something that is configured does not work.`,
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := loadConfig(p, cmd.Flags(), config.Input{})
			if err != nil {
				return fmt.Errorf("the configuration does not work:\n%w", err)
			}
			return doctor(cmd.Context(), p, c)
		},
	}
	f := cmd.Flags()
	addRunbooksFlag(f)
	addRulesFlag(f)
	addModelFlags(f)
	addDatabaseFlag(f)
	return cmd
}

// check is one part of what doctor looks at. It says what it found, or what is wrong.
type check struct {
	part string
	look func() (string, error)
}

// doctor writes a line for each part, and then the configuration. A part that does not
// work ends it with an error, after all have been looked at.
func doctor(ctx context.Context, p process, c *config.Config) error {
	checks := []check{
		{"program", func() (string, error) { return "superbiz " + version, nil }},
		{"rules", func() (string, error) { return checkRules(c) }},
		{"database", func() (string, error) { return checkDatabase(ctx, p, c.Database) }},
		{"runbooks", func() (string, error) { return checkRunbooks(c.Runbooks) }},
	}
	checks = append(checks, modelChecks(p, c)...)
	var broken bool
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	for _, each := range checks {
		state := "ok"
		found, err := each.look()
		if err != nil {
			state, found, broken = "BROKEN", err.Error(), true
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", each.part, state, found)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if err := printSettings(p, c); err != nil {
		return err
	}
	if broken {
		return exitError(exitUnable)
	}
	return nil
}

func checkRules(c *config.Config) (string, error) {
	catalogue, err := loadCatalogue(c.Rules)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, %d rules", catalogue.Version(), len(catalogue.Rules())), nil
}

// checkDatabase looks at a database that is there, and makes none.
func checkDatabase(ctx context.Context, p process, configured string) (string, error) {
	path, err := databasePath(p, configured)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return path + ": not there yet, the first diagnosis makes it", nil
	}
	db, err := openExistingDatabase(ctx, p, configured)
	if err != nil {
		return "", err
	}
	defer closeQuietly(db)
	latest, err := db.ListSessions(ctx, store.Page{Limit: 1})
	if err != nil {
		return "", err
	}
	if len(latest) == 0 {
		return path + ": no session yet", nil
	}
	return fmt.Sprintf("%s: last session %s, %s", path, latest[0].SessionID, latest[0].UpdatedAt.UTC().Format("2006-01-02 15:04:05 MST")), nil
}
