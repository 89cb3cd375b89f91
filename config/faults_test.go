package config_test

import (
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/config"
)

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		text string
		want string
	}{
		{"a misspelt setting", "databse: x", `conf/superbiz.yaml:1: there is no "databse" in the configuration; did you mean "database"?`},
		{"a misspelt setting of a model", "models:\n  q:\n    base_ulr: x", `:3: there is no "base_ulr" in models.q; did you mean "base_url"?`},
		{"a misspelt setting of a section", "budget:\n  tool_cals: 3", `:2: there is no "tool_cals" in budget; did you mean "tool_calls"?`},
		{"one that is like no other", "models: {q: {quirks: {zzzzzzzzzzz: 1}}}", `in models.q.quirks; there are format, tool_choice,`},
		{"a word where a number belongs", "repairs: many", `:1: repairs is "many"; it may be a whole number from 0 to 5`},
		{"a number in quotes", `repairs: "3"`, `repairs is "3"; it may be a whole number`},
		{"a number out of bounds", "repairs: 6", `repairs is "6"; it may be a whole number from 0 to 5`},
		{"a broken number", "budget: {tool_calls: 1.5}", `budget.tool_calls is "1.5"; it may be a whole number from 1 to 10000`},
		{"a number where text belongs", "database: 5", `database is "5"; it may be a path`},
		{"a list", "database: [a]", `database may be a path, and is no single value`},
		{"a time without a unit", "budget: {wall: 90}", `budget.wall is "90"; it may be a length of time with its unit, such as 90s or 5m, from 1s to 24h0m0s`},
		{"a word that is no truth", "models: {q: {quirks: {stream_usage: yes please}}}", `quirks.stream_usage is "yes please"; it may be true or false`},
		{"a price below nothing", "models: {q: {prices: {input: -1}}}", `prices.input is "-1"; it may be a number from 0 to`},
		{"no number", "models: {q: {prices: {input: .nan}}}", `prices.input is ".nan"; it may be a number`},
		{"half of the prices", "models: {q: {prices: {input: 1, currency: USD}}}", `models.q: prices need both input and output`},
		{"no currency", "models: {q: {prices: {input: 1, output: 2}}}", `models.q: prices need their currency`},
		{"another protocol", "models: {q: {protocol: grpc}}", `protocol is "grpc"; it may be openai, anthropic`},
		{"protocols that differ", "models: {q: {protocol: anthropic, provider: dashscope}}", `protocol is anthropic, and the provider dashscope speaks openai`},
		{"an unknown provider", "models: {q: {provider: dashscoop}}", `models.q: provider is "dashscoop"; did you mean "dashscope"?`},
		{"quirks that it has no place for", "models: {q: {protocol: anthropic, quirks: {no_tools: true}}}", `only format is for the protocol anthropic`},
		{"a temperature that it has no place for", "models: {q: {protocol: anthropic, temperature: 1}}", `temperature is for the protocol openai`},
		{"a model that is not there", "models: {large: {}}\nstages:\n  verifier: lagre", `:3: stages.verifier names the model "lagre", which is not among the models; did you mean "large"?`},
		{"a model where there is none", "stages: {planner: x}", `which is not among the models: there are none`},
		{"two currencies", "models:\n  a: {prices: {currency: USD, input: 1, output: 1}}\n  b: {prices: {currency: CNY, input: 1, output: 1}}\nstages: {executor: a, verifier: b}", `are in USD and CNY`},
		{"twice", "repairs: 1\nrepairs: 2", `:2: "repairs" stands twice in the configuration`},
		{"no members", "- a\n- b", `conf/superbiz.yaml:1: the configuration must have members`},
		{"an alias", "budget: &b {rounds: 3}\nstages: *b", `:2: stages must have members`},
		{"two documents", "repairs: 1\n---\nrepairs: 2", `more than one YAML document`},
		{"no YAML", "a: [", `conf/superbiz.yaml: yaml: line`},
		{"a name that no model may have", "models: {\"a b\": {}}", `the name of a model must be of letters`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := load(t, test.text, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestLoadTellsAllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	_, err := load(t, "databse: x\nrepairs: 9\nbudget:\n  wall: soon\n", nil)
	for _, want := range []string{":1: ", ":2: ", ":4: "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
	if _, err := load(t, strings.Repeat("- x: 1\n", 3)+"", nil); err == nil {
		t.Error("a list is taken")
	}
	var many strings.Builder
	for range 50 {
		many.WriteString("x" + strings.Repeat("y", many.Len()%97) + ": 1\n")
	}
	if _, err := load(t, many.String(), nil); err == nil || strings.Count(err.Error(), "\n") > 25 || !strings.Contains(err.Error(), "and more") {
		t.Errorf("got %v, want a few and that there are more", err)
	}
}

// TestLoadShowsNoKey puts keys where people put them by mistake.
func TestLoadShowsNoKey(t *testing.T) {
	t.Parallel()
	const key = "sk-" + "proj4f1c8e2b9a7d4f1c8e2b9a7d4f1c8e2b"
	tests := []struct {
		name        string
		text        string
		environment map[string]string
		flags       []config.Flag
		want        string
	}{
		{"as a setting of a model", "models: {q: {api_key: " + key + "}}", nil, nil, "models.q.api_key: a key has no place in this file"},
		{"called key", "models: {q: {key: " + key + "}}", nil, nil, "models.q.key: a key has no place in this file"},
		{"called token", "token: " + key, nil, nil, "token: a key has no place in this file"},
		{"in place of its variable", "models: {q: {key_env: " + key + "}}", nil, nil, "models.q.key_env holds a credential"},
		{"another in place of its variable", "models: {q: {key_env: 9f8e7d6c5b4a}}", nil, nil, "may be a key that is not shown here"},
		{"in a URL", "models: {q: {base_url: 'https://me:" + key + "@host.example/v1'}}", nil, nil, "models.q.base_url holds a credential"},
		{"in a database's URL", "database: postgres://me:" + key + "@host.example/db", nil, nil, "database holds a credential"},
		{"as the name of a model", "models: {" + key + ": {}}", nil, nil, "the name of a model"},
		{"in the environment", "", map[string]string{"SUPERBIZ_MODEL": "m", "SUPERBIZ_MODEL_KEY_ENV": key}, nil, "SUPERBIZ_MODEL_KEY_ENV is no such thing"},
		{"in a flag", "", map[string]string{"SUPERBIZ_MODEL": "m"}, []config.Flag{{Path: "model.key_env", Name: "--model-key-env", Value: key}}, "--model-key-env is no such thing"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := load(t, test.text, test.environment, test.flags...)
			switch {
			case err == nil || !strings.Contains(err.Error(), test.want):
				t.Errorf("got %v, want %q in it", err, test.want)
			case strings.Contains(err.Error(), key[8:]) || strings.Contains(err.Error(), "9f8e7d6c"):
				t.Errorf("the key is shown: %v", err)
			}
		})
	}
}

func TestLoadRefusesOverrides(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		environment map[string]string
		want        string
	}{
		{"a number", map[string]string{"SUPERBIZ_REPAIRS": "many"}, `SUPERBIZ_REPAIRS is "many"; it may be a whole number from 0 to 5`},
		{"a stage", map[string]string{"SUPERBIZ_MODEL": "m", "SUPERBIZ_MODEL_STAGES": "judge"}, `SUPERBIZ_MODEL_STAGES is "judge"; it may be planner, verifier, composer, or all`},
		{"one price", map[string]string{"SUPERBIZ_MODEL": "m", "SUPERBIZ_MODEL_PRICES": "1"}, `it must be PROMPT,COMPLETION`},
		{"no price", map[string]string{"SUPERBIZ_MODEL": "m", "SUPERBIZ_MODEL_PRICES": "1,NaN"}, `and "NaN" is no price`},
		{"a provider", map[string]string{"SUPERBIZ_MODEL": "m", "SUPERBIZ_MODEL_PROVIDER": "skynet"}, `SUPERBIZ_MODEL: models.m: provider is "skynet"`},
		{"a stage's model", map[string]string{"SUPERBIZ_STAGES_COMPOSER": "m"}, `SUPERBIZ_STAGES_COMPOSER: stages.composer names the model "m"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := load(t, "", test.environment); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("models: {q: {key: sk-x}}\nstages: {planner: q}"))
	f.Add([]byte("a: &a [*a]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := config.Load(config.Input{File: "x.yaml", Text: text, Getenv: func(string) string { return "" }, Providers: []string{"openai", "anthropic", "compatible"}})
		if err == nil && c.Settings() == nil {
			t.Error("a configuration without settings")
		}
	})
}
