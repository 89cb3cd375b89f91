package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/superbizagent/superbizagent/gatekeeper"
)

// Input is what a configuration is made of, the weakest first.
type Input struct {
	File   string // the name of the file, "" where there is none
	Text   []byte // what it holds
	Getenv func(string) string
	Flags  []Flag

	// Providers are the endpoints that are known.
	Providers []string
	// Standby is the model that serves where a stage is asked for and no model is
	// named, as in a replay; "" is none.
	Standby string
}

// Flag is one that was given. Its path is that of the setting; of the model that
// investigates it is "model" for its name, "model.base_url" and the like for its
// settings, "model.prices" and "model.stages".
type Flag struct {
	Path  string
	Name  string // with its dashes
	Value string
}

// Load makes the configuration, and reports all that is wrong with a file at once.
func Load(in Input) (*Config, error) {
	c := byDefault()
	f := &file{config: c, name: in.File}
	if err := f.read(in.Text); err != nil {
		return nil, err
	}
	c.resolvePaths(in.File)
	if err := override(c, in, general(), c, "", ""); err != nil {
		return nil, err
	}
	c.chooseExecutor()
	if err := c.overrideModel(in); err != nil {
		return nil, err
	}
	return c, c.complete(in)
}

func byDefault() *Config {
	return &Config{
		Executor: "analyst",
		Repairs:  2,
		Budget:   Budget{ToolCalls: 200, Wall: 10 * time.Minute, Rounds: 30, Tokens: 1_000_000},
		Limits:   Limits{Files: 20_000, FileMiB: 64, BundleMiB: 256},
		Models:   map[string]*Model{},
		sources:  map[string]Source{},
	}
}

// resolvePaths makes the paths of the file those below its folder.
func (c *Config) resolvePaths(file string) {
	for name, path := range map[string]*string{"database": &c.Database, "rules": &c.Rules, "runbooks": &c.Runbooks, "bundle": &c.Bundle} {
		if c.From(name) != Default && !filepath.IsAbs(*path) && !strings.Contains(*path, "://") {
			*path = filepath.Join(filepath.Dir(file), *path)
		}
	}
}

// override sets what the environment or a flag says over the file.
func override[T any](c *Config, in Input, table []field[T], owner *T, flags, prefix string) error {
	for _, f := range table {
		value, source := in.over(flags+f.name, f.env)
		if source == "" {
			continue
		}
		if !f.set(owner, value) {
			return fmt.Errorf("%s is %s; it may be %s", source, shown(f.name, value), f.want)
		}
		c.sources[prefix+f.name] = source
	}
	return nil
}

// over returns what a flag, or else the environment, says of a setting.
func (in Input) over(path, env string) (string, Source) {
	for _, f := range in.Flags {
		if f.Path == path {
			return f.Value, Source(f.Name)
		}
	}
	if env != "" && in.Getenv(env) != "" {
		return in.Getenv(env), Source(env)
	}
	return "", ""
}

// chooseExecutor lets a model investigate where the configuration gives it that stage:
// who writes so wants it.
func (c *Config) chooseExecutor() {
	if c.From("executor") == Default && c.Stages.Executor != "" {
		c.Executor = "model"
		c.sources["executor"] = c.From("stages.executor")
	}
}

// overrideModel sets what flags and environment say of the model that investigates.
// One that the file does not name is made of them alone.
func (c *Config) overrideModel(in Input) error {
	if name, source := in.over("model", "SUPERBIZ_MODEL"); source != "" {
		c.name(name, source)
	} else if c.Stages.Executor == "" && in.Standby != "" {
		c.name(in.Standby, Default)
	}
	m := c.Models[c.Stages.Executor]
	if m == nil {
		return nil
	}
	prefix := "models." + m.Name + "."
	if err := override(c, in, ofModel(), m, "model.", prefix); err != nil {
		return err
	}
	if err := c.overridePrices(in, m, prefix); err != nil {
		return err
	}
	return c.overrideStages(in, m)
}

