package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/superbizagent/superbizagent/gatekeeper"
)

// Compatible is the provider of which nothing is known but that it speaks as OpenAI
// does.
const Compatible = "compatible"

func (c *Config) modelNames() []string { return slices.Sorted(maps.Keys(c.Models)) }

func (c *Config) sortedModels() []*Model {
	var out []*Model
	for _, name := range c.modelNames() {
		out = append(out, c.Models[name])
	}
	return out
}

// completeModel fills in which endpoint a model is behind, and checks it.
func (c *Config) completeModel(m *Model, providers []string) error {
	if m.ID == "" {
		m.ID = m.Name
	}
	if m.Provider == "" {
		m.Provider = m.providerOf()
	}
	if !slices.Contains(providers, m.Provider) {
		return fmt.Errorf("provider is %.80q%s", m.Provider, gatekeeper.Nearest(m.Provider, providers))
	}
	protocol := protocolOpenAI
	if m.Provider == protocolAnthropic {
		protocol = protocolAnthropic
	}
	if m.Protocol != "" && m.Protocol != protocol {
		return fmt.Errorf("protocol is %s, and the provider %s speaks %s", m.Protocol, m.Provider, protocol)
	}
	m.Protocol = protocol
	if err := m.checkAnthropic(); err != nil {
		return err
	}
	return m.Prices.check(c.From("models." + m.Name + ".prices.input"))
}

// providerOf tells the endpoint from what is said of it. One that is somewhere else
// and only speaks as OpenAI does is not taken to be OpenAI's.
func (m *Model) providerOf() string {
	switch {
	case m.Protocol == protocolAnthropic:
		return protocolAnthropic
	case m.Protocol == protocolOpenAI && m.BaseURL != "":
		return Compatible
	}
	return protocolOpenAI
}

// checkAnthropic refuses what that protocol has no place for.
func (m *Model) checkAnthropic() error {
	q := m.Quirks
	switch {
	case m.Protocol != protocolAnthropic:
		return nil
	case m.Temperature != nil:
		return errors.New("temperature is for the protocol openai")
	case q.ToolChoice != nil || q.MaxTokensField != nil || q.ParallelCalls != nil || q.StreamUsage != nil || q.WholeReply != nil || q.ReturnReasoning != nil || q.NoTools != nil:
		return errors.New("of the quirks, only format is for the protocol anthropic: none or json_schema")
	case q.Format != nil && *q.Format == "json_object":
		return errors.New("quirks.format is json_object; for the protocol anthropic it must be none, json_schema")
	}
	return nil
}

func (p Prices) check(from Source) error {
	said := p.Input != nil || p.Output != nil || p.Cached != nil || p.Currency != ""
	switch {
	case !said:
		return nil
	case !p.Known():
		return errors.New("prices need both input and output; without them the cost of a run is not known")
	case p.Currency == "" && !isOverride(from):
		return errors.New("prices need their currency, such as USD")
	}
	return nil
}

// isOverride tells a flag or a variable, where a currency need not be named.
func isOverride(from Source) bool { return from == "--model-prices" || from == "SUPERBIZ_MODEL_PRICES" }
