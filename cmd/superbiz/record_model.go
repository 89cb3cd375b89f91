package main

import (
	"errors"

	"github.com/spf13/cobra"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/config"
)

const recordModelHelp = `Diagnoses like superbiz diagnose --executor model, and records what the model was asked and
said. superbiz diagnose --executor model --model-replay FILE then gives the same diagnosis of the same
question again, without the model. The recording holds what the tools returned, but no key.`

func recordModelCommand(p process) *cobra.Command {
	var flags diagnoseFlags
	cmd := &cobra.Command{
		Use:     "record-model [QUESTION]",
		Short:   "Record a diagnosis by a language model, to replay it without the model",
		Long:    recordModelHelp,
		Example: `  superbiz record-model --bundle incident.tar.gz --out model.jsonl "Why do checkouts fail?"`,
		Args:    oneQuestion,
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.tape.record == "" {
				return errors.New("there is no place for the recording: give --out FILE")
			}
			byModel := config.Flag{Path: "executor", Name: "record-model", Value: string(superbiz.ExecutorModel)}
			c, err := loadConfig(p, cmd.Flags(), config.Input{Flags: []config.Flag{byModel}})
			if err != nil {
				return err
			}
			return diagnose(cmd.Context(), p, c, flags, firstOf(args))
		},
	}
	f := cmd.Flags()
	addDiagnoseFlags(f, &flags)
	f.StringVar(&flags.tape.record, "out", "", "`file` to record to, which must not be there yet")
	return cmd
}
