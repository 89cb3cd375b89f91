package llmtest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

// Key is the key that the servers want.
const Key = "sk-test-4f1c8e2b9a7d6035"

// Protocol is what a server speaks.
type Protocol string

// The protocols.
const (
	OpenAI    Protocol = "openai"
	Anthropic Protocol = "anthropic"
)

// speech is a protocol: how a request is read, and what a reply is made of.
type speech interface {
	path() string
	key(header http.Header) string
	read(header http.Header, body []byte) (Request, error)
	complaint(code, message string) string
	errorEvent() string // the name of an event that reports an error
	events(request Request, turn Turn) []event
	whole(request Request, turn Turn) string
}

// Server is an endpoint that follows a script.
type Server struct {
	URL string // the base URL for an adapter's configuration

	speech speech
	script Script
	http   *httptest.Server
	closed chan struct{}

	mu       sync.Mutex
	requests []Request
	faults   []string
}

// NewServer starts a server; the caller closes it.
func NewServer(protocol Protocol, script Script) *Server {
	s := &Server{script: script, closed: make(chan struct{}), speech: openAISpeech{}}
	if protocol == Anthropic {
		s.speech = anthropicSpeech{}
	}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL
	if protocol == OpenAI {
		s.URL += "/v1"
	}
	return s
}

// Start starts a server for a test, which fails when a request was not as the
// protocol wants it.
func Start(t testing.TB, protocol Protocol, script Script) *Server {
	t.Helper()
	s := NewServer(protocol, script)
	t.Cleanup(func() {
		s.Close()
		for _, fault := range s.Faults() {
			t.Errorf("a request that the protocol does not allow: %s", fault)
		}
	})
	return s
}

// Close ends the server and what it is still answering.
func (s *Server) Close() {
	close(s.closed)
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests returns what was asked so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Faults returns what was wrong with requests.
func (s *Server) Faults() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.faults)
}

// maxRequest is how large a request may be, in bytes.
const maxRequest = 64 << 20

// ServeHTTP answers one request as the script says.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		return // the client is gone
	}
	if r.Method != http.MethodPost || r.URL.Path != s.speech.path() {
		s.refuse(w, http.StatusNotFound, "not_found_error", fmt.Sprintf("no such place: %s %s", r.Method, r.URL.Path))
		return
	}
	if s.speech.key(r.Header) != Key {
		s.complain(w, http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: "+s.speech.key(r.Header))
		return
	}
	request, err := s.speech.read(r.Header, body)
	if err != nil {
		s.refuse(w, http.StatusBadRequest, "invalid_request_error", err.Error())
		return
	}
	request.Header, request.Body = r.Header.Clone(), body
	answer := &answer{server: s, w: w, r: r, request: s.note(request)}
	answer.give(s.script(answer.request).withDefaults())
}

// note keeps a request and gives it its number.
func (s *Server) note(request Request) Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	request.Number = len(s.requests)
	s.requests = append(s.requests, request)
	return request
}

// refuse answers a request that should not have been made.
func (s *Server) refuse(w http.ResponseWriter, status int, code, message string) {
	s.mu.Lock()
	s.faults = append(s.faults, message)
	s.mu.Unlock()
	s.complain(w, status, code, message)
}

func (s *Server) complain(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, s.speech.complaint(code, message))
}

// wait returns when the client is gone, the server is closed or the time is over.
func (a *answer) wait(pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-a.r.Context().Done():
	case <-a.server.closed:
	}
	return false
}
