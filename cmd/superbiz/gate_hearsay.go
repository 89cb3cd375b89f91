package main

import (
	"encoding/json"
	"fmt"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// hearsay says where a trace's own word on its last attempt differs from what was
// found. It changes nothing.
func hearsay(said superbiz.Attempt, status superbiz.ParseStatus, found superbiz.GatekeeperResult) []string {
	var notes []string
	if said.ParseStatus != "" && said.ParseStatus != status {
		notes = append(notes, fmt.Sprintf("the trace says parse_status %.20q, found %q", said.ParseStatus, status))
	}
	if said.GatekeeperResult == nil {
		return notes
	}
	if fields := differing(*said.GatekeeperResult, found); len(fields) > 0 {
		notes = append(notes, fmt.Sprintf("the gatekeeper_result in the trace (status %.20q) is not what was found (status %q): %s differ",
			said.GatekeeperResult.Status, found.Status, strings.Join(fields, ", ")))
	}
	return notes
}

// differing names the members in which two results differ. The list of rules is
// left alone: rule_set_version stands for it.
func differing(a, b superbiz.GatekeeperResult) []string {
	pairs := []struct {
		name string
		a, b any
	}{
		{"status", a.Status, b.Status},
		{"severity", a.Severity, b.Severity},
		{"checked_bindings", a.CheckedBindings, b.CheckedBindings},
		{"failed_rules", a.FailedRules, b.FailedRules},
		{"warnings", a.Warnings, b.Warnings},
		{"errors", a.Errors, b.Errors},
		{"rule_set_version", a.RuleSetVersion, b.RuleSetVersion},
	}
	var names []string
	for _, p := range pairs {
		x, errX := json.Marshal(p.a)
		y, errY := json.Marshal(p.b)
		if errX != nil || errY != nil || string(x) != string(y) {
			names = append(names, p.name)
		}
	}
	return names
}
