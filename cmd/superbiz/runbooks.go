package main

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
	"github.com/superbizagent/superbizagent/tool/bundle"
	"github.com/superbizagent/superbizagent/tool/runbook"
)

func addRunbooksFlag(f *pflag.FlagSet) {
	f.String("runbooks", "", "`folder` of Markdown runbooks that are searched before a diagnosis is planned; else SUPERBIZ_RUNBOOKS")
}

// toolsOf returns the tools of a saved incident, and the one that searches its
// runbooks and those of a folder, where there are any. An incident with a recording of
// that search is not searched: what was found then is what is shown.
func toolsOf(incident *bundle.Bundle, folder string) (*tool.Registry, error) {
	tools := incident.Tools()
	library, mode, err := openRunbooks(incident, folder)
	if err != nil {
		return nil, err
	}
	recorded := slices.ContainsFunc(tools, func(t tool.Tool) bool { return t.Name == runbook.SearchTool })
	if library.Documents() > 0 && !recorded {
		tools = append(tools, library.Tool(mode))
	}
	return tool.NewRegistry(tools...)
}

func openRunbooks(incident *bundle.Bundle, folder string) (*runbook.Library, superbiz.DataMode, error) {
	var documents []runbook.Document
	mode := superbiz.DataBundle
	incident.Documents(func(name string, lines []string) {
		documents = append(documents, runbook.Document{Name: name, Lines: lines})
	})
	if folder != "" {
		found, err := runbook.ReadFolder(folder)
		if err != nil {
			return nil, "", err
		}
		documents, mode = append(found, documents...), superbiz.DataLive
	}
	library, err := runbook.New(documents)
	return library, mode, err
}

// checkRunbooks says what there is to search in the folder that is configured.
func checkRunbooks(folder string) (string, error) {
	if folder == "" {
		return "none are configured: runbooks in " + configFile + ", or --runbooks, names a folder", nil
	}
	found, err := runbook.ReadFolder(folder)
	if err != nil {
		return "", err
	}
	library, err := runbook.New(found)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s: %d files, %d sections", folder, library.Documents(), library.Sections()), nil
}
