package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/report"
	"github.com/superbizagent/superbizagent/tool/bundle"
	"github.com/superbizagent/superbizagent/trace"
)

const diagnoseHelp = `Investigates one question and prints the answer, each statement with its citation.

Exit code 0: an answer was given (PASS or LOW_CONFID). 1: nothing could be proved, the
fallback was given (REJECT). 2: the diagnosis could not run.`

type diagnoseFlags struct {
	bundle   string
	alert    string
	session  string
	executor string
	format   string
	traceOut string
	db       string
}

func diagnoseCommand(p process) *cobra.Command {
	var flags diagnoseFlags
	cmd := &cobra.Command{
		Use:   "diagnose [QUESTION]",
		Short: "Answer a question about an incident from recorded evidence",
		Long:  diagnoseHelp,
		Example: `  superbiz diagnose --bundle scenarios/postgres-connections-exhausted "Why do checkouts fail?"
  superbiz diagnose --bundle incident.tar.gz --format json >trace.json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			question := ""
			if len(args) == 1 {
				question = args[0]
			}
			return diagnose(cmd.Context(), p, flags, question)
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.bundle, "bundle", "", "saved incident: a folder, a .tar.gz or a .zip (`path`)")
	f.StringVar(&flags.alert, "alert", "", "`file` with one alert as JSON, to be asked about")
	f.StringVar(&flags.session, "session", "", "`id` of the session to go on with; without it a new one begins")
	f.StringVar(&flags.executor, "executor", "analyst", "who investigates: analyst, or recorded for what the bundle has of an executor")
	f.StringVar(&flags.format, "format", "text", "output format: text, json or markdown")
	f.StringVar(&flags.traceOut, "trace-out", "", "`file` to write the diagnosis_trace_v1 to")
	addDatabaseFlag(f, &flags.db)
	return cmd
}

func diagnose(ctx context.Context, p process, flags diagnoseFlags, text string) error {
	if err := oneOf("--format", flags.format, "text", "json", "markdown"); err != nil {
		return err
	}
	if flags.bundle == "" {
		return errors.New("there is nothing to look at: give a saved incident with --bundle PATH")
	}
	incident, err := bundle.Open(flags.bundle, bundle.Limits{})
	if err != nil {
		return err
	}
	question, err := questionOf(incident, text, flags.alert)
	if err != nil {
		return err
	}
	file, err := createTraceFile(flags.traceOut)
	if err != nil {
		return err
	}
	defer file.discard()
	db, err := openDatabase(ctx, p, flags.db)
	if err != nil {
		return err
	}
	defer closeQuietly(db)
	pipe, err := bundlePipeline(p, db, incident, superbiz.ExecutorKind(flags.executor))
	if err != nil {
		return err
	}
	done, err := pipe.Diagnose(ctx, pipeline.Request{SessionID: flags.session, Question: question})
	if err != nil {
		return err
	}
	if err := file.put(done); err != nil {
		return err
	}
	return deliver(p, flags, done)
}

// deliver prints the answer and turns its verdict into the exit code.
func deliver(p process, flags diagnoseFlags, t *superbiz.DiagnosisTrace) error {
	var err error
	switch flags.format {
	case "json":
		err = trace.Encode(p.stdout, t)
	default:
		err = report.Diagnosis(p.stdout, t, flags.format == "markdown")
	}
	if err != nil {
		return fmt.Errorf("print the diagnosis of session %s: %w", t.SessionID, err)
	}
	if t.Verifier == nil || t.Verifier.Verdict.OrReject() == superbiz.VerdictReject {
		return exitError(exitFailed)
	}
	return nil
}
