package main

import (
	"errors"

	"github.com/spf13/cobra"

	superbiz "github.com/superbizagent/superbizagent"
)

const recordModelHelp = `Diagnoses like superbiz diagnose --executor model, and records what the model was asked and
said. superbiz diagnose --executor model --model-replay FILE then gives the same diagnosis of the same
question again, without the model. The recording holds what the tools returned, but no key.`

func recordModelCommand(p process) *cobra.Command {
	flags := diagnoseFlags{executor: string(superbiz.ExecutorModel)}
	cmd := &cobra.Command{
		Use:     "record-model [QUESTION]",
		Short:   "Record a diagnosis by a language model, to replay it without the model",
		Long:    recordModelHelp,
		Example: `  superbiz record-model --bundle incident.tar.gz --out model.jsonl "Why do checkouts fail?"`,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.model.record == "" {
				return errors.New("there is no place for the recording: give --out FILE")
			}
			return diagnose(cmd.Context(), p, flags, firstOf(args))
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.model.record, "out", "", "`file` to record to, which must not be there yet")
	f.StringVar(&flags.bundle, "bundle", "", "saved incident: a folder, a .tar.gz or a .zip (`path`)")
	f.StringVar(&flags.alert, "alert", "", "`file` with one alert as JSON, to be asked about")
	f.StringVar(&flags.format, "format", "text", "output format: text, json or markdown")
	f.StringVar(&flags.traceOut, "trace-out", "", "`file` to write the diagnosis_trace_v1 to")
	addModelFlags(f, &flags.model)
	addDatabaseFlag(f, &flags.db)
	return cmd
}
