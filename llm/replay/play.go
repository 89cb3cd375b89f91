package replay

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/superbizagent/superbizagent/llm"
)

// Player is a model that says what a recorded one said. It is safe for concurrent use.
// A request that was recorded more than once is answered in the order of recording,
// each turn once.
type Player struct {
	header header

	mu      sync.Mutex
	turns   map[string][]turn // that were not yet played, by key
	left    int
	history history
}

// maxLine is how long one line of a recording may be, in bytes, and maxRecording how
// long all of it.
const (
	maxLine      = 64 << 20
	maxRecording = 512 << 20
)

// Load reads a recording whole. A line that is not what its key says is an error: it
// was changed by hand, or by another version.
func Load(from io.Reader) (*Player, error) {
	lines := bufio.NewScanner(io.LimitReader(from, maxRecording))
	lines.Buffer(nil, maxLine)
	p := &Player{turns: map[string][]turn{}}
	for number := 1; lines.Scan(); number++ {
		if err := p.load(number, lines.Bytes()); err != nil {
			return nil, fmt.Errorf("line %d of a recording of a language model: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read a recording of a language model: %w", err)
	}
	if p.header.Recording == "" {
		return nil, errors.New("the recording of a language model is empty")
	}
	return p, nil
}

func (p *Player) load(number int, text []byte) error {
	text = bytes.TrimSpace(text)
	if number == 1 {
		if err := json.Unmarshal(text, &p.header); err != nil || p.header.Recording != Version {
			return fmt.Errorf("it does not begin like a recording: \"recording\" must be %q", Version)
		}
		return nil
	}
	var line turn
	if err := json.Unmarshal(text, &line, json.RejectUnknownMembers(true)); err != nil {
		return err
	}
	if (line.Reply == nil) == (line.Error == nil) {
		return errors.New("a turn has either a reply or an error")
	}
	return p.keep(line)
}

// keep checks a line against its key, and keeps it.
func (p *Player) keep(line turn) error {
	request, err := p.history.request(line)
	if err != nil {
		return err
	}
	key, err := keyOf(p.header.Model, request)
	if err != nil {
		return err
	}
	if key != line.Key {
		return errors.New("the request is not the one of its key: record it anew")
	}
	if _, err := p.history.add(request); err != nil {
		return err
	}
	line.Messages, line.Tools = nil, nil // the history has them
	p.turns[key] = append(p.turns[key], line)
	p.left++
	return nil
}

// Name returns the name of the recorded model.
func (p *Player) Name() string { return p.header.Model }

// Features says what the endpoint of the recorded model could be asked for.
func (p *Player) Features() llm.Features { return p.header.Features }

// Left returns how many recorded turns were not yet asked for.
func (p *Player) Left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.left
}

// Chat returns what was recorded for exactly this request. If there is nothing, or no
// more, the error is of the kind llm.ErrNotRecorded and says where the request departs
// from the recording.
func (p *Player) Chat(ctx context.Context, request llm.Request) (llm.Reply, error) {
	if ctx.Err() != nil {
		return llm.Reply{}, &llm.Error{Kind: llm.ErrCancelled, Err: context.Cause(ctx)}
	}
	key, err := keyOf(p.header.Model, request)
	if err != nil {
		return llm.Reply{}, &llm.Error{Kind: llm.ErrBadRequest, Err: err}
	}
	line, ok := p.take(key)
	if !ok {
		return llm.Reply{}, &llm.Error{Kind: llm.ErrNotRecorded, Err: errors.New(p.departure(request))}
	}
	if line.Error != nil {
		return llm.Reply{}, &llm.Error{Kind: line.Error.Kind, Status: line.Error.Status, Usage: line.Error.Usage, Err: errors.New(line.Error.Text)}
	}
	return *line.Reply, nil
}

func (p *Player) take(key string) (turn, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	waiting := p.turns[key]
	if len(waiting) == 0 {
		return turn{}, false
	}
	p.turns[key] = waiting[1:]
	p.left--
	return waiting[0], true
}