func (c *Config) name(model string, source Source) {
	if c.Models[model] == nil {
		c.Models[model] = &Model{Name: model}
		c.sources["models."+model] = source
	}
	c.Stages.Executor = model
	c.sources["stages.executor"] = source
}

func (c *Config) overridePrices(in Input, m *Model, prefix string) error {
	value, source := in.over("model.prices", "SUPERBIZ_MODEL_PRICES")
	if source == "" {
		return nil
	}
	var prices [3]*float64
	parts := strings.Split(value, ",")
	if len(parts) != 2 && len(parts) != 3 {
		return fmt.Errorf("%s is %s; it must be PROMPT,COMPLETION or PROMPT,COMPLETION,CACHED, of a million tokens", source, shown("", value))
	}
	for i, part := range parts {
		n, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(n >= 0 && n <= maxPrice) {
			return fmt.Errorf("%s is %s, and %s is no price", source, shown("", value), shown("", part))
		}
		prices[i] = &n
	}
	m.Prices.Input, m.Prices.Output, m.Prices.Cached = prices[0], prices[1], prices[2]
	for _, name := range []string{"prices.input", "prices.output", "prices.cached_input"} {
		c.sources[prefix+name] = source
	}
	return nil
}

// overrideStages gives stages to the model that investigates: "planner,verifier".
func (c *Config) overrideStages(in Input, m *Model) error {
	value, source := in.over("model.stages", "SUPERBIZ_MODEL_STAGES")
	all := []string{StagePlanner, StageVerifier, StageComposer}
	for name := range strings.SplitSeq(value, ",") {
		stages := []string{strings.TrimSpace(name)}
		switch {
		case stages[0] == "" || stages[0] == StageExecutor:
			continue
		case stages[0] == "all":
			stages = all
		case !slices.Contains(all, stages[0]):
			return fmt.Errorf("%s is %s; it may be %s, or all", source, shown("", stages[0]), strings.Join(all, ", "))
		}
		for _, stage := range stages {
			*c.Stages.names()[stage] = m.Name
			c.sources["stages."+stage] = source
		}
	}
	return nil
}

// complete fills in what follows from the rest, and checks what belongs together.
func (c *Config) complete(in Input) error {
	var faults []error
	for _, m := range c.sortedModels() {
		if err := c.completeModel(m, in.Providers); err != nil {
			faults = append(faults, fmt.Errorf("%s: models.%s: %w", c.From("models."+m.Name), m.Name, err))
		}
	}
	faults = append(faults, c.checkStages(), c.checkCurrencies())
	return errors.Join(faults...)
}

func (c *Config) checkStages() error {
	var faults []error
	for _, stage := range []string{StagePlanner, StageExecutor, StageVerifier, StageComposer} {
		name := *c.Stages.names()[stage]
		if name != "" && c.Models[name] == nil {
			faults = append(faults, fmt.Errorf("%s: stages.%s names the model %.80q, which is not among the models%s",
				c.From("stages."+stage), stage, name, c.nearestModel(name)))
		}
	}
	return errors.Join(faults...)
}

func (c *Config) nearestModel(name string) string {
	if len(c.Models) == 0 {
		return ": there are none"
	}
	return gatekeeper.Nearest(name, c.modelNames())
}

// checkCurrencies sees to it that what a run costs can be told in one sum.
func (c *Config) checkCurrencies() error {
	first := ""
	for _, stage := range []string{StagePlanner, StageExecutor, StageVerifier, StageComposer} {
		m := c.Models[*c.Stages.names()[stage]]
		if m == nil || !m.Prices.Known() {
			continue
		}
		if first != "" && c.Models[first].Prices.Currency != m.Prices.Currency {
			return fmt.Errorf("the prices of the models %s and %s, which serve one diagnosis, are in %s and %s: what it costs is told in one currency",
				first, m.Name, orNone(c.Models[first].Prices.Currency), orNone(m.Prices.Currency))
		}
		first = m.Name
	}
	return nil
}

func orNone(currency string) string {
	if currency == "" {
		return "none that is named"
	}
	return currency
}
