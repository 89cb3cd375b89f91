package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/report"
	"github.com/superbizagent/superbizagent/tool/bundle"
	"github.com/superbizagent/superbizagent/trace"
)

const diagnoseHelp = `Investigates one question and prints the answer, each statement with its citation.

Exit code 0: an answer was given (PASS or LOW_CONFID). 1: nothing could be proved, the
fallback was given (REJECT). 2: the diagnosis could not run.`

type diagnoseFlags struct {
	alert    string
	session  string
	format   string
	traceOut string
	tape     recording
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
		Args: oneQuestion,
		RunE: configured(p, func(ctx context.Context, c *config.Config, args []string) error {
			return diagnose(ctx, p, c, flags, firstOf(args))
		}),
	}
	f := cmd.Flags()
	addDiagnoseFlags(f, &flags)
	f.String("executor", "analyst", "who investigates: analyst, model, or recorded for what the bundle has of an executor")
	f.StringVar(&flags.session, "session", "", "`id` of the session to go on with; without it a new one begins")
	f.StringVar(&flags.tape.replay, "model-replay", "", "`file` of superbiz record-model to replay, instead of asking a model")
	return cmd
}

// addDiagnoseFlags adds the flags of every command that diagnoses a bundle.
func addDiagnoseFlags(f *pflag.FlagSet, flags *diagnoseFlags) {
	f.String("bundle", "", "saved incident: a folder, a .tar.gz or a .zip (`path`)")
	f.StringVar(&flags.alert, "alert", "", "`file` with one alert as JSON, to be asked about")
	f.StringVar(&flags.format, "format", "text", "output format: text, json or markdown")
	f.StringVar(&flags.traceOut, "trace-out", "", "`file` to write the diagnosis_trace_v1 to")
	addRunbooksFlag(f)
	addRulesFlag(f)
	addModelFlags(f)
	addDatabaseFlag(f)
}

// oneQuestion takes one argument or none, and tells who forgot the quotes.
func oneQuestion(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%s takes one question and got %d words: put it in quotes, as in superbiz %s %q", cmd.Name(), len(args), cmd.Name(), strings.Join(args, " "))
	}
	return nil
}

// firstOf returns the one argument of a command that takes one, or none.
func firstOf(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

func diagnose(ctx context.Context, p process, c *config.Config, flags diagnoseFlags, text string) (err error) {
	if err := formatOneOf(flags.format, "text", "json", "markdown"); err != nil {
		return err
	}
	if flags.tape.replay != "" && flags.session != "" {
		return errors.New("--model-replay replays one question: it goes on with no session")
	}
	if c.Bundle == "" {
		return errors.New("there is nothing to look at: give a saved incident with --bundle PATH")
	}
	incident, err := bundle.Open(c.Bundle, limitsOf(c))
	if err != nil {
		return err
	}
	question, err := questionOf(incident, text, flags.alert)
	if err != nil {
		return err
	}
	models, err := setUpModels(p, c, flags.tape, question)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, models.close()) }()
	file, err := createTraceFile(flags.traceOut)
	if err != nil {
		return err
	}
	defer file.discard()
	db, err := openDatabase(ctx, p, c.Database)
	if err != nil {
		return err
	}
	defer closeQuietly(db)
	pipe, err := bundlePipeline(p, db, incident, c, &models)
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
	if err := models.departed(); err != nil {
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
