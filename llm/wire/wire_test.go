package wire_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// ask is a speaker that takes the whole body for the text of the reply.
func ask(url string) wire.Speaker {
	return func(ctx context.Context, exchange *wire.Exchange) (llm.Reply, error) {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader("{}"))
		if err != nil {
			return llm.Reply{}, err
		}
		response, err := exchange.Do(request)
		if err != nil {
			return llm.Reply{}, err
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		return llm.Reply{Message: llm.Message{Text: string(text)}, Finish: llm.FinishStop}, err
	}
}

// noPause tries again at once, and keeps the pauses.
func noPause(pauses *[]time.Duration) wire.Retry {
	return wire.Retry{
		First: time.Second, Rand: func() float64 { return 0 },
		Now: func() time.Time { return time.Date(2026, 7, 1, 10, 0, 0, 0, time.UTC) },
		Sleep: func(_ context.Context, pause time.Duration) error {
			*pauses = append(*pauses, pause)
			return nil
		},
	}
}

func newClient(t *testing.T, config wire.Config) *wire.Client {
	t.Helper()
	client, err := wire.New(config, llm.NewSecret("sk-4f1c8e2b"))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, header, value string
		want                time.Duration
	}{
		{"seconds", "Retry-After", "12", 12 * time.Second},
		{"parts of seconds", "Retry-After", "0.25", 250 * time.Millisecond},
		{"a date", "Retry-After", "Wed, 01 Jul 2026 10:00:30 GMT", 30 * time.Second},
		{"a date that is over", "Retry-After", "Wed, 01 Jul 2026 09:00:30 GMT", time.Second / 2},
		{"milliseconds", "Retry-After-Ms", "40", 40 * time.Millisecond},
		{"nonsense", "Retry-After", "soon", time.Second / 2},
		{"less than nothing", "Retry-After", "-5", time.Second / 2},
		{"no number", "Retry-After", "NaN", time.Second / 2},
		{"longer than is waited for", "Retry-After", "9e99", 0},
		{"nothing", "Retry-After", "", time.Second / 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			first := true
			url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				if first {
					first = false
					w.Header().Set(test.header, test.value)
					w.WriteHeader(http.StatusServiceUnavailable)
				}
				_, _ = io.WriteString(w, "{}")
			})
			var pauses []time.Duration
			_, err := newClient(t, wire.Config{Retry: noPause(&pauses)}).Chat(t.Context(), ask(url))
			switch {
			case test.want == 0:
				if !errors.Is(err, llm.ErrUnavailable) || len(pauses) > 0 {
					t.Errorf("got %v after the pauses %v, want no second attempt", err, pauses)
				}
			case err != nil || len(pauses) != 1 || pauses[0] != test.want:
				t.Errorf("got %v after the pauses %v, want one of %v", err, pauses, test.want)
			}
		})
	}
}

// TestNoPauseBeyondTheDeadline shows that an answer which cannot come in time is not
// waited for.
func TestNoPauseBeyondTheDeadline(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "50")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	began := time.Now()
	_, err := newClient(t, wire.Config{}).Chat(ctx, ask(url))
	if !errors.Is(err, llm.ErrRateLimited) || time.Since(began) > 10*time.Second {
		t.Errorf("got %v after %v, want the error at once", err, time.Since(began))
	}
}

func TestCancelledWhileWaiting(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	ctx, cancel := context.WithCancel(t.Context())
	retry := wire.Retry{Sleep: func(ctx context.Context, _ time.Duration) error {
		cancel()
		return ctx.Err()
	}}
	_, err := newClient(t, wire.Config{Retry: retry}).Chat(ctx, ask(url))
	if !errors.Is(err, llm.ErrCancelled) || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
}

