package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/replay"
)

// modelSetup is which language model serves which stage, ready to be asked. The zero
// value is none.
type modelSetup struct {
	stages  map[string]stageModel // by the names of the stages in the configuration
	repairs int
	random  io.Reader      // nil: the pipeline's own
	file    *os.File       // the recording that is written, or nil
	player  *replay.Player // the recording that is played, or nil
}

type stageModel struct {
	model  llm.Model
	prices llm.Prices
}

// recording names the files of a recording: one to play instead of asking, or one to
// record to.
type recording struct {
	replay string
	record string
}

// setUpModels opens the models that serve the stages of a diagnosis, or the recording
// of one.
func setUpModels(p process, c *config.Config, tape recording, question superbiz.Question) (modelSetup, error) {
	s := modelSetup{repairs: c.Repairs, stages: map[string]stageModel{}}
	if tape.replay != "" && c.Executor != string(superbiz.ExecutorModel) {
		return s, errors.New("--model-replay is for --executor model")
	}
	serving, err := servingModels(c)
	if err != nil {
		return s, err
	}
	if tape != (recording{}) {
		s.random = randomnessOf(question)
		return s, s.openTape(p, tape, serving)
	}
	opened := map[string]llm.Model{}
	for stage, m := range serving {
		if opened[m.Name] == nil {
			if opened[m.Name], _, err = openModel(p, m); err != nil {
				return s, err
			}
		}
		s.stages[stage] = stageModel{opened[m.Name], pricesOf(m)}
	}
	return s, nil
}

// servingModels returns the model of each stage that a model serves in a diagnosis.
func servingModels(c *config.Config) (map[string]*config.Model, error) {
	serving := map[string]*config.Model{}
	for stage, name := range map[string]string{
		config.StagePlanner: c.Stages.Planner, config.StageVerifier: c.Stages.Verifier, config.StageComposer: c.Stages.Composer,
	} {
		if name != "" {
			serving[stage] = c.Models[name]
		}
	}
	if c.Executor == string(superbiz.ExecutorModel) {
		if c.Stages.Executor == "" {
			return nil, errNoModel()
		}
		serving[config.StageExecutor] = c.Models[c.Stages.Executor]
	}
	return serving, nil
}

// name tells the models in the trace: the one that investigates, and each other one
// with its stage.
func (s *modelSetup) name() string {
	name := ""
	if m, ok := s.stages[config.StageExecutor]; ok {
		name = m.model.Name()
	}
	for _, stage := range []string{config.StagePlanner, config.StageVerifier, config.StageComposer} {
		m, ok := s.stages[stage]
		switch {
		case !ok || m.model.Name() == name:
		case name == "":
			name = stage + " " + m.model.Name()
		default:
			name += ", " + stage + " " + m.model.Name()
		}
	}
	return name
}

// departed says whether a replay did not ask for all that was recorded: then it is
// none. What a stage other than the executor does not find, it does without.
func (s *modelSetup) departed() error {
	if s.player == nil || s.player.Left() == 0 {
		return nil
	}
	return fmt.Errorf("the replay departed from its recording: %d recorded turns were not asked for. Replay with the question, the bundle, the runbooks and the stages of the recording, or record anew", s.player.Left())
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
