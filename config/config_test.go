package config_test

import (
	"strings"
	"testing"
	"time"

	"github.com/superbizagent/superbizagent/config"
)

// load makes a configuration of a file, an environment and flags.
func load(t *testing.T, text string, environment map[string]string, flags ...config.Flag) (*config.Config, error) {
	t.Helper()
	return config.Load(config.Input{
		File: "conf/superbiz.yaml", Text: []byte(text), Flags: flags,
		Getenv:    func(name string) string { return environment[name] },
		Providers: []string{"anthropic", "openai", "dashscope", "compatible"},
	})
}

const whole = `
database: audit.db
rules: /etc/superbiz/rules.yaml
runbooks: runbooks
bundle: incident.tar.gz
repairs: 1
budget: {tool_calls: 50, wall: 5m, rounds: 12, tokens: 200000}
bundle_limits: {files: 100, file_mib: 8, total_mib: 16}
stages:
  planner: small
  executor: large
  verifier: small
models:
  large:
    provider: dashscope
    model: qwen-max
    context_tokens: 131072
    reply_tokens: 4096
    temperature: 0.2
    timeouts: {attempt: 2m, idle: 30s}
    attempts: 2
    prices: {currency: CNY, input: 2.4, cached_input: 0, output: 9.6}
  small:
    protocol: openai
    base_url: http://127.0.0.1:8000/v1
    quirks: {format: json_schema, tool_choice: named, parallel_calls: true, no_tools: false}
`

func TestLoad(t *testing.T) {
	t.Parallel()
	environment := map[string]string{"SUPERBIZ_REPAIRS": "3", "SUPERBIZ_BUDGET_WALL": "90s", "SUPERBIZ_DB": "env.db", "SUPERBIZ_MODEL_BASE_URL": "https://elsewhere.example/v1"}
	c, err := load(t, whole, environment, config.Flag{Path: "database", Name: "--db", Value: "flag.db"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range c.Settings() {
		got[s.Path] = s.Value + " " + string(s.From)
	}
	for path, want := range map[string]string{
		"database":                           "flag.db --db",
		"rules":                              "/etc/superbiz/rules.yaml conf/superbiz.yaml:3",
		"runbooks":                           "conf/runbooks conf/superbiz.yaml:4",
		"bundle":                             "conf/incident.tar.gz conf/superbiz.yaml:5",
		"executor":                           "model conf/superbiz.yaml:11",
		"repairs":                            "3 SUPERBIZ_REPAIRS",
		"budget.tool_calls":                  "50 conf/superbiz.yaml:7",
		"budget.wall":                        "1m30s SUPERBIZ_BUDGET_WALL",
		"stages.composer":                    " default",
		"stages.verifier":                    "small conf/superbiz.yaml:12",
		"models.large.provider":              "dashscope conf/superbiz.yaml:15",
		"models.large.base_url":              "https://elsewhere.example/v1 SUPERBIZ_MODEL_BASE_URL",
		"models.large.prices.cached_input":   "0 conf/superbiz.yaml:22",
		"models.large.timeouts.idle":         "30s conf/superbiz.yaml:20",
		"models.large.temperature":           "0.2 conf/superbiz.yaml:19",
		"models.small.provider":              "compatible default",
		"models.small.model":                 "small default",
		"models.small.quirks.format":         "json_schema conf/superbiz.yaml:26",
		"models.small.quirks.no_tools":       "false conf/superbiz.yaml:26",
		"models.small.quirks.whole_reply":    " default",
		"models.small.prices.input":          " default",
		"models.small.quirks.parallel_calls": "true conf/superbiz.yaml:26",
	} {
		if got[path] != want {
			t.Errorf("%s: got %q, want %q", path, got[path], want)
		}
	}
	large := c.Models["large"]
	if large.Timeouts.Attempt != 2*time.Minute || large.Attempts != 2 || large.ReplyTokens != 4096 || large.ContextTokens != 131072 || large.Protocol != "openai" || !large.Prices.Known() {
		t.Errorf("got %+v", *large)
	}
	if got := strings.Join(c.StagesOf("small"), " "); got != "planner verifier" {
		t.Errorf("small serves %q", got)
	}
}

func TestLoadNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "# nothing yet\n", "database:\nmodels:\nbudget:\n"} {
		c, err := load(t, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Executor != "analyst" || c.Repairs != 2 || c.Budget.ToolCalls != 200 || len(c.Models) != 0 || c.From("database") != config.Default {
			t.Errorf("%q: got %+v", text, *c)
		}
	}
}

// TestLoadModelOfTheEnvironment shows a model that no file names.
func TestLoadModelOfTheEnvironment(t *testing.T) {
	t.Parallel()
	environment := map[string]string{"SUPERBIZ_MODEL": "gpt-x", "SUPERBIZ_MODEL_PRICES": "1,2", "SUPERBIZ_MODEL_STAGES": "planner, composer", "SUPERBIZ_MODEL_KEY_ENV": "MY_KEY"}
	c, err := load(t, "", environment)
	if err != nil {
		t.Fatal(err)
	}
	m := c.Models["gpt-x"]
	if m == nil || m.ID != "gpt-x" || m.Provider != "openai" || m.KeyEnv != "MY_KEY" || *m.Prices.Output != 2 || m.Prices.Cached != nil {
		t.Errorf("got %+v", m)
	}
	if got := strings.Join(c.StagesOf("gpt-x"), " "); got != "composer executor planner" {
		t.Errorf("it serves %q", got)
	}
	if c.Executor != "analyst" {
		t.Errorf("executor %s: a model that is only named does not investigate unasked", c.Executor)
	}
}
