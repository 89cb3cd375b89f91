package replay_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/replay"
)

// fake answers by the number of the request.
type fake struct {
	mu      sync.Mutex
	asked   int
	replies []llm.Reply
	errs    []error
}

func (f *fake) Name() string { return "fake-1" }

func (f *fake) Features() llm.Features { return llm.Features{Tools: true, ContextTokens: 1000} }

func (f *fake) Chat(context.Context, llm.Request) (llm.Reply, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := f.asked
	f.asked++
	if i < len(f.errs) && f.errs[i] != nil {
		return llm.Reply{}, f.errs[i]
	}
	return f.replies[i], nil
}

func said(text string, calls ...llm.ToolCall) llm.Reply {
	finish := llm.FinishStop
	if len(calls) > 0 {
		finish = llm.FinishToolCalls
	}
	return llm.Reply{
		Message: llm.Message{Role: llm.RoleAssistant, Text: text, Calls: calls},
		Finish:  finish, Usage: llm.Usage{PromptTokens: 9, CompletionTokens: 3}, Model: "fake-1-0613",
	}
}

// conversation is three turns: a call, its result, and the first question once more.
func conversation() ([]llm.Request, *fake) {
	call := llm.ToolCall{ID: "c1", Name: "alerts_list", Arguments: `{"n": `}
	first := llm.Request{
		Messages: []llm.Message{{Role: llm.RoleSystem, Text: "Find causes."}, {Role: llm.RoleUser, Text: "为什么 <checkout> is down?"}},
		Tools:    []llm.Tool{{Name: "alerts_list", Description: "Lists.", Schema: json.RawMessage(`{"type": "object"}`)}},
	}
	second := first
	second.Messages = append(append([]llm.Message{}, first.Messages...),
		said("", call).Message, llm.Message{Role: llm.RoleTool, CallID: "c1", Text: `{"error": "no JSON"}`, Failed: true})
	second.Schema = json.RawMessage(`{}`)
	return []llm.Request{first, second, first}, &fake{replies: []llm.Reply{said("", call), said("It is down."), said("Once more.")}}
}

func record(t *testing.T, requests []llm.Request, model llm.Model) string {
	t.Helper()
	var file bytes.Buffer
	recorder, err := replay.NewRecorder(model, &file)
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range requests {
		if _, err := recorder.Chat(t.Context(), request); err != nil && llm.KindOf(err) == llm.ErrNotRecorded {
			t.Fatal(err)
		}
	}
	return file.String()
}

func load(t *testing.T, file string) *replay.Player {
	t.Helper()
	player, err := replay.Load(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return player
}

func TestPlay(t *testing.T) {
	t.Parallel()
	requests, model := conversation()
	file := record(t, requests, model)
	player := load(t, file)
	if player.Name() != "fake-1" || player.Features() != model.Features() || player.Left() != 3 {
		t.Errorf("got %s, %+v, %d turns", player.Name(), player.Features(), player.Left())
	}
	for i, request := range requests {
		got, err := player.Chat(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(model.replies[i], got); diff != "" {
			t.Errorf("turn %d: -want +got\n%s", i+1, diff)
		}
	}
	if player.Left() != 0 {
		t.Errorf("got %d turns left, want none", player.Left())
	}
}

func TestRecordingIsDeterministic(t *testing.T) {
	t.Parallel()
	requests, model := conversation()
	_, again := conversation()
	first := record(t, requests, model)
	if second := record(t, requests, again); first != second {
		t.Errorf("got\n%s\nwant\n%s", second, first)
	}
	// What a replay hears is recorded as the same bytes.
	if third := record(t, requests, load(t, first)); first != third {
		t.Errorf("got\n%s\nwant\n%s", third, first)
	}
}

func TestConversationIsWrittenOnce(t *testing.T) {
	t.Parallel()
	requests, model := conversation()
	file := record(t, requests, model)
	for _, text := range []string{"Find causes.", "Lists."} {
		if n := strings.Count(file, text); n != 1 {
			t.Errorf("got %q %d times, want once", text, n)
		}
	}
}

func TestErrorsAreReplayed(t *testing.T) {
	t.Parallel()
	requests, model := conversation()
	model.errs = []error{&llm.Error{Kind: llm.ErrRateLimited, Status: 429, Usage: llm.Usage{PromptTokens: 5}, Err: errors.New("too many")}}
	player := load(t, record(t, requests[:1], model))
	_, err := player.Chat(t.Context(), requests[0])
	got, ok := errors.AsType[*llm.Error](err)
	if !ok || got.Kind != llm.ErrRateLimited || got.Status != 429 || got.Usage.PromptTokens != 5 || got.Err.Error() != "too many" {
		t.Errorf("got %#v", err)
	}
}

func TestMiss(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*llm.Request)
		want   string
	}{
		{"another question", func(r *llm.Request) { r.Messages[1].Text = "为什么 <cart> is down?" }, `but for message 2: from byte 12 on it was "heckout> is down?" and is "art> is down?"`},
		{"nothing alike", func(r *llm.Request) { r.Messages[0].Text = "Write a poem." }, "no conversation that begins like this one"},
		{"another speaker", func(r *llm.Request) { r.Messages[1].Role = llm.RoleAssistant }, "it was the user's and is the assistant's"},
		{"longer", func(r *llm.Request) { r.Messages = append(r.Messages, r.Messages[1]) }, "but for message 3"},
		{"shorter", func(r *llm.Request) { r.Messages = r.Messages[:1] }, "has 2 messages instead of 1"},
		{"another tool", func(r *llm.Request) { r.Tools = nil }, "the same messages, but other tools"},
		{"another length", func(r *llm.Request) { r.MaxTokens = 5 }, "another forced tool, schema or length"},
		{"another forced tool", func(r *llm.Request) { r.ForcedTool = "alerts_list" }, "another forced tool, schema or length"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			requests, model := conversation()
			player := load(t, record(t, requests, model))
			request, _ := conversation()
			test.change(&request[0])
			_, err := player.Chat(t.Context(), request[0])
			if !errors.Is(err, llm.ErrNotRecorded) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestEachTurnIsPlayedOnce(t *testing.T) {
	t.Parallel()
	requests, model := conversation()
	player := load(t, record(t, requests[:1], model))
	if _, err := player.Chat(t.Context(), requests[0]); err != nil {
		t.Fatal(err)
	}
	_, err := player.Chat(t.Context(), requests[0])
	if !errors.Is(err, llm.ErrNotRecorded) || !strings.Contains(err.Error(), "was played already") {
		t.Errorf("got %v, want that it was played already", err)
	}
}

func TestSecretsAreNotRecorded(t *testing.T) {
	t.Parallel()
	key := `sk-"quoted"-\4f1c8e2b`
	tests := []struct {
		name    string
		request string
		reply   llm.Message
	}{
		{"the key in a question", "my key is " + key, llm.Message{Text: "ok"}},
		{"the key in a reply", "what is my key?", llm.Message{Text: key}},
		{"the key in a call", "look", llm.Message{Calls: []llm.ToolCall{{ID: "a", Name: "b", Arguments: key}}}},
		{"a header in a question", "curl -H 'Authorization: Bearer abcdefghij0123456789abcdef' does not work", llm.Message{Text: "ok"}},
		{"a private key in a reply", "make one", llm.Message{Text: "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var file bytes.Buffer
			model := &fake{replies: []llm.Reply{{Message: test.reply, Finish: llm.FinishStop}}}
			recorder, err := replay.NewRecorder(model, &file, llm.NewSecret(key))
			if err != nil {
				t.Fatal(err)
			}
			before := file.Len()
			_, err = recorder.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: test.request}}})
			if !errors.Is(err, llm.ErrNotRecorded) {
				t.Errorf("got %v, want that it is not recorded", err)
			}
			if err != nil && strings.Contains(err.Error(), "4f1c8e2b") {
				t.Errorf("the key is in %q", err)
			}
			if file.Len() != before {
				t.Errorf("got %q in the file", file.String()[before:])
			}
		})
	}
}

