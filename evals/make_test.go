package evals_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/executor/analyst"
	"github.com/superbizagent/superbizagent/executor/recorded"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/planner"
	"github.com/superbizagent/superbizagent/scenarios"
	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/store/sqlite"
	"github.com/superbizagent/superbizagent/tool"
	"github.com/superbizagent/superbizagent/tool/bundle"
	"github.com/superbizagent/superbizagent/trace"
	"github.com/superbizagent/superbizagent/verifier"
)

var makeTraces = flag.Bool("make", false, "write the traces of all cases anew")

// recipe is a make.yaml: how the trace of a case is made.
type recipe struct {
	Base string `yaml:"base"` // a file in bases, whose fields hold where these are empty

	Scenario string           `yaml:"scenario"`
	Question string           `yaml:"question"` // empty: the scenario's
	Executor string           `yaml:"executor"` // analyst, recorded, or script: the calls and output below
	Calls    []map[string]any `yaml:"calls"`    // tool name to arguments, one each
	Output   string           `yaml:"output"`   // {{1}} is the id of the first call
	Budget   int              `yaml:"budget"`   // tool calls; 0: the default
	Verifier string           `yaml:"verifier"` // down: a verifying model that gives no answer
	Edits    []edit           `yaml:"edits"`
}

// TestMake makes the trace of each case by running the product. With -make it writes
// them.
func TestMake(t *testing.T) {
	files, err := filepath.Glob("*/*/make.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no make.yaml found: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.ToSlash(filepath.Dir(file)), func(t *testing.T) {
			t.Parallel()
			text := makeTrace(t, file)
			if !*makeTraces {
				return
			}
			if err := os.WriteFile(filepath.Join(filepath.Dir(file), "trace.json"), text, 0o600); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func makeTrace(t *testing.T, file string) []byte {
	t.Helper()
	r := readRecipe(t, file)
	doc, err := r.run(t, filepath.ToSlash(filepath.Dir(file)))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := trace.Encode(&text, doc); err != nil {
		t.Fatal(err)
	}
	out, err := editText(text.Bytes(), r.Edits, "trace")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func readRecipe(t *testing.T, file string) recipe {
	t.Helper()
	var r recipe
	readYAML(t, file, &r)
	if r.Base != "" {
		base := r.Base
		edits := r.Edits
		r.Edits = nil
		merged := recipe{}
		readYAML(t, filepath.Join("bases", base+".yaml"), &merged)
		readYAML(t, file, &merged)
		merged.Edits = edits
		return merged
	}
	return r
}

func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// run runs the product as the recipe says. Where recorded rows are edited it runs it
// twice: once to record them, and once with an executor that hands over the output as
// if it had recorded the edited ones.
func (r recipe) run(t *testing.T, id string) (*superbiz.DiagnosisTrace, error) {
	t.Helper()
	s, err := r.scenario()
	if err != nil {
		return nil, err
	}
	incident, err := bundle.OpenFS(s.Bundle, bundle.Limits{})
	if err != nil {
		return nil, err
	}
	who, err := r.executor(incident)
	if err != nil {
		return nil, err
	}
	doc, err := r.diagnose(t, s, incident, who, id)
	if err != nil || !has(r.Edits, "rows") {
		return doc, err
	}
	rows, err := editRows(doc.ToolInvocations, r.Edits)
	if err != nil {
		return nil, err
	}
	return r.diagnose(t, s, incident, recorded.New(*doc.Executor.Attempts[0].RawOutput, rows), id)
}

func (r recipe) scenario() (scenarios.Scenario, error) {
	for _, s := range scenarios.All() {
		if s.Name == r.Scenario {
			return s, nil
		}
	}
	return scenarios.Scenario{}, fmt.Errorf("there is no scenario %q", r.Scenario)
}

func (r recipe) executor(incident *bundle.Bundle) (executor.Executor, error) {
	switch r.Executor {
	case "analyst":
		return edited{analyst.New(), r.Edits}, nil
	case "recorded":
		text, rows, ok, err := incident.Recorded()
		if err != nil || !ok {
			return nil, fmt.Errorf("the scenario has no recorded executor: %w", err)
		}
		return edited{recorded.New(text, rows), r.Edits}, nil
	case "script":
		return script{r}, nil
	}
	return nil, fmt.Errorf("executor %q is not analyst, recorded or script", r.Executor)
}

func (r recipe) diagnose(t *testing.T, s scenarios.Scenario, incident *bundle.Bundle, who executor.Executor, id string) (*superbiz.DiagnosisTrace, error) {
	t.Helper()
	tools, err := tool.NewRegistry(incident.Tools()...)
	if err != nil {
		return nil, err
	}
	clock := steps{s.Request.Window.To}
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "runs.db"), store.Config{
		Now: clock.now, NewID: stableIDs(id), Process: store.ThisProcess(),
	})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	config := pipeline.Config{
		Planner: planner.Playbook{}, Executor: who, Tools: tools, Gate: gatekeeper.New(rules.Catalogue()), Store: db,
		Mode: superbiz.RunBundle, Now: clock.now, Random: rand.NewChaCha8([32]byte([]byte(fmt.Sprintf("%-32.32s", id)))),
		Budget: tool.Budget{Calls: r.Budget},
	}
	if r.Verifier == "down" {
		config.Verifier = verifier.Verifier{Model: down{}}
	}
	pipe, err := pipeline.New(config)
	if err != nil {
		return nil, err
	}
	scope, err := json.Marshal(s.Request.Scope)
	if err != nil {
		return nil, err
	}
	question := r.Question
	if question == "" {
		question = s.Request.Question
	}
	return pipe.Diagnose(t.Context(), pipeline.Request{Question: superbiz.Question{Text: question, Scope: scope, Window: &s.Request.Window}})
}

// steps is a clock that every look moves on a little, so that a trace is the same
// whenever it is made.
type steps struct{ at time.Time }

func (s *steps) now() time.Time {
	s.at = s.at.Add(10 * time.Millisecond)
	return s.at
}

func stableIDs(id string) func(string) (string, error) {
	n := 0
	return func(prefix string) (string, error) {
		n++
		return fmt.Sprintf("%s-%s-%d", prefix, strings.ReplaceAll(id, "/", "-"), n), nil
	}
}

type down struct{}

func (down) Label(context.Context, verifier.Payload, []evidence.Claim) ([]superbiz.ClaimCheck, error) {
	return nil, errors.New("connection refused")
}

// script is an executor that makes the calls of a recipe and hands over its output: a
// model's part, with no model.
type script struct{ recipe }

func (script) Kind() superbiz.ExecutorKind { return superbiz.ExecutorModel }

func (s script) Execute(ctx context.Context, task executor.Task) (string, error) {
	var ids []string // placeholders and what they stand for
	for i, c := range s.Calls {
		for name, arguments := range c {
			raw, err := json.Marshal(arguments)
			if err != nil {
				return "", err
			}
			row, err := task.Tools.Call(ctx, name, raw)
			if err != nil {
				return "", err
			}
			ids = append(ids, fmt.Sprintf("{{%d}}", i+1), row.InvocationID)
		}
	}
	text, err := editOutput(s.Output, s.Edits)
	return strings.NewReplacer(ids...).Replace(text), err
}

// edited is an executor whose output is edited before it is handed over.
type edited struct {
	executor.Executor
	edits []edit
}

func (e edited) Execute(ctx context.Context, task executor.Task) (string, error) {
	text, err := e.Executor.Execute(ctx, task)
	if err != nil {
		return "", err
	}
	return editOutput(text, e.edits)
}
