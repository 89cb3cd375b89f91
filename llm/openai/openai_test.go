package openai_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/llmtest"
	"github.com/superbizagent/superbizagent/llm/openai"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func known(t *testing.T, name string) openai.Endpoint {
	t.Helper()
	endpoint, ok := openai.LookupEndpoint(name)
	if !ok {
		t.Fatalf("no endpoint is called %s", name)
	}
	return endpoint
}

func newModel(t *testing.T, endpoint openai.Endpoint, setup llmtest.Setup) *openai.Model {
	t.Helper()
	endpoint.BaseURL = setup.URL
	model, err := openai.New(openai.Config{Endpoint: endpoint, Model: "scripted-1", Key: setup.Key, Wire: setup.Wire})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// TestConformance runs over every known endpoint, since each has its quirks.
func TestConformance(t *testing.T) {
	t.Parallel()
	for _, endpoint := range openai.Endpoints() {
		t.Run(endpoint.Name, func(t *testing.T) {
			t.Parallel()
			llmtest.Run(t, llmtest.OpenAI, func(t *testing.T, setup llmtest.Setup) llm.Model {
				t.Helper()
				return newModel(t, endpoint, setup)
			})
		})
	}
	t.Run("in one piece", func(t *testing.T) {
		t.Parallel()
		llmtest.Run(t, llmtest.OpenAI, func(t *testing.T, setup llmtest.Setup) llm.Model {
			t.Helper()
			endpoint := known(t, "vllm")
			endpoint.Quirks.WholeReply = true
			return newModel(t, endpoint, setup)
		})
	})
}
