package wire

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/superbizagent/superbizagent/llm"
)

// refusal is the complaint of a filter before the model: it becomes a reply that
// ended for FinishRefusal, as when the model itself would not answer.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }

// Complaint makes an error of what an endpoint says instead of a reply: the body of
// an HTTP error, or an error in a stream, whose status is 0.
func Complaint(status int, text []byte) *llm.Error {
	said := readComplaint(text)
	fault := &llm.Error{Kind: said.kind(status), Status: status}
	switch {
	case fault.Kind == "":
		fault.Kind = llm.ErrBadRequest
		fault.Err = &refusal{said.message}
	case said.message != "":
		fault.Err = errors.New(said.message)
	case status == 0:
		fault.Err = errors.New("the endpoint reported an error and did not say which")
	case fault.Kind == llm.ErrBadRequest:
		fault.Err = fmt.Errorf("the endpoint answered %q and said no more that could be read: is the base URL right?", http.StatusText(status))
	default: // an endpoint that is busy or down is the right one
		fault.Err = fmt.Errorf("the endpoint answered %q and said no more that could be read", http.StatusText(status))
	}
	return fault
}

// complaint is what the endpoints say, in one shape.
type complaint struct {
	message string
	words   string // type, code and message, in small letters
}

// readComplaint reads the spellings of an error: an object below "error" (OpenAI,
// Anthropic, DashScope, DeepSeek), a text there (Ollama), or neither (vLLM, gateways).
func readComplaint(text []byte) complaint {
	type fields struct {
		Message jsontext.Value `json:"message"`
		Type    jsontext.Value `json:"type"`
		Code    jsontext.Value `json:"code"`
		Detail  jsontext.Value `json:"detail"`
		Error   jsontext.Value `json:"error"`
	}
	var outer, inner fields
	if err := json.Unmarshal(text, &outer); err != nil {
		return complaint{}
	}
	message := first(outer.Message, outer.Detail)
	if err := json.Unmarshal(outer.Error, &inner); err == nil {
		message = first(inner.Message, outer.Message)
	} else if len(outer.Error) > 0 {
		message = first(outer.Error)
	}
	words := []string{message, plain(outer.Type), plain(outer.Code), plain(inner.Type), plain(inner.Code)}
	return complaint{message: message, words: strings.ToLower(strings.Join(words, " \n"))}
}

func first(values ...jsontext.Value) string {
	for _, value := range values {
		if text := plain(value); text != "" {
			return text
		}
	}
	return ""
}

// plain returns a JSON string as text, null as nothing, and any other value as it is.
func plain(value jsontext.Value) string {
	switch value.Kind() {
	case '"':
		var text string
		if err := json.Unmarshal(value, &text); err != nil {
			return ""
		}
		return text
	case 'n', jsontext.KindInvalid:
		return ""
	}
	return string(value)
}

// kind says what an endpoint means; "" is a refusal. Its words count before its
// status: quotas come as 400, 403 and 429, and full contexts as 400, 413 and 500.
func (c complaint) kind(status int) llm.ErrorKind {
	for _, known := range sayings() {
		if c.says(known.words) {
			return known.kind
		}
	}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return llm.ErrUnauthorized
	case status == http.StatusPaymentRequired:
		return llm.ErrQuota
	case status == http.StatusRequestEntityTooLarge:
		return llm.ErrContextFull
	case status == http.StatusTooManyRequests:
		return llm.ErrRateLimited
	case status == http.StatusRequestTimeout || status >= http.StatusInternalServerError:
		return llm.ErrUnavailable
	case status == 0:
		return c.kindInStream()
	case status == http.StatusOK:
		return llm.ErrMalformed
	}
	return llm.ErrBadRequest
}

// kindInStream says what an error means that came after the status was sent.
func (c complaint) kindInStream() llm.ErrorKind {
	switch {
	case c.says([]string{"rate_limit", "rate limit", "throttl", "429"}):
		return llm.ErrRateLimited
	case c.says([]string{"overloaded", "api_error", "server_error", "internal", "unavailable", "timeout"}):
		return llm.ErrUnavailable
	case c.says([]string{"authentication", "permission"}):
		return llm.ErrUnauthorized
	case c.says([]string{"invalid_request"}):
		return llm.ErrBadRequest
	}
	return llm.ErrUnavailable
}

func (c complaint) says(words []string) bool {
	for _, word := range words {
		if strings.Contains(c.words, word) {
			return true
		}
	}
	return false
}

type saying struct {
	kind  llm.ErrorKind
	words []string
}

// sayings is what endpoints are known to say, whatever the status.
func sayings() []saying {
	return []saying{
		{llm.ErrContextFull, []string{
			"context_length_exceeded", "maximum context length", "context window", "prompt is too long",
			"range of input length", "request_too_large", "exceeds the available context size", "input is too long",
		}},
		{llm.ErrQuota, []string{
			"insufficient_quota", "insufficient balance", "credit balance", "billing_error", "arrearage", "allocationquota", "freetieronly",
		}},
		{"", []string{"content_filter", "data_inspection_failed", "datainspectionfailed", "responsibleaipolicyviolation"}},
	}
}
