// Package anthropic speaks to models behind Anthropic's messages API, always in a
// stream. What the model may call are our tools only; it is not asked to think aloud.
package anthropic

import (
	"context"
	"errors"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/wire"
)

// BaseURL is the vendor's own endpoint.
const BaseURL = "https://api.anthropic.com"

// KeyEnv is the environment variable that holds the key by custom.
const KeyEnv = "ANTHROPIC_API_KEY"

// Config names a model.
type Config struct {
	BaseURL       string // "" is BaseURL
	Model         string // as the endpoint knows it
	Key           llm.Secret
	MaxTokens     int  // of a reply whose request does not say; 0 is 8192
	ContextTokens int  // of a whole conversation; 0 is 200000
	Schema        bool // the model can hold its text to a JSON Schema: newer ones can, to a part of it
	Wire          wire.Config
}

// Model is a model behind that API. It is safe for concurrent use.
type Model struct {
	config Config
	wire   *wire.Client
}

// New returns the model that a configuration names. It asks nothing of the endpoint.
func New(config Config) (*Model, error) {
	if config.BaseURL == "" {
		config.BaseURL = BaseURL
	}
	if err := wire.CheckBaseURL(config.BaseURL); err != nil {
		return nil, err
	}
	switch {
	case config.Model == "":
		return nil, errors.New("no language model is named")
	case config.Key.Reveal() == "":
		return nil, errors.New("the Anthropic API wants a key, and none is given")
	case config.MaxTokens < 0 || config.ContextTokens < 0:
		return nil, errors.New("a number of tokens of the language model is negative")
	}
	if config.MaxTokens == 0 {
		config.MaxTokens = 8192
	}
	if config.ContextTokens == 0 {
		config.ContextTokens = 200_000
	}
	client, err := wire.New(config.Wire, config.Key)
	if err != nil {
		return nil, err
	}
	return &Model{config: config, wire: client}, nil
}

// Name returns the model's name.
func (m *Model) Name() string { return m.config.Model }

// Features says what the endpoint can be asked for.
func (m *Model) Features() llm.Features {
	return llm.Features{Tools: true, ForcedTool: true, Schema: m.config.Schema, ContextTokens: m.config.ContextTokens}
}

// Chat sends a conversation and returns the whole reply.
func (m *Model) Chat(ctx context.Context, request llm.Request) (llm.Reply, error) {
	body := m.request(request)
	return m.wire.Chat(ctx, func(ctx context.Context, exchange *wire.Exchange) (llm.Reply, error) {
		client := m.client(exchange)
		stream := client.Messages.NewStreaming(ctx, body)
		defer func() { _ = stream.Close() }()
		var growing assembly
		for stream.Next() {
			if err := growing.add(stream.Current()); err != nil {
				return llm.Reply{}, growing.fault(err)
			}
		}
		if err := stream.Err(); err != nil {
			return llm.Reply{}, growing.fault(err)
		}
		return growing.reply()
	})
}

// client returns the vendor's client for one exchange. It reads nothing from the
// environment, tries once, and reports to nobody: that is for us to do.
func (m *Model) client(exchange *wire.Exchange) sdk.Client {
	return sdk.NewClient(
		option.WithoutEnvironmentDefaults(),
		option.WithoutOpenTelemetry(),
		option.WithMaxRetries(0),
		option.WithBaseURL(m.config.BaseURL),
		option.WithAPIKey(m.config.Key.Reveal()),
		option.WithHTTPClient(exchange),
		option.WithHeader("Accept", "text/event-stream"),
	)
}
