// Package config reads what superbiz is told to use: one YAML file, the environment
// over it, flags over both. Every setting remembers where it came from.
//
// It is a table of settings (table.go) over plain structs. No library merges the
// sources: those that do work on maps, and a map has forgotten the line of the file
// that a message must name, and which source a value had.
package config

import (
	"maps"
	"slices"
	"time"
)

// Config is the effective configuration. Where a setting is its zero value, the part
// that it belongs to takes its own default.
type Config struct {
	Database string
	Rules    string // a file for the Gatekeeper's catalogue
	Runbooks string // a folder of Markdown files
	Bundle   string // the saved incident that is asked about
	Executor string // analyst, model or recorded
	Repairs  int    // how often the gate's findings go back to a model
	Budget   Budget
	Limits   Limits
	Stages   Stages
	Models   map[string]*Model

	sources map[string]Source
}

// Budget bounds one run.
type Budget struct {
	ToolCalls int
	Wall      time.Duration
	Rounds    int
	Tokens    int
}

// Limits bounds what a bundle may hold, unpacked.
type Limits struct {
	Files     int
	FileMiB   int
	BundleMiB int
}

// Stages names the model that serves each stage; "" is none.
type Stages struct {
	Planner  string
	Executor string
	Verifier string
	Composer string
}

// names returns the places of the stages' models, by the name of the stage.
func (s *Stages) names() map[string]*string {
	return map[string]*string{
		StagePlanner: &s.Planner, StageExecutor: &s.Executor, StageVerifier: &s.Verifier, StageComposer: &s.Composer,
	}
}

// StagesOf returns the stages that a model serves, sorted.
func (c *Config) StagesOf(model string) []string {
	var out []string
	for stage, name := range c.Stages.names() {
		if *name == model {
			out = append(out, stage)
		}
	}
	slices.Sort(out)
	return out
}

// The stages that a model can serve.
const (
	StagePlanner  = "planner"
	StageExecutor = "executor"
	StageVerifier = "verifier"
	StageComposer = "composer"
)

// Model is one language model at one endpoint.
type Model struct {
	Name          string // in the configuration
	ID            string // as the endpoint knows it; Name where nothing is said
	Protocol      string // openai or anthropic
	Provider      string // a known endpoint, or compatible
	BaseURL       string
	KeyEnv        string // the name of the environment variable with the key
	ContextTokens int
	ReplyTokens   int
	Temperature   *float64 // nil leaves it to the endpoint
	Timeouts      Timeouts
	Attempts      int // in all, where an endpoint is busy or down
	Quirks        Quirks
	Prices        Prices
}

// Timeouts bounds one attempt to have a reply.
type Timeouts struct {
	Attempt time.Duration
	Idle    time.Duration
}

// Quirks says where an endpoint differs from what is known of it; nil is as known.
type Quirks struct {
	Format          *string
	ToolChoice      *string
	MaxTokensField  *string
	ParallelCalls   *bool
	StreamUsage     *bool
	WholeReply      *bool
	ReturnReasoning *bool
	NoTools         *bool
}

// Prices are what a million tokens cost. Nil is not known.
type Prices struct {
	Currency string
	Input    *float64
	Cached   *float64 // nil is as Input
	Output   *float64
}

// Known tells whether a cost can be told by them.
func (p Prices) Known() bool { return p.Input != nil && p.Output != nil }

// Source says where a value came from: "default", "flag --db", "environment
// SUPERBIZ_DB", or "superbiz.yaml:3".
type Source string

// Default is the source of what nobody has set.
const Default Source = "default"

// Setting is one effective value, as it is shown to a person.
type Setting struct {
	Path  string
	Value string // "" where the part that it belongs to decides
	From  Source
}

// Settings returns all of the configuration in the order of the table, models by
// name. No value is a secret: the file may hold none.
func (c *Config) Settings() []Setting {
	out := settingsOf(c, "", general(), c)
	for _, name := range slices.Sorted(maps.Keys(c.Models)) {
		out = append(out, settingsOf(c, "models."+name+".", ofModel(), c.Models[name])...)
	}
	return out
}

func settingsOf[T any](c *Config, prefix string, table []field[T], owner *T) []Setting {
	var out []Setting
	for _, f := range table {
		out = append(out, Setting{Path: prefix + f.name, Value: f.show(owner), From: c.From(prefix + f.name)})
	}
	return out
}

// From returns where a setting came from.
func (c *Config) From(path string) Source {
	if source, ok := c.sources[path]; ok {
		return source
	}
	return Default
}
