package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/pflag"

	"github.com/superbizagent/superbizagent/config"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/anthropic"
	"github.com/superbizagent/superbizagent/llm/openai"
	"github.com/superbizagent/superbizagent/llm/wire"
)

// addModelFlags names the model that investigates, or what of it is to be another than
// configured. They are read with the configuration.
func addModelFlags(f *pflag.FlagSet) {
	f.String("model", "", "`name` of the language model: one of the configuration, or as its endpoint knows it; else SUPERBIZ_MODEL, else stages.executor")
	f.String("model-provider", "", "`name` of the endpoint: "+strings.Join(providers(), ", ")+"; else SUPERBIZ_MODEL_PROVIDER, else openai")
	f.String("model-base-url", "", "`URL` of the endpoint, where it is not the provider's own; else SUPERBIZ_MODEL_BASE_URL")
	f.String("model-key-env", "", "environment `variable` that holds the key; else SUPERBIZ_MODEL_KEY_ENV, else the provider's own")
	f.String("model-prices", "", "what a million tokens cost, `PROMPT,COMPLETION[,CACHED]`; else SUPERBIZ_MODEL_PRICES")
	f.String("model-stages", "", "what the model does beside investigating: planner, verifier, composer, or all, with `commas`; else SUPERBIZ_MODEL_STAGES")
	f.Int("repairs", 2, "how often the gate's findings go back to the model")
}

func providers() []string {
	names := []string{"anthropic"}
	for _, e := range openai.Endpoints() {
		names = append(names, e.Name)
	}
	return append(names, config.Compatible)
}

// openModel returns a model that is configured, and its key. It asks nothing of it.
func openModel(p process, m *config.Model) (llm.Model, llm.Secret, error) {
	key, err := keyOf(p, m)
	if err != nil {
		return nil, key, fmt.Errorf("model %s: %w", m.Name, err)
	}
	var opened llm.Model
	if m.Protocol == "anthropic" {
		opened, err = openAnthropic(m, key)
	} else {
		opened, err = openai.New(openai.Config{
			Endpoint: endpointOf(m), Model: m.ID, Key: key, Wire: wireOf(m),
			MaxTokens: m.ReplyTokens, ContextTokens: m.ContextTokens, Temperature: temperatureOf(m),
		})
	}
	if err != nil {
		return nil, key, fmt.Errorf("model %s: configure %s: %w", m.Name, m.Provider, err)
	}
	return opened, key, nil
}

func openAnthropic(m *config.Model, key llm.Secret) (llm.Model, error) {
	return anthropic.New(anthropic.Config{
		BaseURL: m.BaseURL, Model: m.ID, Key: key, Wire: wireOf(m),
		MaxTokens: m.ReplyTokens, ContextTokens: m.ContextTokens, Schema: orZero(m.Quirks.Format) == string(openai.FormatSchema),
	})
}

// keyOf reads the key from the environment alone: what stands in a file or on a
// command line, others see.
func keyOf(p process, m *config.Model) (llm.Secret, error) {
	return llm.SecretFromEnv(func(name string) (string, bool) {
		value := p.getenv(name)
		return value, value != ""
	}, keyVariable(m))
}

// keyVariable names the variable with the key; "" is none.
func keyVariable(m *config.Model) string {
	switch {
	case m.KeyEnv != "":
		return m.KeyEnv
	case m.Protocol == "anthropic":
		return anthropic.KeyEnv
	}
	endpoint, _ := openai.LookupEndpoint(m.Provider)
	return endpoint.KeyEnv
}

// endpointOf is what is known of an endpoint, and over it what is configured.
func endpointOf(m *config.Model) openai.Endpoint {
	e, _ := openai.LookupEndpoint(m.Provider) // the zero value is that of a compatible one
	if m.BaseURL != "" {
		e.BaseURL = m.BaseURL
	}
	q, set := &e.Quirks, m.Quirks
	if set.Format != nil {
		q.Format = openai.Format(strings.Replace(*set.Format, "none", "", 1))
	}
	if set.ToolChoice != nil {
		q.Choice = openai.Choice(strings.Replace(*set.ToolChoice, "auto", "", 1))
	}
	q.MaxTokens = or(set.MaxTokensField, q.MaxTokens)
	q.ParallelCalls = or(set.ParallelCalls, q.ParallelCalls)
	q.StreamUsage = or(set.StreamUsage, q.StreamUsage)
	q.WholeReply = or(set.WholeReply, q.WholeReply)
	q.ReturnReasoning = or(set.ReturnReasoning, q.ReturnReasoning)
	q.NoTools = or(set.NoTools, q.NoTools)
	return e
}

func wireOf(m *config.Model) wire.Config {
	return wire.Config{Attempt: m.Timeouts.Attempt, Idle: m.Timeouts.Idle, Retry: wire.Retry{Attempts: m.Attempts}}
}

// temperatureOf returns a temperature as the protocol's client takes it: there, 0
// leaves it to the endpoint.
func temperatureOf(m *config.Model) float32 {
	switch t := m.Temperature; {
	case t == nil:
		return 0
	case *t == 0:
		return math.SmallestNonzeroFloat32
	default:
		return float32(*t)
	}
}

func pricesOf(m *config.Model) llm.Prices {
	p := m.Prices
	if !p.Known() {
		return llm.Prices{}
	}
	return llm.Prices{Known: true, Currency: p.Currency, Prompt: *p.Input, Completion: *p.Output, Cached: or(p.Cached, *p.Input)}
}

// errNoModel says how a model is named.
func errNoModel() error {
	return errors.New("no language model is named: give --model NAME, or set SUPERBIZ_MODEL, or stages.executor in " + configFile)
}

// or returns a value that may be nil, or else another.
func or[V any](value *V, other V) V {
	if value == nil {
		return other
	}
	return *value
}

func orZero[V any](value *V) V {
	var zero V
	return or(value, zero)
}
