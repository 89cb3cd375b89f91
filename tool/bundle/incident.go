package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"time"

	gojson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	superbiz "github.com/superbizagent/superbizagent"
)

// The files of a bundle that have a name of their own.
const (
	incidentFile       = "incident.json"
	recordingsFile     = "recordings.jsonl"
	alertsFile         = "alerts.json"
	executorOutputFile = "executor_output.txt"
	invocationsFile    = "invocations.jsonl"
)

// Version is the bundle_version that this package reads.
const Version = "incident_bundle_v1"

// Incident is incident.json: what was recorded, of when and where.
type Incident struct {
	BundleVersion string    `json:"bundle_version"`
	Title         string    `json:"title"`
	Question      string    `json:"question"`
	StartedAt     time.Time `json:"started_at,omitzero"`
	EndedAt       time.Time `json:"ended_at,omitzero"`
	Scope         Scope     `json:"scope"`
}

// Scope says which part of a system an incident is about.
type Scope struct {
	Cluster   string `json:"cluster,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Service   string `json:"service,omitempty"`
}

// Window returns the time that the bundle covers; an end that is not known is zero.
func (i Incident) Window() superbiz.Window {
	return superbiz.Window{From: i.StartedAt.UTC(), To: i.EndedAt.UTC()}
}

func (b *Bundle) readIncident() error {
	text, ok, err := b.files.get(incidentFile)
	if err != nil {
		return err
	}
	if !ok {
		return wrong("", 0, "there is no %s in it: it is no %s", incidentFile, Version)
	}
	if err := decode(incidentFile, text, &b.Incident); err != nil {
		return err
	}
	switch incident := b.Incident; {
	case incident.BundleVersion != Version:
		return wrong(incidentFile, 0, "bundle_version is %.40q, and this program reads %q", incident.BundleVersion, Version)
	case !incident.EndedAt.IsZero() && incident.EndedAt.Before(incident.StartedAt):
		return wrong(incidentFile, 0, "ended_at is before started_at")
	}
	return nil
}

// decode reads the one JSON value of a file, and tells faults by their line.
func decode(file string, text []byte, into any) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if err := gojson.Unmarshal(text, into); err != nil {
		return wrong(file, lineOf(text, err), "%s", jsonProblem(err))
	}
	return nil
}

// lineOf returns the line at which an error of the JSON package is.
func lineOf(text []byte, err error) int {
	offset := int64(-1)
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		offset = syntactic.ByteOffset
	} else if semantic, ok := errors.AsType[*gojson.SemanticError](err); ok {
		offset = semantic.ByteOffset
	} else if errors.Is(err, io.ErrUnexpectedEOF) {
		offset = int64(len(text))
	}
	if offset < 0 || offset > int64(len(text)) {
		return 0
	}
	return 1 + bytes.Count(text[:offset], []byte("\n"))
}

// jsonProblem says what is wrong in the words of the file, with no Go type.
func jsonProblem(err error) string {
	semantic, ok := errors.AsType[*gojson.SemanticError](err)
	if !ok {
		return "it is not valid JSON: " + err.Error()
	}
	where := "the value"
	if semantic.JSONPointer != "" {
		where = fmt.Sprintf("%.200s", string(semantic.JSONPointer))
	}
	kind := map[jsontext.Kind]string{
		'n': "null", 't': "a boolean", 'f': "a boolean", '"': "a string", '0': "a number", '{': "an object", '[': "an array",
	}[semantic.JSONKind]
	switch {
	case kind == "":
		kind = "of the wrong kind"
	case semantic.Err == nil:
		kind += ", which it must not be"
	}
	if semantic.Err != nil {
		kind += fmt.Sprintf(" that cannot be read: %.200v", semantic.Err)
	}
	return "it does not have the shape it must have: " + where + " is " + kind
}

// jsonLines calls each with every line of a .jsonl file that is not blank.
func jsonLines(text []byte, each func(line int, value []byte) error) error {
	number := 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		number++
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if err := each(number, line); err != nil {
			return err
		}
	}
	return nil
}

// decodeLine is decode for one line of a file.
func decodeLine(file string, number int, line []byte, into any) error {
	if err := gojson.Unmarshal(line, into); err != nil {
		return wrong(file, number, "%s", jsonProblem(err))
	}
	return nil
}

// object writes a JSON object of the members that are not empty; of none, nothing.
func object(members map[string]string) json.RawMessage {
	maps.DeleteFunc(members, func(_, value string) bool { return value == "" })
	if len(members) == 0 {
		return nil
	}
	text, err := json.Marshal(members)
	if err != nil {
		return nil // strings always marshal
	}
	return text
}
