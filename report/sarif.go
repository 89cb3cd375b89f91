package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

const homepage = "https://github.com/superbizagent/superbizagent"

// HelpURI returns the address of a rule's page.
func HelpURI(ruleID string) string {
	return homepage + "/blob/main/docs/rules/" + ruleID + ".md"
}

// sarifWriter collects one SARIF 2.1.0 run; its results stand at the end of a
// document that begins with the rules, so nothing is written before Close.
type sarifWriter struct {
	w     io.Writer
	run   sarifRun
	index map[string]int // position of a rule in the run's list
}

func newSARIF(w io.Writer, o Options) *sarifWriter {
	s := &sarifWriter{w: w, index: make(map[string]int, len(o.Rules))}
	s.run = sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "superbiz gate", Version: o.ToolVersion, InformationURI: homepage, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: true}},
		Results:     []sarifResult{},
	}
	for i, r := range o.Rules {
		s.index[r.ID] = i
		s.run.Tool.Driver.Rules = append(s.run.Tool.Driver.Rules, newSARIFRule(r))
	}
	return s
}

func newSARIFRule(r *gatekeeper.Rule) sarifRule {
	category, _, _ := strings.Cut(r.ID, ".")
	return sarifRule{
		ID:            r.ID,
		Short:         sarifText{r.Description},
		Full:          sarifText{oneParagraph(r.Section("What it wants"), r.Description)},
		Help:          sarifHelp{Text: oneParagraph(r.Section("How to fix"), r.Description), Markdown: r.Doc},
		HelpURI:       HelpURI(r.ID),
		Configuration: sarifConfiguration{Enabled: true, Level: sarifLevel(r.DefaultSeverity)},
		Properties:    map[string]any{"tags": []string{category}},
	}
}

func oneParagraph(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return strings.Join(strings.Fields(text), " ")
}

func (s *sarifWriter) Write(j Judgement) error {
	if j.Err != nil {
		s.addUnjudged(j)
	} else {
		s.addResults(j)
	}
	return nil
}

func (s *sarifWriter) addUnjudged(j Judgement) {
	run := &s.run.Invocations[0]
	run.ExecutionSuccessful = false
	run.Notifications = append(run.Notifications, sarifNotification{
		Level:     "error",
		Message:   sarifText{sarifMessage("cannot be judged: " + j.Err.Error())},
		Locations: []sarifLocation{{Physical: sarifPhysical{Artifact: sarifArtifact{fileURI(j.File)}}}},
	})
}

func (s *sarifWriter) addResults(j Judgement) {
	seen := make(map[string]int)
	for _, f := range j.findings() {
		r := s.result(j, f)
		sum := fingerprint(f, j.about(f))
		seen[sum]++
		r.Fingerprints = map[string]string{"superbiz/v1": fmt.Sprintf("%s:%d", sum, seen[sum])}
		s.run.Results = append(s.run.Results, r)
	}
}

func (s *sarifWriter) Close() error {
	return writeJSON(s.w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{s.run},
	}, "  ")
}

func (s *sarifWriter) result(j Judgement, f superbiz.Finding) sarifResult {
	r := sarifResult{
		RuleID:  f.RuleID,
		Level:   sarifLevel(f.Severity),
		Message: sarifText{sarifMessage(place(f) + ": " + f.Message)},
		Locations: []sarifLocation{{
			Physical: sarifPhysical{Artifact: sarifArtifact{fileURI(j.File)}, Region: &sarifRegion{j.line(f.Target)}},
		}},
		Properties: map[string]any{"rule_set_version": j.Result.RuleSetVersion},
	}
	if f.Target != "" {
		r.Locations[0].Logical = []sarifLogical{{FullyQualifiedName: f.Target, Kind: "member"}}
	}
	if i, ok := s.index[f.RuleID]; ok {
		r.RuleIndex = &i
	}
	if text := j.about(f); text != "" {
		r.Properties["statement"] = text
	}
	return r
}

// fingerprint stays the same while the statement and what is wrong with it do,
// wherever in the trace it moves.
func fingerprint(f superbiz.Finding, about string) string {
	h := sha256.New()
	for _, part := range []string{f.RuleID, about, f.Message} {
		fmt.Fprintf(h, "%d\x00%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

func sarifLevel(s superbiz.Severity) string {
	switch s {
	case superbiz.SeverityLowConfid:
		return "warning"
	case superbiz.SeverityWarn:
		return "note"
	default:
		return "error"
	}
}

// sarifMessage keeps a stranger's text from being a link.
func sarifMessage(s string) string { return strings.ReplaceAll(s, "](", `\](`) }

// fileURI returns a relative reference for a relative path, so that a viewer may
// find the file below its own root.
func fileURI(name string) string {
	if name == "-" {
		return "stdin"
	}
	slashed := path.Clean(filepath.ToSlash(name))
	if strings.HasPrefix(slashed, "/") {
		return (&url.URL{Scheme: "file", Path: slashed}).String()
	}
	return (&url.URL{Path: slashed}).String()
}
