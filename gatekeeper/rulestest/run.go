package rulestest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

// Run runs a rule, alone in a catalogue, over every case of a folder, a subtest
// each. See the package for how a case is written.
func Run(t *testing.T, rule *gatekeeper.Rule, dir string) {
	t.Helper()
	cases, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			for _, fault := range Check(rule, c) {
				t.Error(fault)
			}
		})
	}
}

// Check runs a rule over one case, and says where it did otherwise than wanted.
func Check(rule *gatekeeper.Rule, c Case) []string {
	if fault := c.malformed(); fault != "" {
		return []string{fault}
	}
	gate, err := gateOf(rule, c.Config)
	if err != nil {
		return []string{err.Error()}
	}
	result := gate.Validate(c.Input)
	if again := gate.Validate(c.Input); render(again) != render(result) {
		return []string{fmt.Sprintf("two runs differ:\n%s\n%s", render(result), render(again))}
	}
	if len(result.Rules) == 0 {
		return []string{"the gate broke: " + render(result)}
	}
	return compare(append(result.Errors, result.Warnings...), c.Want)
}

// malformed says what is wrong with an output that was made of parts: a rule
// finds nothing in a claim that is malformed, so the case would show nothing.
func (c Case) malformed() string {
	if c.Verbatim {
		return ""
	}
	parsed, _ := evidence.ParseAttempt(c.Input.Attempt)
	if parsed.Document == nil {
		return "the output cannot be read: " + parsed.Reason
	}
	if _, faults := evidence.ReadOutput(parsed.Document); len(faults) > 0 {
		return fmt.Sprintf("the output is malformed: %s %s", faults[0].Target, faults[0].Message)
	}
	return ""
}

func gateOf(rule *gatekeeper.Rule, config []byte) (*gatekeeper.Gate, error) {
	catalogue, err := gatekeeper.NewCatalogue("rulestest", rule)
	if err != nil {
		return nil, err
	}
	cfg, err := gatekeeper.ParseConfig(config)
	if err != nil {
		return nil, err
	}
	if catalogue, err = catalogue.Configure(cfg); err != nil {
		return nil, err
	}
	return gatekeeper.New(catalogue), nil
}

func compare(got []superbiz.Finding, want []Want) []string {
	var faults []string
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(want):
			faults = append(faults, "found, but not wanted: "+line(got[i]))
		case i >= len(got):
			faults = append(faults, fmt.Sprintf("wanted, but not found: %s | %s | %s", want[i].Target, want[i].ID, want[i].Message))
		case got[i].Target != want[i].Target || idOf(got[i]) != want[i].ID || !strings.Contains(got[i].Message, want[i].Message):
			faults = append(faults, fmt.Sprintf("got  %s\nwant %s | %s | %s", line(got[i]), want[i].Target, want[i].ID, want[i].Message))
		}
	}
	return faults
}

// line renders a finding as a want section has it.
func line(f superbiz.Finding) string { return f.Target + " | " + idOf(f) + " | " + f.Message }

func idOf(f superbiz.Finding) string { return f.ClaimID + f.HypothesisID + f.ActionID }

func render(r superbiz.GatekeeperResult) string {
	raw, err := json.Marshal(r)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}
