package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"os"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/llm/replay"
)

// openTape opens a recording, to play it or to make it. It is of one model: what two
// said would be mixed in it.
func (s *modelSetup) openTape(p process, tape recording, serving map[string]*config.Model) error {
	asked := serving[config.StageExecutor]
	if asked == nil {
		return errors.New("a recording is of a model that investigates: give --executor model")
	}
	for stage, m := range serving {
		if m.Name != asked.Name {
			return fmt.Errorf("a recording is of one model, and the stage %s is served by %s, the executor by %s: give --model NAME --model-stages STAGES", stage, m.Name, asked.Name)
		}
	}
	one := stageModel{prices: pricesOf(asked)}
	var err error
	if tape.replay != "" {
		s.player, err = loadTape(tape.replay)
		one.model = s.player
	} else {
		err = s.record(p, &one, asked, tape.record)
	}
	if err != nil {
		return err
	}
	for stage := range serving {
		s.stages[stage] = one
	}
	return nil
}

func (s *modelSetup) record(p process, one *stageModel, asked *config.Model, path string) error {
	opened, key, err := openModel(p, asked)
	if err != nil {
		return err
	}
	if s.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return fmt.Errorf("record the model: %w", err)
	}
	if one.model, err = replay.NewRecorder(opened, s.file, key); err != nil {
		return errors.Join(err, s.close())
	}
	return nil
}

func loadTape(path string) (*replay.Player, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("replay a model: %w", err)
	}
	defer closeQuietly(file)
	player, err := replay.Load(file)
	if err != nil {
		return nil, fmt.Errorf("replay %s: %w", path, err)
	}
	return player, nil
}

// randomnessOf makes the same invocation ids whenever the same question is recorded or
// replayed: a recorded conversation has them in it.
func randomnessOf(question superbiz.Question) io.Reader {
	return mathrand.NewChaCha8(sha256.Sum256([]byte("superbiz record-model\n" + question.Text + "\n" + string(question.Scope))))
}
