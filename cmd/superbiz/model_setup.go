package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"os"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/composer"
	"github.com/superbizagent/superbizagent/docs/schemas"
	"github.com/superbizagent/superbizagent/executor/model"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/replay"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/planner"
	"github.com/superbizagent/superbizagent/verifier"
)

// modelSetup is a language model, ready to be asked, and what it is asked for. The
// zero value is none.
type modelSetup struct {
	model   llm.Model
	prices  llm.Prices
	stages  []string  // beside the executor
	random  io.Reader // nil: the pipeline's own
	repairs int
	file    *os.File       // the recording that is written, or nil
	player  *replay.Player // the recording that is played, or nil
}

const (
	stagePlanner  = "planner"
	stageVerifier = "verifier"
	stageComposer = "composer"
)

// setup opens the model for a question, or a recording of one, where an executor of
// that kind needs it.
func (m modelFlags) setup(p process, kind superbiz.ExecutorKind, question superbiz.Question) (modelSetup, error) {
	if kind != superbiz.ExecutorModel {
		if m.replay != "" {
			return modelSetup{}, errors.New("--model-replay is for --executor model")
		}
		return modelSetup{}, nil
	}
	m = m.fromEnvironment(p)
	s := modelSetup{repairs: m.repairs}
	if m.repairs < 0 || m.repairs > 5 {
		return s, fmt.Errorf("--repairs is %d; it may be 0 to 5", m.repairs)
	}
	var err error
	if s.prices, err = parsePrices(m.prices); err != nil {
		return s, err
	}
	if s.stages, err = parseStages(m.stages); err != nil {
		return s, err
	}
	if m.replay != "" || m.record != "" {
		s.random = randomnessOf(question)
	}
	return s, s.open(p, m)
}

func (s *modelSetup) open(p process, m modelFlags) error {
	if m.replay != "" {
		return s.openRecording(m.replay)
	}
	asked, key, err := m.open(p)
	s.model = asked
	if err != nil || m.record == "" {
		return err
	}
	if s.file, err = os.OpenFile(m.record, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return fmt.Errorf("record the model: %w", err)
	}
	if s.model, err = replay.NewRecorder(asked, s.file, key); err != nil {
		return errors.Join(err, s.close())
	}
	return nil
}

func (s *modelSetup) openRecording(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("replay a model: %w", err)
	}
	defer closeQuietly(file)
	player, err := replay.Load(file)
	if err != nil {
		return fmt.Errorf("replay %s: %w", path, err)
	}
	s.model, s.player = player, player
	return nil
}

// departed says whether a replay did not ask for all that was recorded: then it is
// none. What a stage other than the executor does not find, it does without.
func (s *modelSetup) departed() error {
	if s.player == nil || s.player.Left() == 0 {
		return nil
	}
	return fmt.Errorf("the replay departed from its recording: %d recorded turns were not asked for. Replay with the question, the bundle and the --model-stages of the recording, or record anew", s.player.Left())
}

// close ends a recording.
func (s *modelSetup) close() error {
	if s.file == nil {
		return nil
	}
	if err := s.file.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return fmt.Errorf("write the recording of the model: %w", err)
	}
	return nil
}

// randomnessOf makes the same invocation ids whenever the same question is recorded or
// replayed: a recorded conversation has them in it.
func randomnessOf(question superbiz.Question) io.Reader {
	return mathrand.NewChaCha8(sha256.Sum256([]byte("superbiz record-model\n" + question.Text + "\n" + string(question.Scope))))
}

func parseStages(text string) ([]string, error) {
	all := []string{stagePlanner, stageVerifier, stageComposer}
	var stages []string
	for name := range strings.SplitSeq(text, ",") {
		switch name = strings.TrimSpace(name); {
		case name == "all":
			return all, nil
		case slices.Contains(all, name):
			stages = append(stages, name)
		case name != "" && name != "executor":
			return nil, oneOf("--model-stages", name, append(all, "all")...)
		}
	}
	return stages, nil
}

// drive puts the model into a pipeline.
func (s modelSetup) drive(c *pipeline.Config) error {
	var err error
	tools := c.Tools.Tools()
	if c.Executor, err = model.New(model.Config{Model: s.model, Tools: tools, Schema: schemas.ExecutorEvidence(), Prices: s.prices}); err != nil {
		return err
	}
	c.Model, c.Prompts, c.Repairs = s.model.Name(), model.PromptVersion, s.repairs
	if s.random != nil {
		c.Random = s.random
	}
	for _, stage := range s.stages {
		switch stage {
		case stagePlanner:
			c.Prompts += "+" + planner.PromptVersion
			offered := make([]llm.Tool, len(tools))
			for i, t := range tools {
				offered[i] = llm.Tool{Name: t.Name, Description: t.Description, Schema: t.Schema}
			}
			c.Planner, err = planner.NewByModel(planner.ModelConfig{Model: s.model, Prices: s.prices, Tools: offered, Check: c.Tools.Check})
		case stageVerifier:
			c.Prompts += "+" + verifier.PromptVersion
			c.Verifier.Model, err = verifier.NewByModel(verifier.ModelConfig{Model: s.model, Prices: s.prices})
		case stageComposer:
			c.Prompts += "+" + composer.PromptVersion
			c.Composer = composer.Composer{Model: s.model, Prices: s.prices}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
