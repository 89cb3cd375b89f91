package llm_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/llm"
)

func TestError(t *testing.T) {
	t.Parallel()
	cause := errors.New("try later")
	err := fmt.Errorf("plan: %w", &llm.Error{Kind: llm.ErrRateLimited, Status: 429, Err: cause})
	if want := "plan: language model: rate_limited (HTTP 429): try later"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
	if !errors.Is(err, llm.ErrRateLimited) || errors.Is(err, llm.ErrTimeout) || !errors.Is(err, cause) {
		t.Errorf("got another kind or cause than that of %v", err)
	}
	if got := llm.KindOf(err); got != llm.ErrRateLimited {
		t.Errorf("got %q, want %q", got, llm.ErrRateLimited)
	}
	if got := llm.KindOf(cause); got != "" {
		t.Errorf("got %q, want no kind", got)
	}
}

func TestCost(t *testing.T) {
	t.Parallel()
	used := llm.Usage{PromptTokens: 1_000_000, CompletionTokens: 100_000, CachedTokens: 500_000}
	tests := []struct {
		name   string
		prices llm.Prices
		want   float64
	}{
		{"no prices", llm.Prices{}, 0},
		{"cached tokens for nothing", llm.Prices{Prompt: 2, Completion: 8}, 1.8},
		{"one price for the prompt", llm.Prices{Prompt: 2, Completion: 8, Cached: 2}, 2.8},
		{"cached tokens are cheaper", llm.Prices{Prompt: 2, Completion: 8, Cached: 0.2}, 1.9},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := test.prices.Cost(used); fmt.Sprintf("%.6f", got) != fmt.Sprintf("%.6f", test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestUsageIsBounded adds what an endpoint may say of itself: no sum turns negative.
func TestUsageIsBounded(t *testing.T) {
	t.Parallel()
	const most = 1_000_000_000_000
	absurd := llm.Usage{PromptTokens: math.MaxInt64, CompletionTokens: math.MaxInt64, CachedTokens: math.MinInt64}
	if got, want := absurd.Add(absurd), (llm.Usage{PromptTokens: 2 * most, CompletionTokens: 2 * most}); got != want {
		t.Errorf("added: got %+v, want %+v", got, want)
	}
	reply := llm.Reply{Usage: absurd}
	for name, bill := range map[string]superbiz.Usage{
		"a reply": llm.Prices{}.Bill(reply, nil),
		"a fault": llm.Prices{}.Bill(llm.Reply{}, &llm.Error{Kind: llm.ErrMalformed, Usage: absurd}),
	} {
		if got, want := bill, (superbiz.Usage{ModelCalls: 1, PromptTokens: most, CompletionTokens: most}); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}

// TestSecretIsNeverPrinted prints, logs and marshals a secret in every way that code
// does by accident.
func TestSecretIsNeverPrinted(t *testing.T) {
	t.Parallel()
	const value = "sk-4f1c8e2b9a7d"
	key := llm.NewSecret(value)
	type config struct{ key, Key llm.Secret }
	holder := config{key, key}
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	logger.Info("configured", "key", key, "config", holder, "pointer", &holder)
	text, err := json.Marshal(holder)
	if err != nil {
		t.Fatal(err)
	}
	printed := []string{log.String(), string(text), key.String()}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		printed = append(printed, fmt.Sprintf(verb, key), fmt.Sprintf(verb, holder), fmt.Sprintf(verb, &holder))
	}
	for _, text := range printed {
		if strings.Contains(text, value) || strings.Contains(text, fmt.Sprintf("%x", value)) {
			t.Errorf("the key is in %s", text)
		}
	}
	if got := key.Reveal(); got != value {
		t.Errorf("got %q, want the key", got)
	}
}

func TestSecretFromEnv(t *testing.T) {
	t.Parallel()
	environment := map[string]string{"GOOD": " sk-1\n", "EMPTY": " ", "TWO": "sk-1 sk-2", "FOREIGN": "钥匙"}
	lookup := func(name string) (string, bool) {
		value, ok := environment[name]
		return value, ok
	}
	tests := []struct {
		name, variable, want, wantErr string
	}{
		{"white space around it", "GOOD", "sk-1", ""},
		{"none is named", "", "", ""},
		{"not set", "MISSING", "", "environment variable MISSING, which is not set"},
		{"empty", "EMPTY", "", "environment variable EMPTY, which is not set"},
		{"a space in it", "TWO", "", "environment variable TWO holds what cannot be a key"},
		{"not ASCII", "FOREIGN", "", "environment variable FOREIGN holds what cannot be a key"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := llm.SecretFromEnv(lookup, test.variable)
			if test.wantErr == "" && err != nil || test.wantErr != "" && (err == nil || !strings.Contains(err.Error(), test.wantErr)) {
				t.Errorf("got the error %v, want %q in it", err, test.wantErr)
			}
			if got.Reveal() != test.want {
				t.Errorf("got %q, want %q", got.Reveal(), test.want)
			}
		})
	}
}
