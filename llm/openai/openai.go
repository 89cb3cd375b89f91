// Package openai speaks to every endpoint that understands OpenAI's chat completions:
// OpenAI itself, DashScope (Qwen), DeepSeek, vLLM, Ollama. Where they differ is data:
// see Quirks.
package openai

import (
	"context"
	"errors"
	"fmt"

	sdk "github.com/sashabaranov/go-openai"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/wire"
)

// Config names a model.
type Config struct {
	Endpoint      Endpoint
	Model         string     // as the endpoint knows it
	Key           llm.Secret // the zero value sends none
	MaxTokens     int        // of a reply whose request does not say; 0 is 8192
	ContextTokens int        // of a whole conversation, as far as it is known
	Temperature   float32    // 0 leaves it to the endpoint
	Wire          wire.Config
}

// Model is a model behind such an endpoint. It is safe for concurrent use.
type Model struct {
	config Config
	wire   *wire.Client
}

// New returns the model that a configuration names. It asks nothing of the endpoint.
func New(config Config) (*Model, error) {
	if config.Model == "" {
		return nil, errors.New("no language model is named")
	}
	if err := wire.CheckBaseURL(config.Endpoint.BaseURL); err != nil {
		return nil, err
	}
	if err := config.Endpoint.Quirks.check(); err != nil {
		return nil, err
	}
	if config.MaxTokens < 0 || config.ContextTokens < 0 {
		return nil, errors.New("a number of tokens of the language model is negative")
	}
	if config.MaxTokens == 0 {
		config.MaxTokens = 8192
	}
	client, err := wire.New(config.Wire, config.Key)
	if err != nil {
		return nil, err
	}
	return &Model{config: config, wire: client}, nil
}

func (q Quirks) check() error {
	switch q.Format {
	case FormatNone, FormatObject, FormatSchema:
	default:
		return fmt.Errorf("the format of a language model's endpoint must be json_object, json_schema or empty: %q", q.Format)
	}
	switch q.Choice {
	case ChoiceAuto, ChoiceRequired, ChoiceNamed:
	default:
		return fmt.Errorf("the tool choice of a language model's endpoint must be named, required or empty: %q", q.Choice)
	}
	switch q.MaxTokens {
	case "", "max_tokens", "max_completion_tokens":
		return nil
	}
	return fmt.Errorf("the field for the length of a reply must be max_tokens or max_completion_tokens: %q", q.MaxTokens)
}

// Name returns the model's name.
func (m *Model) Name() string { return m.config.Model }

// Features says what the endpoint can be asked for.
func (m *Model) Features() llm.Features {
	quirks := m.config.Endpoint.Quirks
	return llm.Features{
		Tools:         !quirks.NoTools,
		ForcedTool:    !quirks.NoTools && quirks.Choice != ChoiceAuto,
		Schema:        quirks.Format == FormatSchema,
		ContextTokens: m.config.ContextTokens,
	}
}

// Chat sends a conversation and returns the whole reply.
func (m *Model) Chat(ctx context.Context, request llm.Request) (llm.Reply, error) {
	body := m.request(request)
	return m.wire.Chat(ctx, func(ctx context.Context, exchange *wire.Exchange) (llm.Reply, error) {
		client := m.client(exchange)
		if m.config.Endpoint.Quirks.WholeReply {
			return whole(ctx, client, body)
		}
		return streamed(ctx, client, body)
	})
}

// client returns the vendor's client for one exchange: it is a few fields.
func (m *Model) client(exchange *wire.Exchange) *sdk.Client {
	config := sdk.DefaultConfig(m.config.Key.Reveal())
	config.BaseURL = m.config.Endpoint.BaseURL
	config.HTTPClient = exchange
	config.EmptyMessagesLimit = manyEmptyLines
	return sdk.NewClientWithConfig(config)
}

// manyEmptyLines is how many lines without data may come in a row: endpoints send
// them for minutes to keep a connection open. Time and size are bounded elsewhere.
const manyEmptyLines = 1 << 20
