package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/superbizagent/superbizagent/evidence/secret"
	"github.com/superbizagent/superbizagent/llm"
)

// Recorder is a model that writes down what another one is asked and says. It is safe
// for concurrent use; turns are written as they end.
type Recorder struct {
	model   llm.Model
	secrets []llm.Secret

	mu      sync.Mutex
	to      io.Writer
	history history
	broken  error // of an earlier write: a recording with a hole is none
}

// NewRecorder returns a recorder that writes to a file, and begins it. The secrets are
// the keys that it must not hold.
func NewRecorder(model llm.Model, to io.Writer, secrets ...llm.Secret) (*Recorder, error) {
	r := &Recorder{model: model, to: to, secrets: secrets}
	if err := r.write(header{Version, model.Name(), model.Features()}); err != nil {
		return nil, err
	}
	return r, nil
}

// Name returns the name of the recorded model.
func (r *Recorder) Name() string { return r.model.Name() }

// Features says what the endpoint of the recorded model can be asked for.
func (r *Recorder) Features() llm.Features { return r.model.Features() }

// Chat asks the model, and writes down the turn before it returns. A turn that cannot
// be recorded is an error of the kind llm.ErrNotRecorded, whatever the model said. One
// that the caller cancelled is not recorded.
func (r *Recorder) Chat(ctx context.Context, request llm.Request) (llm.Reply, error) {
	if err := r.checkMessages(request.Messages); err != nil {
		return llm.Reply{}, notRecorded(err)
	}
	reply, err := r.model.Chat(ctx, request)
	if llm.KindOf(err) == llm.ErrCancelled || err != nil && ctx.Err() != nil {
		return reply, err
	}
	if failed := r.record(request, reply, err); failed != nil {
		return llm.Reply{}, notRecorded(failed)
	}
	return reply, err
}

func notRecorded(err error) error {
	return &llm.Error{Kind: llm.ErrNotRecorded, Err: fmt.Errorf("record a turn: %w", err)}
}

func (r *Recorder) record(request llm.Request, reply llm.Reply, chatErr error) error {
	if err := r.checkMessages([]llm.Message{reply.Message}); err != nil {
		return err
	}
	key, err := keyOf(r.model.Name(), request)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken != nil {
		return r.broken
	}
	line, err := r.history.add(request)
	if err != nil {
		return err
	}
	line.Key = key
	if chatErr == nil {
		line.Reply = &reply
	} else {
		line.Error = keep(chatErr)
	}
	r.broken = r.write(line)
	return r.broken
}

// keep returns an error as it is kept.
func keep(err error) *fault {
	if known, ok := errors.AsType[*llm.Error](err); ok {
		return &fault{known.Kind, known.Status, known.Err.Error(), known.Usage}
	}
	return &fault{Kind: llm.ErrMalformed, Text: err.Error()}
}

// write writes one line at once, unless it holds a secret.
func (r *Recorder) write(line any) error {
	text, err := json.Marshal(line, json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("write a turn as JSON: %w", err)
	}
	if r.holdsKey(string(text)) {
		return errors.New("it holds the key of an endpoint")
	}
	if _, err := r.to.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("write the recording: %w", err)
	}
	return nil
}

// holdsKey looks for the keys as they are, and as JSON writes them.
func (r *Recorder) holdsKey(text string) bool {
	for _, key := range r.secrets {
		value := key.Reveal()
		if value == "" {
			continue
		}
		quoted, err := json.Marshal(value)
		if strings.Contains(text, value) || err == nil && strings.Contains(text, string(quoted[1:len(quoted)-1])) {
			return true
		}
	}
	return false
}

// checkMessages refuses headers that carry credentials, and private keys: tools redact
// them before a model sees them, and what a person pastes is not ours to keep.
func (r *Recorder) checkMessages(messages []llm.Message) error {
	for _, message := range messages {
		texts := []string{message.Text, message.Reasoning}
		for _, call := range message.Calls {
			texts = append(texts, call.Arguments)
		}
		for _, text := range texts {
			if err := r.checkText(text); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Recorder) checkText(text string) error {
	if r.holdsKey(text) {
		return errors.New("it holds the key of an endpoint")
	}
	for _, found := range secret.Find(text) {
		if found.Kind == secret.Header || found.Kind == secret.PrivateKey {
			return fmt.Errorf("it holds a credential (%s)", found.Kind)
		}
	}
	return nil
}
