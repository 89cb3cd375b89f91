package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
)

func versionCommand(p process) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, what it was built from, and the versions of its formats",
		Args:  takes(),
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintf(p.stdout, "superbiz %s\n", version)
			if commit := builtFrom(); commit != "" {
				fmt.Fprintf(p.stdout, "commit   %s\n", commit)
			}
			fmt.Fprintf(p.stdout, "go       %s %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
			fmt.Fprintf(p.stdout, "rules    %s\n", rules.Version)
			fmt.Fprintf(p.stdout, "formats  %s, %s\n", superbiz.AnswerVersion, superbiz.TraceVersion)
			return nil
		},
	}
}

// builtFrom returns the commit that the toolchain stamped into the program.
func builtFrom() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var revision, dirty string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			if s.Value == "true" {
				dirty = " with changes"
			}
		}
	}
	return revision + dirty
}
