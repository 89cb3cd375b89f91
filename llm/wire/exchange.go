package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/superbizagent/superbizagent/llm"
)

// Exchange is one request and its response. It is what a vendor's client takes for
// its HTTP client: it bounds what is read, and remembers the first fault, which those
// clients reword or swallow.
type Exchange struct {
	client *Client
	outer  context.Context //nolint:containedctx // lives as long as the call that it belongs to
	ctx    context.Context //nolint:containedctx // of the request; cancelled by a limit of time
	cancel context.CancelFunc
	idle   *time.Timer
	whole  *time.Timer

	mu    sync.Mutex
	sent  bool
	fault *llm.Error
}

func newExchange(ctx context.Context, client *Client) *Exchange {
	e := &Exchange{client: client, outer: ctx}
	e.ctx, e.cancel = context.WithCancel(ctx)
	config := client.config
	e.idle = time.AfterFunc(config.Idle, func() {
		e.stop(llm.ErrTimeout, fmt.Errorf("nothing came for %s", config.Idle))
	})
	e.whole = time.AfterFunc(config.Attempt, func() {
		e.stop(llm.ErrTimeout, fmt.Errorf("the reply was not complete after %s", config.Attempt))
	})
	return e
}

func (e *Exchange) end() {
	e.idle.Stop()
	e.whole.Stop()
	e.cancel()
}

func (e *Exchange) stop(kind llm.ErrorKind, err error) {
	_ = e.fail(&llm.Error{Kind: kind, Err: err})
	e.cancel()
}

// fail keeps the first fault, and returns it.
func (e *Exchange) fail(fault *llm.Error) *llm.Error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.fault == nil {
		e.fault = fault
	}
	return e.fault
}

// explain returns what lies behind an error of a vendor's client or an adapter.
func (e *Exchange) explain(err error) *llm.Error {
	e.mu.Lock()
	defer e.mu.Unlock()
	known, isKnown := errors.AsType[*llm.Error](err)
	switch {
	case e.outer.Err() != nil:
		return &llm.Error{Kind: llm.ErrCancelled, Err: context.Cause(e.outer), Usage: usageOf(known)}
	case e.fault != nil:
		fault := *e.fault
		fault.Usage = usageOf(known)
		return &fault
	case isKnown:
		fault := *known
		return &fault
	case !e.sent:
		return &llm.Error{Kind: llm.ErrBadRequest, Err: fmt.Errorf("the request was not sent: %w", err)}
	}
	return &llm.Error{Kind: llm.ErrMalformed, Err: err}
}

func usageOf(known *llm.Error) llm.Usage {
	if known == nil {
		return llm.Usage{}
	}
	return known.Usage
}

// Do sends a request. Only a response that begins like a reply comes back; of any
// other the fault is the error.
func (e *Exchange) Do(request *http.Request) (*http.Response, error) {
	e.mu.Lock()
	e.sent = true
	e.mu.Unlock()
	response, err := e.client.http.Do(request.WithContext(e.ctx))
	if err != nil {
		return nil, e.fail(&llm.Error{Kind: llm.ErrUnavailable, Err: unreachable(err)})
	}
	response.Body = &body{exchange: e, from: response.Body, left: e.client.config.ReplyBytes}
	err = e.judge(request, response)
	if err == nil && expected(request) == jsonText {
		err = e.readWhole(response)
	}
	if err != nil {
		_ = response.Body.Close()
		return nil, err
	}
	return response, nil
}

// readWhole reads a reply that comes in one piece, and leaves it to be read again.
// The vendors' clients would pass over duplicate keys, bad UTF-8 and what follows.
func (e *Exchange) readWhole(response *http.Response) error {
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	_ = response.Body.Close()
	var fields struct {
		Error jsontext.Value `json:"error"`
	}
	err = json.Unmarshal(text, &fields)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return e.fail(&llm.Error{Kind: llm.ErrTruncated, Err: errors.New("the reply ended within its JSON: it was cut")})
	case err != nil:
		return e.fail(&llm.Error{Kind: llm.ErrMalformed, Err: fmt.Errorf("the reply is no JSON object: %w", err)})
	case len(fields.Error) > 0 && fields.Error.Kind() != 'n':
		return e.fail(Complaint(0, text))
	}
	response.Body = io.NopCloser(bytes.NewReader(text))
	return nil
}

// unreachable drops the method and the path from an error of net/http.
func unreachable(err error) error {
	if outer, ok := errors.AsType[*url.Error](err); ok {
		host := outer.URL
		if parsed, parseErr := url.Parse(outer.URL); parseErr == nil {
			host = parsed.Host
		}
		return fmt.Errorf("ask %s: %w", host, outer.Err)
	}
	return err
}

// maxComplaint is how much of a response that is no reply is read, in bytes.
const maxComplaint = 64 << 10

// judge returns the fault of a response that is no reply.
func (e *Exchange) judge(request *http.Request, response *http.Response) error {
	mediaType, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	mediaType = strings.ToLower(strings.TrimSpace(mediaType))
	ok := response.StatusCode == http.StatusOK
	if ok && (mediaType == "" || mediaType == expected(request)) {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, maxComplaint))
	if err != nil && len(text) == 0 {
		return err
	}
	if ok {
		return e.fail(wrongType(text, mediaType, expected(request)))
	}
	fault := Complaint(response.StatusCode, text)
	fault.RetryAfter = retryAfter(response.Header, e.client.config.Retry.Now())
	return e.fail(fault)
}

// wrongType is the fault of a response that says it is well but is no reply. Some
// gateways report errors like that.
func wrongType(text []byte, got, want string) *llm.Error {
	if fault := Complaint(http.StatusOK, text); fault.Kind != llm.ErrMalformed {
		return fault
	}
	return &llm.Error{Kind: llm.ErrMalformed, Status: http.StatusOK, Err: fmt.Errorf("the endpoint answered with %q instead of %q: is the base URL right?", got, want)}
}

// body reads a response within the limits of its exchange.
type body struct {
	exchange *Exchange
	from     io.ReadCloser
	left     int64
}

// Read reads on, and begins the wait for the next byte anew.
func (b *body) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, b.exchange.tooLarge()
	}
	p = p[:min(int64(len(p)), b.left+1)]
	n, err := b.from.Read(p)
	b.left -= int64(n)
	if b.left < 0 {
		return 0, b.exchange.tooLarge()
	}
	if n > 0 {
		b.exchange.idle.Reset(b.exchange.client.config.Idle)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, b.exchange.fail(&llm.Error{Kind: llm.ErrTruncated, Err: fmt.Errorf("the connection broke within the reply: %w", err)})
	}
	return n, err
}

// Close closes the response.
func (b *body) Close() error { return b.from.Close() }

func (e *Exchange) tooLarge() error {
	return e.fail(&llm.Error{Kind: llm.ErrTooLarge, Err: fmt.Errorf("the reply is larger than %d bytes", e.client.config.ReplyBytes)})
}
