package anthropic_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/anthropic"
	"github.com/superbizagent/superbizagent/llm/llmtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newModel(t *testing.T, setup llmtest.Setup) llm.Model {
	t.Helper()
	model, err := anthropic.New(anthropic.Config{
		BaseURL: setup.URL, Model: "scripted-1", Key: setup.Key, Schema: true, Wire: setup.Wire,
	})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func TestConformance(t *testing.T) {
	t.Parallel()
	llmtest.Run(t, llmtest.Anthropic, newModel)
}
