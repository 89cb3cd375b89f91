package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/anthropic"
	"github.com/superbizagent/superbizagent/llm/openai"
)

// modelFlags name a language model. What a flag leaves open is taken from the
// environment.
type modelFlags struct {
	provider string
	model    string
	baseURL  string
	keyEnv   string
	prices   string
	stages   string
	repairs  int
	replay   string // a recording to play instead of asking
	record   string // a file to record to
}

func addModelFlags(f *pflag.FlagSet, m *modelFlags) {
	f.StringVar(&m.model, "model", "", "`name` of the language model, as its endpoint knows it; else SUPERBIZ_MODEL")
	f.StringVar(&m.provider, "model-provider", "", "`name` of the endpoint: "+strings.Join(providers(), ", ")+"; else SUPERBIZ_MODEL_PROVIDER, else openai")
	f.StringVar(&m.baseURL, "model-base-url", "", "`URL` of the endpoint, where it is not the provider's own; else SUPERBIZ_MODEL_BASE_URL")
	f.StringVar(&m.keyEnv, "model-key-env", "", "environment `variable` that holds the key; else SUPERBIZ_MODEL_KEY_ENV, else the provider's own")
	f.StringVar(&m.prices, "model-prices", "", "what a million tokens cost, `PROMPT,COMPLETION[,CACHED]`; else SUPERBIZ_MODEL_PRICES")
	f.StringVar(&m.stages, "model-stages", "", "what the model does beside investigating: planner, verifier, composer, or all, with `commas`; else SUPERBIZ_MODEL_STAGES")
	f.IntVar(&m.repairs, "repairs", 2, "how often the gate's findings go back to the model")
}

// compatible is the provider of which nothing is known but that it speaks as OpenAI
// does.
const compatible = "compatible"

func providers() []string {
	names := []string{"anthropic"}
	for _, e := range openai.Endpoints() {
		names = append(names, e.Name)
	}
	return append(names, compatible)
}

// fromEnvironment fills in what the flags leave open.
func (m modelFlags) fromEnvironment(p process) modelFlags {
	for variable, value := range map[string]*string{
		"SUPERBIZ_MODEL": &m.model, "SUPERBIZ_MODEL_PROVIDER": &m.provider, "SUPERBIZ_MODEL_BASE_URL": &m.baseURL,
		"SUPERBIZ_MODEL_KEY_ENV": &m.keyEnv, "SUPERBIZ_MODEL_PRICES": &m.prices, "SUPERBIZ_MODEL_STAGES": &m.stages,
	} {
		if *value == "" {
			*value = p.getenv(variable)
		}
	}
	if m.provider == "" {
		m.provider = "openai"
	}
	return m
}

// open returns the model that is configured, and its key. It asks nothing of it.
func (m modelFlags) open(p process) (llm.Model, llm.Secret, error) {
	if m.model == "" {
		return nil, llm.Secret{}, errors.New("no language model is named: give --model NAME, or set SUPERBIZ_MODEL")
	}
	if m.provider == "anthropic" {
		return m.openAnthropic(p)
	}
	endpoint, known := openai.LookupEndpoint(m.provider)
	if !known && m.provider != compatible {
		return nil, llm.Secret{}, oneOf("--model-provider", m.provider, providers()...)
	}
	if m.baseURL != "" {
		endpoint.BaseURL = m.baseURL
	}
	key, err := m.key(p, endpoint.KeyEnv)
	if err != nil {
		return nil, key, err
	}
	model, err := openai.New(openai.Config{Endpoint: endpoint, Model: m.model, Key: key})
	if err != nil {
		return nil, key, fmt.Errorf("configure %s: %w", m.provider, err)
	}
	return model, key, nil
}

func (m modelFlags) openAnthropic(p process) (llm.Model, llm.Secret, error) {
	key, err := m.key(p, anthropic.KeyEnv)
	if err != nil {
		return nil, key, err
	}
	model, err := anthropic.New(anthropic.Config{BaseURL: m.baseURL, Model: m.model, Key: key})
	if err != nil {
		return nil, key, fmt.Errorf("configure anthropic: %w", err)
	}
	return model, key, nil
}

// key is read from the environment alone: what stands on a command line, others see.
func (m modelFlags) key(p process, custom string) (llm.Secret, error) {
	name := m.keyEnv
	if name == "" {
		name = custom
	}
	return llm.SecretFromEnv(func(name string) (string, bool) {
		value := p.getenv(name)
		return value, value != ""
	}, name)
}

// parsePrices reads PROMPT,COMPLETION[,CACHED].
func parsePrices(text string) (llm.Prices, error) {
	if text == "" {
		return llm.Prices{}, nil
	}
	parts := strings.Split(text, ",")
	if len(parts) != 2 && len(parts) != 3 {
		return llm.Prices{}, fmt.Errorf("the prices are %q; they are PROMPT,COMPLETION or PROMPT,COMPLETION,CACHED, of a million tokens", text)
	}
	prices := make([]float64, 3)
	for i, part := range parts {
		value, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || value < 0 || math.IsInf(value, 0) || math.IsNaN(value) {
			return llm.Prices{}, fmt.Errorf("the prices are %q, and %q is no price", text, part)
		}
		prices[i] = value
	}
	if len(parts) == 2 {
		prices[2] = prices[0]
	}
	return llm.Prices{Known: true, Prompt: prices[0], Completion: prices[1], Cached: prices[2]}, nil
}
