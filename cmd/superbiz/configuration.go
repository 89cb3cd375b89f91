package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/superbizagent/superbizagent/config"
)

// configFile is read where it is in the working folder and no other is named.
const configFile = "superbiz.yaml"

func addConfigFlag(f *pflag.FlagSet) {
	f.String("config", "", "configuration `file`; else that of SUPERBIZ_CONFIG, else ./"+configFile+" where there is one")
}

// settingOf tells the path of the setting that a flag sets.
func settingOf(flag string) (path string, ok bool) {
	path, ok = map[string]string{
		"db": "database", "rules": "rules", "runbooks": "runbooks", "bundle": "bundle", "executor": "executor", "repairs": "repairs",
		"model": "model", "model-provider": "model.provider", "model-base-url": "model.base_url", "model-key-env": "model.key_env",
		"model-prices": "model.prices", "model-stages": "model.stages",
	}[flag]
	return path, ok
}

// configured calls do with the configuration of a command.
func configured(p process, do func(ctx context.Context, c *config.Config, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		c, err := loadConfig(p, cmd.Flags(), config.Input{})
		if err != nil {
			return err
		}
		return do(cmd.Context(), c, args)
	}
}

// loadConfig reads the file, the environment and the flags that were given.
func loadConfig(p process, flags *pflag.FlagSet, in config.Input) (*config.Config, error) {
	named, _ := flags.GetString("config")
	var err error
	if in.File, in.Text, err = findConfig(p, named); err != nil {
		return nil, err
	}
	in.Getenv, in.Providers = p.getenv, providers()
	if tape, err := flags.GetString("model-replay"); err == nil && tape != "" {
		in.Standby = "recorded" // a recording says itself which model it is of
	}
	flags.Visit(func(f *pflag.Flag) {
		if path, ok := settingOf(f.Name); ok {
			in.Flags = append(in.Flags, config.Flag{Path: path, Name: "--" + f.Name, Value: f.Value.String()})
		}
	})
	return config.Load(in)
}

// findConfig returns the file that is named by a flag, else by the environment, else
// the one of the working folder. One that is named must be there.
func findConfig(p process, named string) (string, []byte, error) {
	path := named
	if path == "" {
		path = p.getenv("SUPERBIZ_CONFIG")
	}
	mayMiss := path == ""
	if mayMiss {
		path = configFile
	}
	text, err := readBounded(path, maxSettingsBytes)
	if mayMiss && errors.Is(err, fs.ErrNotExist) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, fmt.Errorf("read the configuration: %w", err)
	}
	return path, text, nil
}