// TestUsageOfDiscardedAttempts shows that what was paid for is counted.
func TestUsageOfDiscardedAttempts(t *testing.T) {
	t.Parallel()
	used := llm.Usage{PromptTokens: 10, CompletionTokens: 2}
	for _, test := range []struct {
		name  string
		fails int
		want  int64
	}{
		{"in a reply", 2, 30},
		{"in an error", 9, 40},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var pauses []time.Duration
			attempts := 0
			got, err := newClient(t, wire.Config{Retry: noPause(&pauses)}).Chat(t.Context(), func(context.Context, *wire.Exchange) (llm.Reply, error) {
				attempts++
				if attempts <= test.fails {
					return llm.Reply{}, wire.Fault(llm.ErrUnavailable, used, "overloaded")
				}
				return llm.Reply{Usage: used}, nil
			})
			usage := got.Usage
			if fault, ok := errors.AsType[*llm.Error](err); ok {
				usage = fault.Usage
			}
			if usage.PromptTokens != test.want {
				t.Errorf("got %+v, want %d tokens of the prompt", usage, test.want)
			}
		})
	}
}

// TestComplaint holds what endpoints are known to say against what it means.
func TestComplaint(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		status int
		body   string
		want   llm.ErrorKind
		text   string
	}{
		{"OpenAI, no key", 401, `{"error":{"message":"You didn't provide an API key.","type":"invalid_request_error","param":null,"code":null}}`, llm.ErrUnauthorized, "You didn't provide an API key."},
		{"OpenAI, no credit", 429, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`, llm.ErrQuota, "quota"},
		{"OpenAI, too long", 400, `{"error":{"message":"Please reduce the length","type":"invalid_request_error","code":"context_length_exceeded"}}`, llm.ErrContextFull, "reduce"},
		{"DeepSeek, no credit", 402, `{"error":{"message":"Insufficient Balance","type":"unknown_error"}}`, llm.ErrQuota, "Balance"},
		{"DashScope, too long", 400, `{"error":{"code":"invalid_parameter_error","message":"Range of input length should be [1, 30720]","type":"invalid_request_error"}}`, llm.ErrContextFull, "Range"},
		{"DashScope, in arrears", 400, `{"code":"Arrearage","message":"Access denied, please make sure your account is in good standing."}`, llm.ErrQuota, "good standing"},
		{"vLLM, too long", 400, `{"object":"error","message":"This model's maximum context length is 4096 tokens.","type":"BadRequestError","code":400}`, llm.ErrContextFull, "4096"},
		{"vLLM, unknown model", 404, `{"object":"error","message":"The model does not exist.","type":"NotFoundError","code":404}`, llm.ErrBadRequest, "does not exist"},
		{"Ollama, unknown model", 404, `{"error":"model 'x' not found"}`, llm.ErrBadRequest, "not found"},
		{"Anthropic, too long", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}`, llm.ErrContextFull, "210000"},
		{"Anthropic, no credit", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}`, llm.ErrQuota, "credit"},
		{"Anthropic, overloaded", 529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, llm.ErrUnavailable, "Overloaded"},
		{"Anthropic, overloaded in a stream", 0, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, llm.ErrUnavailable, "Overloaded"},
		{"too many, in a stream", 0, `{"error":{"message":"slow down","type":"rate_limit_error"}}`, llm.ErrRateLimited, "slow down"},
		{"a gateway's detail", 422, `{"detail":"field required"}`, llm.ErrBadRequest, "field required"},
		{"a gateway's page", 502, `<html>Bad Gateway</html>`, llm.ErrUnavailable, "Bad Gateway"},
		{"a body too large", 413, ``, llm.ErrContextFull, "Too Large"},
		{"a message that is a list", 400, `{"error":{"message":["a","b"]}}`, llm.ErrBadRequest, `["a","b"]`},
		{"nothing", 500, ``, llm.ErrUnavailable, "Internal Server Error"},
		{"nothing, in a stream", 0, `{}`, llm.ErrUnavailable, "did not say which"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := wire.Complaint(test.status, []byte(test.body))
			if got.Kind != test.want || !strings.Contains(got.Error(), test.text) {
				t.Errorf("got %v, want the kind %q, and %q in it", got, test.want, test.text)
			}
		})
	}
}

// TestOnlyAWrongPlaceIsDoubted shows that who meets a busy endpoint is not sent to look
// for another.
func TestOnlyAWrongPlaceIsDoubted(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]bool{404: true, 405: true, 307: true, 401: false, 429: false, 500: false, 503: false} {
		said := wire.Complaint(status, nil).Error()
		if got := strings.Contains(said, "base URL"); got != want {
			t.Errorf("HTTP %d: got %q, want the base URL doubted: %t", status, said, want)
		}
	}
}

// TestErrorsAreClean shows that no word of an endpoint reaches an error as it is.
func TestErrorsAreClean(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":{"message":"no:\n\u001b[31mBearer sk-4f1c8e2b\u202e `+strings.Repeat("词", 5000)+`"}}`)
	})
	_, err := newClient(t, wire.Config{}).Chat(t.Context(), ask(url))
	for _, bad := range []string{"4f1c8e2b", "\n", "\x1b", "\u202e"} {
		if err == nil || strings.Contains(err.Error(), bad) {
			t.Errorf("got %q, want no %q in it", err, bad)
		}
	}
	if len(err.Error()) > 1000 || !strings.Contains(err.Error(), "Bearer [secret]") {
		t.Errorf("got %q, want less of it", err)
	}
}

