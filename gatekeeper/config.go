package gatekeeper

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"

	superbiz "github.com/superbizagent/superbizagent"
)

// Config is what a configuration may say of a catalogue. It is metadata: it can
// switch a rule off, change its severity and set its numbers, and nothing else.
type Config struct {
	Rules map[string]RuleConfig `yaml:"rules"`
}

// RuleConfig is what a configuration may say of one rule; absent means default.
type RuleConfig struct {
	Enabled  *bool              `yaml:"enabled"`
	Severity superbiz.Severity  `yaml:"severity"`
	Params   map[string]float64 `yaml:"params"`
}

// ParseConfig reads a YAML configuration. An unknown field, and a second document,
// are errors. Empty text is an empty configuration.
func ParseConfig(text []byte) (Config, error) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc yaml.Node
	if err := dec.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return Config{}, fmt.Errorf("read rule configuration: %.300s", err.Error()) // it quotes the file
	}
	cfg, err := configOf(doc)
	if err != nil {
		return Config{}, fmt.Errorf("read rule configuration: %w", err)
	}
	if err := dec.Decode(new(any)); !errors.Is(err, io.EOF) {
		return Config{}, errors.New("read rule configuration: more than one YAML document")
	}
	return cfg, nil
}

func configOf(doc yaml.Node) (Config, error) {
	var cfg Config
	if len(doc.Content) == 0 {
		return cfg, nil
	}
	if err := checkFields(doc.Content[0]); err != nil {
		return Config{}, err
	}
	if err := doc.Decode(&cfg); err != nil {
		return Config{}, fmt.Errorf("%.300s", err.Error()) // it quotes the file
	}
	return cfg, nil
}
