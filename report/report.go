package report

import (
	"fmt"
	"io"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

// Judgement is one trace and what the gate said of it.
type Judgement struct {
	File   string // as the user named it; "-" is standard input
	Result superbiz.GatekeeperResult

	// Output is the executor's output, to show what a finding is about; nil when it
	// could not be parsed.
	Output *evidence.Document
	// Line tells the line of the file where a target stands; nil means the first.
	Line func(target string) int

	// Err says that the trace could not be judged; there is no Result then.
	Err error
}

// Writer writes judgements in one format, in the order in which they come. Close
// writes what belongs at the end; it does not close what is written to.
type Writer interface {
	Write(Judgement) error
	Close() error
}

// Options says how judgements are rendered.
type Options struct {
	Rules       []*gatekeeper.Rule // the catalogue that judged: descriptions, pages
	ToolVersion string             // of the program, for formats that name it
	OmitRules   bool               // leave the list of rules out of json and jsonl
	Colour      bool               // text only
}

// Formats returns the names of the formats that New knows.
func Formats() []string { return []string{"text", "json", "jsonl", "sarif", "junit", "github"} }

// New returns a writer of a format.
func New(format string, w io.Writer, o Options) (Writer, error) {
	switch format {
	case "text":
		return newText(w, o), nil
	case "json":
		return &jsonWriter{w: w, omitRules: o.OmitRules}, nil
	case "jsonl":
		return &jsonlWriter{w: w, omitRules: o.OmitRules}, nil
	case "sarif":
		return newSARIF(w, o), nil
	case "junit":
		return newJUnit(w, o), nil
	case "github":
		return &githubWriter{w: w}, nil
	default:
		return nil, fmt.Errorf("there is no format %q; there are %s", format, strings.Join(Formats(), ", "))
	}
}

// findings returns errors and then warnings, as in the result.
func (j Judgement) findings() []superbiz.Finding {
	out := make([]superbiz.Finding, 0, len(j.Result.Errors)+len(j.Result.Warnings))
	return append(append(out, j.Result.Errors...), j.Result.Warnings...)
}

func (j Judgement) line(target string) int {
	if j.Line == nil {
		return 1
	}
	return max(1, j.Line(target))
}

// about returns the text of the claim, hypothesis or action that a finding is about.
func (j Judgement) about(f superbiz.Finding) string {
	if j.Output == nil {
		return ""
	}
	part, _, _ := strings.Cut(f.Target, ".")
	path, err := evidence.ParsePath("$." + part)
	if err != nil || part == "" {
		return ""
	}
	text := path.Resolve(j.Output.Root()).Member("text")
	if text.Kind() != evidence.KindString {
		return ""
	}
	return text.Text()
}

// subject names what a finding is about: "claim c1".
func subject(f superbiz.Finding) string {
	switch {
	case f.ClaimID != "":
		return "claim " + f.ClaimID
	case f.HypothesisID != "":
		return "hypothesis " + f.HypothesisID
	case f.ActionID != "":
		return "action " + f.ActionID
	default:
		return ""
	}
}

// place names the statement that a finding is about and where in the output it stands.
func place(f superbiz.Finding) string {
	where := f.Target
	if where == "" {
		where = "the whole output"
	}
	if s := subject(f); s != "" {
		return s + ", " + where
	}
	return where
}
