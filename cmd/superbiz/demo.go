package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/report"
	"github.com/superbizagent/superbizagent/scenarios"
	"github.com/superbizagent/superbizagent/tool/bundle"
)

const demoHelp = `Diagnoses the stable demo scenarios, incidents that were saved, on embedded defaults: no key,
no service, nothing but this program. Each diagnosis is stored like any
other; superbiz sessions show ID is its audit.`

func demoCommand(p process) *cobra.Command {
	var noServe bool
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Diagnose four saved incidents and print the answers",
		Long:  demoHelp,
		Args:  takes(),
		RunE: configured(p, func(ctx context.Context, c *config.Config, _ []string) error {
			if !noServe {
				return errors.New("this version has no page to serve yet: give --no-serve to print the diagnoses")
			}
			return demo(ctx, p, c.Database)
		}),
	}
	cmd.Flags().BoolVar(&noServe, "no-serve", false, "end after printing")
	addDatabaseFlag(cmd.Flags())
	return cmd
}

func demo(ctx context.Context, p process, path string) error {
	db, err := openDatabase(ctx, p, path)
	if err != nil {
		return err
	}
	defer closeQuietly(db)
	for i, s := range scenarios.All() {
		t, err := diagnoseScenario(ctx, p, db, s)
		if err != nil {
			return fmt.Errorf("scenario %s: %w", s.Name, err)
		}
		fmt.Fprintf(p.stdout, "━━ %d. %s\n   %s\n\n", i+1, s.Name, s.Request.Question)
		if err := report.Diagnosis(p.stdout, t, false); err != nil {
			return fmt.Errorf("print scenario %s: %w", s.Name, err)
		}
		fmt.Fprintln(p.stdout)
	}
	return nil
}

func diagnoseScenario(ctx context.Context, p process, db pipeline.Store, s scenarios.Scenario) (*superbiz.DiagnosisTrace, error) {
	incident, err := bundle.OpenFS(s.Bundle, bundle.Limits{})
	if err != nil {
		return nil, err
	}
	scope, err := json.Marshal(s.Request.Scope)
	if err != nil {
		return nil, err
	}
	embedded := &config.Config{Executor: s.Request.Executor} // whatever is configured, a demo shows the same
	pipe, err := bundlePipeline(p, db, incident, embedded, &modelSetup{})
	if err != nil {
		return nil, err
	}
	return pipe.Diagnose(ctx, pipeline.Request{Question: superbiz.Question{
		Text: s.Request.Question, Scope: scope, Window: &s.Request.Window,
	}})
}
