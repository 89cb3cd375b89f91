package rulestest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

// Case is one file: what the gate is given, and what the rule must find in it.
type Case struct {
	Name   string // the file's name without folder and extension
	Input  gatekeeper.Input
	Config []byte // YAML; empty when the rule runs with its defaults
	Want   []Want

	// Verbatim says that the output was written whole, and may be malformed.
	Verbatim bool
}

// Want is one expected finding.
type Want struct {
	Target  string
	ID      string // of the claim, hypothesis or action; empty when there is none
	Message string // words that the message must contain
}

// Flagged reports whether the rule must find something.
func (c Case) Flagged() bool { return len(c.Want) > 0 }

// Load reads every case of a folder, in name order. A folder without cases is an
// error.
func Load(dir string) ([]Case, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, fmt.Errorf("look for cases: %w", err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s holds no *.txtar file: a rule without cases is not tested", dir)
	}
	var cases []Case
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read case: %w", err)
		}
		c, err := Parse(strings.TrimSuffix(filepath.Base(file), ".txtar"), text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// Parse reads one case from the text of a txtar file.
func Parse(name string, text []byte) (Case, error) {
	archive := txtar.Parse(text)
	if strings.TrimSpace(string(archive.Comment)) == "" {
		return Case{}, errors.New("the case has no comment that says what it is about")
	}
	s := sections{}
	for _, f := range archive.Files {
		if slices.ContainsFunc(s, func(g section) bool { return g.name == f.Name }) {
			return Case{}, fmt.Errorf("section %s is there twice", f.Name)
		}
		s = append(s, section{f.Name, f.Data})
	}
	c := Case{Name: name}
	if err := c.read(s); err != nil {
		return Case{}, err
	}
	return c, c.checkName()
}

func (c *Case) read(s sections) error {
	input, err := s.input()
	if err != nil {
		return err
	}
	rows, err := s.rows(input.SessionID)
	if err != nil {
		return err
	}
	output, verbatim, err := s.output(rows)
	if err != nil {
		return err
	}
	if c.Want, err = s.want(); err != nil {
		return err
	}
	input.Attempt.RawOutput = &output
	input.Invocations = rows
	c.Input, c.Verbatim = input, verbatim
	c.Config, _ = s.get("config.yaml")
	return nil
}

func (c *Case) checkName() error {
	switch {
	case strings.HasPrefix(c.Name, "flagged_") && !c.Flagged():
		return errors.New("is named flagged_ but wants no finding")
	case strings.HasPrefix(c.Name, "clean_") && c.Flagged():
		return errors.New("is named clean_ but wants a finding")
	case !strings.HasPrefix(c.Name, "flagged_") && !strings.HasPrefix(c.Name, "clean_"):
		return errors.New("the name must begin with flagged_ or clean_")
	}
	return nil
}

// section is one file of the archive.
type section struct {
	name string
	text []byte
}

// sections are the files of one archive, in order.
type sections []section

func (s sections) get(name string) ([]byte, bool) {
	for _, f := range s {
		if f.name == name {
			return f.text, true
		}
	}
	return nil, false
}

func (s sections) input() (gatekeeper.Input, error) {
	in := gatekeeper.Input{SessionID: defaultSession, RunMode: superbiz.RunLive}
	text, ok := s.get("input.json")
	if !ok {
		return in, nil
	}
	fields := struct {
		SessionID string            `json:"session_id"`
		RunMode   superbiz.RunMode  `json:"run_mode"`
		Question  superbiz.Question `json:"question"`
	}{SessionID: in.SessionID, RunMode: in.RunMode}
	err := decode("input.json", text, &fields)
	in.SessionID, in.RunMode, in.Question = fields.SessionID, fields.RunMode, fields.Question
	return in, err
}

func (s sections) want() ([]Want, error) {
	text, ok := s.get("want")
	if !ok {
		return nil, errors.New("the case has no section want: leave it empty when nothing is to be found")
	}
	var want []Want
	for line := range strings.Lines(string(text)) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		parts := strings.SplitN(line, "|", 3)
		if len(parts) != 3 {
			return nil, fmt.Errorf("want: %q is not target | id | words of the message", strings.TrimSpace(line))
		}
		want = append(want, Want{strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1]), strings.TrimSpace(parts[2])})
	}
	return want, nil
}

// decode reads the JSON of a section; unknown fields of structs are errors.
func decode(name string, text []byte, into any) error {
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("section %s: %w", name, err)
	}
	if dec.More() {
		return fmt.Errorf("section %s: more than one JSON value", name)
	}
	return nil
}
