package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/store"
)

func doctorCommand(p process) *cobra.Command {
	var db string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is configured, what is reachable and what is missing",
		Long:  "Says what is configured, what is reachable and what is missing. Exit code 2: something that is configured does not work.",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return doctor(cmd.Context(), p, db) },
	}
	addDatabaseFlag(cmd.Flags(), &db)
	return cmd
}

// doctor writes a line for each part. A part that does not work ends it with an
// error, after all have been looked at.
func doctor(ctx context.Context, p process, db string) error {
	checks := []struct {
		part  string
		check func() (string, error)
	}{
		{"program", func() (string, error) { return "superbiz " + version, nil }},
		{"rules", checkRules},
		{"database", func() (string, error) { return checkDatabase(ctx, p, db) }},
		{"model", func() (string, error) { return checkModel(p) }},
	}
	var broken bool
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	for _, c := range checks {
		state := "ok"
		found, err := c.check()
		if err != nil {
			state, found, broken = "BROKEN", err.Error(), true
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", c.part, state, found)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if broken {
		return exitError(exitUnable)
	}
	return nil
}

func checkRules() (string, error) {
	catalogue, err := loadCatalogue("")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, %d rules", rules.Version, len(catalogue.Rules())), nil
}

// checkDatabase looks at a database that is there, and makes none.
func checkDatabase(ctx context.Context, p process, flag string) (string, error) {
	path, err := databasePath(p, flag)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return path + ": not there yet, the first diagnosis makes it", nil
	}
	db, err := openExistingDatabase(ctx, p, flag)
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

// checkModel looks at what is configured of a language model, and asks it nothing.
func checkModel(p process) (string, error) {
	m := modelFlags{}.fromEnvironment(p)
	if m.model == "" {
		return "none is configured: SUPERBIZ_MODEL names one", nil
	}
	if _, err := parsePrices(m.prices); err != nil {
		return "", err
	}
	if _, err := parseStages(m.stages); err != nil {
		return "", err
	}
	if _, _, err := m.open(p); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s at %s %s", m.model, m.provider, m.baseURL), nil
}
