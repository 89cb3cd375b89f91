// Package wire carries a conversation to an endpoint over HTTP and its reply back:
// within limits of size and time, with retries, and with every fault of the wire as
// an *llm.Error that has no secret in it. The adapters put a vendor's client on it.
package wire

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/superbizagent/superbizagent/llm"
)

// Config says how patient one is with an endpoint. A zero field is its default.
type Config struct {
	// HTTP sends the requests; its CheckRedirect is not used, since a key must not
	// follow a redirect. Nil is a client with the standard library's transport.
	HTTP       *http.Client
	Attempt    time.Duration // for one attempt, from first byte to last; 5 minutes
	Idle       time.Duration // until the first byte, and from one to the next; 90 seconds
	ReplyBytes int64         // of one reply, as it is on the wire; 8 MiB
	Retry      Retry
}

// Client carries conversations to one endpoint. It is safe for concurrent use.
type Client struct {
	config Config
	http   *http.Client
	key    llm.Secret
}

// New returns a client whose errors never show the key.
func New(config Config, key llm.Secret) (*Client, error) {
	if config.Attempt < 0 || config.Idle < 0 || config.ReplyBytes < 0 {
		return nil, errors.New("a limit of a language model's endpoint is negative")
	}
	config.Attempt = orDefault(config.Attempt, 5*time.Minute)
	config.Idle = orDefault(config.Idle, 90*time.Second)
	config.ReplyBytes = orDefault(config.ReplyBytes, 8<<20)
	retry, err := config.Retry.withDefaults()
	if err != nil {
		return nil, err
	}
	config.Retry = retry
	return &Client{config: config, http: withoutRedirects(config.HTTP), key: key}, nil
}

func orDefault[T time.Duration | int64 | int](value, byDefault T) T {
	if value == 0 {
		return byDefault
	}
	return value
}

// withoutRedirects returns a copy of a client that takes a redirect for the answer.
// The standard one would send the conversation, and some keys, wherever it points.
func withoutRedirects(given *http.Client) *http.Client {
	client := http.Client{}
	if given != nil {
		client = *given
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

// CheckBaseURL returns what is wrong with the URL of an endpoint.
func CheckBaseURL(text string) error {
	parsed, err := url.Parse(text)
	switch {
	case err != nil:
		return errors.New("the base URL of the language model is no URL") // the error of Parse would show a password in it
	case parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "":
		return fmt.Errorf("the base URL of the language model must begin with https:// or http:// and name a host: %q", parsed.Redacted())
	case parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "":
		return errors.New("the base URL of the language model must have no user, query or fragment: name the environment variable of a key instead")
	}
	return nil
}

// A Speaker sends one conversation through an exchange and reads the reply, in the
// words of one protocol.
type Speaker func(ctx context.Context, exchange *Exchange) (llm.Reply, error)

// Chat lets speak try until it has a reply, or a fault that trying again will not
// mend. What discarded attempts had cost is added to the usage.
func (c *Client) Chat(ctx context.Context, speak Speaker) (llm.Reply, error) {
	var spent llm.Usage
	for failed := 0; ; {
		reply, fault := c.attempt(ctx, speak)
		if fault == nil {
			reply.Usage = reply.Usage.Add(spent)
			return reply, nil
		}
		failed++
		spent = spent.Add(fault.Usage)
		if c.config.Retry.again(ctx, fault, failed) {
			continue
		}
		if ctx.Err() != nil {
			fault = &llm.Error{Kind: llm.ErrCancelled, Err: context.Cause(ctx)}
		}
		fault.Usage = spent
		return llm.Reply{}, fault
	}
}

// attempt makes one exchange, and an *llm.Error without secrets of all that went
// wrong in it.
func (c *Client) attempt(ctx context.Context, speak Speaker) (llm.Reply, *llm.Error) {
	exchange := newExchange(ctx, c)
	defer exchange.end()
	reply, err := speak(exchange.ctx, exchange)
	if err == nil {
		return reply, nil
	}
	fault := exchange.explain(err)
	if filtered, ok := errors.AsType[*refusal](fault.Err); ok {
		return llm.Reply{
			Message: llm.Message{Role: llm.RoleAssistant, Text: c.clean(filtered.text)},
			Finish:  llm.FinishRefusal,
		}, nil
	}
	if fault.Kind != llm.ErrCancelled { // the caller's own words
		fault.Err = errors.New(c.clean(fault.Err.Error()))
	}
	return llm.Reply{}, fault
}
