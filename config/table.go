package config

import (
	"regexp"
	"time"
)

// general is every setting but those of a model, in the order in which they are shown.
func general() []field[Config] {
	return []field[Config]{
		text("database", "a path", func(c *Config) *string { return &c.Database }).from("SUPERBIZ_DB"),
		text("rules", "a path", func(c *Config) *string { return &c.Rules }).from("SUPERBIZ_RULES"),
		text("runbooks", "a path", func(c *Config) *string { return &c.Runbooks }).from("SUPERBIZ_RUNBOOKS"),
		text("bundle", "a path", func(c *Config) *string { return &c.Bundle }).from("SUPERBIZ_BUNDLE"),
		word("executor", []string{"analyst", "model", "recorded"}, func(c *Config) *string { return &c.Executor }).from("SUPERBIZ_EXECUTOR"),
		whole("repairs", 0, 5, func(c *Config) *int { return &c.Repairs }).from("SUPERBIZ_REPAIRS"),
		whole("budget.tool_calls", 1, 10_000, func(c *Config) *int { return &c.Budget.ToolCalls }).from("SUPERBIZ_BUDGET_TOOL_CALLS"),
		span("budget.wall", time.Second, 24*time.Hour, func(c *Config) *time.Duration { return &c.Budget.Wall }).from("SUPERBIZ_BUDGET_WALL"),
		whole("budget.rounds", 1, 1000, func(c *Config) *int { return &c.Budget.Rounds }).from("SUPERBIZ_BUDGET_ROUNDS"),
		whole("budget.tokens", 1000, 1_000_000_000, func(c *Config) *int { return &c.Budget.Tokens }).from("SUPERBIZ_BUDGET_TOKENS"),
		whole("bundle_limits.files", 1, 1_000_000, func(c *Config) *int { return &c.Limits.Files }).from("SUPERBIZ_BUNDLE_LIMITS_FILES"),
		whole("bundle_limits.file_mib", 1, 4096, func(c *Config) *int { return &c.Limits.FileMiB }).from("SUPERBIZ_BUNDLE_LIMITS_FILE_MIB"),
		whole("bundle_limits.total_mib", 1, 16_384, func(c *Config) *int { return &c.Limits.BundleMiB }).from("SUPERBIZ_BUNDLE_LIMITS_TOTAL_MIB"),
		text("stages.planner", aModel, func(c *Config) *string { return &c.Stages.Planner }).from("SUPERBIZ_STAGES_PLANNER"),
		text("stages.executor", aModel, func(c *Config) *string { return &c.Stages.Executor }).from("SUPERBIZ_STAGES_EXECUTOR"),
		text("stages.verifier", aModel, func(c *Config) *string { return &c.Stages.Verifier }).from("SUPERBIZ_STAGES_VERIFIER"),
		text("stages.composer", aModel, func(c *Config) *string { return &c.Stages.Composer }).from("SUPERBIZ_STAGES_COMPOSER"),
	}
}

const aModel = "the name of one of the models"

var (
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)
	modelName    = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,127}$`)
	currency     = regexp.MustCompile(`^[A-Z]{3}$`)
)

// ofModel is every setting of a model. Of the one that investigates, the environment
// and flags can set some.
func ofModel() []field[Model] {
	return []field[Model]{
		text("model", "the model's name at its endpoint", func(m *Model) *string { return &m.ID }),
		word("protocol", []string{protocolOpenAI, protocolAnthropic}, func(m *Model) *string { return &m.Protocol }),
		text("provider", "the name of an endpoint", func(m *Model) *string { return &m.Provider }).from("SUPERBIZ_MODEL_PROVIDER"),
		text("base_url", "a URL", func(m *Model) *string { return &m.BaseURL }).from("SUPERBIZ_MODEL_BASE_URL"),
		matching("key_env", "the name of an environment variable, never a key", variableName, func(m *Model) *string { return &m.KeyEnv }).from("SUPERBIZ_MODEL_KEY_ENV"),
		whole("context_tokens", 1000, 100_000_000, func(m *Model) *int { return &m.ContextTokens }),
		whole("reply_tokens", 100, 1_000_000, func(m *Model) *int { return &m.ReplyTokens }),
		number("temperature", 0, 2, func(m *Model) **float64 { return &m.Temperature }),
		span("timeouts.attempt", time.Second, time.Hour, func(m *Model) *time.Duration { return &m.Timeouts.Attempt }),
		span("timeouts.idle", time.Second, time.Hour, func(m *Model) *time.Duration { return &m.Timeouts.Idle }),
		whole("attempts", 1, 20, func(m *Model) *int { return &m.Attempts }),
		quirk("quirks.format", []string{"none", "json_object", "json_schema"}, func(m *Model) **string { return &m.Quirks.Format }),
		quirk("quirks.tool_choice", []string{"auto", "required", "named"}, func(m *Model) **string { return &m.Quirks.ToolChoice }),
		quirk("quirks.max_tokens_field", []string{"max_tokens", "max_completion_tokens"}, func(m *Model) **string { return &m.Quirks.MaxTokensField }),
		truth("quirks.parallel_calls", func(m *Model) **bool { return &m.Quirks.ParallelCalls }),
		truth("quirks.stream_usage", func(m *Model) **bool { return &m.Quirks.StreamUsage }),
		truth("quirks.whole_reply", func(m *Model) **bool { return &m.Quirks.WholeReply }),
		truth("quirks.return_reasoning", func(m *Model) **bool { return &m.Quirks.ReturnReasoning }),
		truth("quirks.no_tools", func(m *Model) **bool { return &m.Quirks.NoTools }),
		matching("prices.currency", "three capital letters, such as USD", currency, func(m *Model) *string { return &m.Prices.Currency }),
		number("prices.input", 0, maxPrice, func(m *Model) **float64 { return &m.Prices.Input }),
		number("prices.cached_input", 0, maxPrice, func(m *Model) **float64 { return &m.Prices.Cached }),
		number("prices.output", 0, maxPrice, func(m *Model) **float64 { return &m.Prices.Output }),
	}
}

// maxPrice bounds the price of a million tokens.
const maxPrice = 1e6

const (
	protocolOpenAI    = "openai"
	protocolAnthropic = "anthropic"
)
