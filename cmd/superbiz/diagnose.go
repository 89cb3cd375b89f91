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
	model    modelFlags
}

func diagnoseCommand(p process) *cobra.Command {
	var flags diagnoseFlags
	cmd := &cobra.Command{
		Use:   "diagnose [QUESTION]",
		Short: "Answer a question about an incident from recorded evidence",
		Long:  diagnoseHelp,
		Example: `  superbiz diagnose --bundle scenarios/postgres-connections-exhausted "Why do checkouts fail?"
  superbiz diagnose --bundle incident.tar.gz --format json >trace.json
  superbiz diagnose --bundle incident.tar.gz --executor model --model-provider anthropic --model NAME`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return diagnose(cmd.Context(), p, flags, firstOf(args))
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.bundle, "bundle", "", "saved incident: a folder, a .tar.gz or a .zip (`path`)")
	f.StringVar(&flags.alert, "alert", "", "`file` with one alert as JSON, to be asked about")
	f.StringVar(&flags.session, "session", "", "`id` of the session to go on with; without it a new one begins")
	f.StringVar(&flags.executor, "executor", "analyst", "who investigates: analyst, model, or recorded for what the bundle has of an executor")
	f.StringVar(&flags.format, "format", "text", "output format: text, json or markdown")
	f.StringVar(&flags.traceOut, "trace-out", "", "`file` to write the diagnosis_trace_v1 to")
	f.StringVar(&flags.model.replay, "model-replay", "", "`file` of superbiz record-model to replay, instead of asking a model")
	addModelFlags(f, &flags.model)
	addDatabaseFlag(f, &flags.db)
	return cmd
}

// firstOf returns the one argument of a command that takes one, or none.
func firstOf(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

func diagnose(ctx context.Context, p process, flags diagnoseFlags, text string) (err error) {
	if err := oneOf("--format", flags.format, "text", "json", "markdown"); err != nil {
		return err
	}
	if flags.model.replay != "" && flags.session != "" {
		return errors.New("--model-replay replays one question: it goes on with no session")
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
	kind := superbiz.ExecutorKind(flags.executor)
	setup, err := flags.model.setup(p, kind, question)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, setup.close()) }()
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
	pipe, err := bundlePipeline(p, db, incident, kind, setup)
	if err != nil {
		return err
	}
	if err := knownSession(ctx, db, flags.session); err != nil {
		return err
	}
	done, err := pipe.Diagnose(ctx, pipeline.Request{SessionID: flags.session, Question: question})
	if err != nil {
		return err
	}
	if err := setup.departed(); err != nil {
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