// TestRedirect shows that neither key nor conversation follows a redirect.
func TestRedirect(t *testing.T) {
	t.Parallel()
	elsewhere := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") })
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere, http.StatusTemporaryRedirect)
	})
	_, err := newClient(t, wire.Config{HTTP: &http.Client{}}).Chat(t.Context(), ask(url))
	if !errors.Is(err, llm.ErrBadRequest) {
		t.Errorf("got %v, want that the request is refused", err)
	}
}

func TestCheckBaseURL(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, url, want string }{
		{"good", "https://api.example.org/v1", ""},
		{"on this machine", "http://localhost:11434/v1", ""},
		{"none", "", "must begin with https://"},
		{"no scheme", "api.example.org/v1", "must begin with https://"},
		{"a file", "file:///etc/passwd", "must begin with https://"},
		{"a password", "https://me:hunter2@api.example.org", "must have no user"},
		{"a key in the query", "https://api.example.org/v1?key=hunter2", "must have no user, query"},
		{"no URL", "https://me:hunter2@[::1", "is no URL"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := wire.CheckBaseURL(test.url)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
			if err != nil && strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the password is in %q", err)
			}
		})
	}
}

func TestNegativeLimits(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]wire.Config{
		"time":     {Idle: -1},
		"size":     {ReplyBytes: -1},
		"attempts": {Retry: wire.Retry{Attempts: -1}},
	} {
		if _, err := wire.New(config, llm.Secret{}); err == nil {
			t.Errorf("%s: got no error for a negative limit", name)
		}
	}
}

func TestSettle(t *testing.T) {
	t.Parallel()
	many := make([]llm.ToolCall, wire.MaxCalls+1)
	tests := []struct {
		name  string
		reply llm.Reply
		want  llm.ErrorKind
	}{
		{"no finish", llm.Reply{Message: llm.Message{Text: "x"}}, llm.ErrTruncated},
		{"waits for nothing", llm.Reply{Finish: llm.FinishToolCalls}, llm.ErrMalformed},
		{"a call without a name", llm.Reply{Finish: llm.FinishToolCalls, Message: llm.Message{Calls: []llm.ToolCall{{ID: "a"}}}}, llm.ErrMalformed},
		{"too many calls", llm.Reply{Finish: llm.FinishToolCalls, Message: llm.Message{Calls: many}}, llm.ErrTooLarge},
		{"an empty reply", llm.Reply{Finish: llm.FinishStop}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := wire.Settle(test.reply); llm.KindOf(err) != test.want {
				t.Errorf("got %v, want the kind %q", err, test.want)
			}
		})
	}
}

func FuzzComplaint(f *testing.F) {
	f.Add(400, []byte(`{"error":{"message":null,"code":1e999}}`))
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		if got := wire.Complaint(status, body); got.Kind == "" || got.Err == nil {
			t.Errorf("got %#v, want a kind and a text", got)
		}
	})
}