func TestCancelledIsNotRecorded(t *testing.T) {
	t.Parallel()
	requests, model := conversation()
	model.errs = []error{&llm.Error{Kind: llm.ErrCancelled, Err: context.Canceled}}
	if player := load(t, record(t, requests[:1], model)); player.Left() != 0 {
		t.Errorf("got %d turns, want none", player.Left())
	}
}

type brokenFile struct{ writes int }

func (b *brokenFile) Write(p []byte) (int, error) {
	b.writes++
	if b.writes > 1 {
		return 0, errors.New("no space left on device")
	}
	return len(p), nil
}

func TestRecordingWithAHoleIsNone(t *testing.T) {
	t.Parallel()
	requests, model := conversation()
	recorder, err := replay.NewRecorder(model, &brokenFile{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := recorder.Chat(t.Context(), requests[0]); !errors.Is(err, llm.ErrNotRecorded) || !strings.Contains(err.Error(), "no space") {
			t.Errorf("got %v, want that there is no space", err)
		}
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	requests, model := conversation()
	good := record(t, requests, model)
	lines := strings.SplitAfter(good, "\n")
	tests := []struct {
		name, file, want string
	}{
		{"empty", "", "is empty"},
		{"another file", `{"trace_version": "v1"}`, "does not begin like a recording"},
		{"changed by hand", strings.Replace(good, "Find causes.", "Find bugs.", 1), "line 2 of a recording of a language model: the request is not the one of its key"},
		{"a line is missing", lines[0] + lines[2], "line 2"},
		{"cut", good[:len(good)-20], "line 4"},
		{"no reply", lines[0] + strings.Replace(lines[1], `"reply"`, `"rely"`, 1), "unknown"},
		{"continues what is not there", lines[0] + strings.Replace(lines[2], `"continues":1`, `"continues":7`, 1), "continues turn 7"},
		{"keeps too much", lines[0] + lines[1] + strings.Replace(lines[2], `"kept":2`, `"kept":9`, 1), "keeps 9 messages"},
		{"keeps less than none", lines[0] + lines[1] + strings.Replace(lines[2], `"kept":2`, `"kept":-1`, 1), "keeps -1 messages"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := replay.Load(strings.NewReader(test.file))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestConcurrent(t *testing.T) {
	t.Parallel()
	const turns = 20
	model := &fake{}
	var requests []llm.Request
	for i := range turns {
		requests = append(requests, llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: fmt.Sprint(i)}}})
		model.replies = append(model.replies, said("ok"))
	}
	var file bytes.Buffer
	recorder, err := replay.NewRecorder(model, &file)
	if err != nil {
		t.Fatal(err)
	}
	all := func(model llm.Model) {
		var group sync.WaitGroup
		for _, request := range requests {
			group.Go(func() {
				if _, err := model.Chat(t.Context(), request); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	}
	all(recorder)
	player := load(t, file.String())
	all(player)
	if player.Left() != 0 {
		t.Errorf("got %d turns left, want none", player.Left())
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(`{"recording":"llm_recording_v1","model":"m","features":{}}` + "\n" + `{"turn":1,"key":"","messages":[],"continues":-1,"kept":3,"reply":{}}`)
	f.Fuzz(func(t *testing.T, file string) {
		player, err := replay.Load(strings.NewReader(file))
		if err == nil {
			_, _ = player.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: "x"}}})
		}
	})
}
