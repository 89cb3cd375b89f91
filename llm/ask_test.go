package llm_test

import (
	"context"
	"errors"
	"testing"

	"github.com/superbizagent/superbizagent/llm"
)

// canned answers every request alike, and keeps the last.
type canned struct {
	features llm.Features
	reply    llm.Reply
	err      error
	request  *llm.Request
}

func (canned) Name() string             { return "canned" }
func (c canned) Features() llm.Features { return c.features }
func (c canned) Chat(_ context.Context, r llm.Request) (llm.Reply, error) {
	*c.request = r
	return c.reply, c.err
}

func text(t string) llm.Reply {
	return llm.Reply{Message: llm.Message{Text: t}, Finish: llm.FinishStop}
}

func called(names ...string) llm.Reply {
	r := llm.Reply{Finish: llm.FinishToolCalls}
	for _, name := range names {
		r.Message.Calls = append(r.Message.Calls, llm.ToolCall{Name: name, Arguments: `{"n":1}`})
	}
	return r
}

func TestObject(t *testing.T) {
	t.Parallel()
	cut := text(`{"n":1}`)
	cut.Finish = llm.FinishLength
	for name, tc := range map[string]struct {
		reply llm.Reply
		ok    bool
	}{
		"the object":           {text(`{"n":1}`), true},
		"in a fence":           {text("```json\n{\"n\":1}\n```"), true},
		"a call":               {called("count"), true},
		"two calls":            {called("count", "count"), false},
		"another call":         {called("recount"), false},
		"prose":                {text("The count is 1."), false},
		"prose around it":      {text(`Here: {"n":1}`), false},
		"two objects":          {text(`{"n":1}{"n":2}`), false},
		"a member twice":       {text(`{"n":1,"n":2}`), false},
		"an unknown member":    {text(`{"n":1,"m":2}`), false},
		"cut":                  {cut, false},
		"nothing":              {text(""), false},
		"a number of two kind": {text(`{"n":"1"}`), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got struct {
				N int `json:"n"`
			}
			_, err := llm.Ask{Name: "count"}.Object(t.Context(), canned{reply: tc.reply, request: new(llm.Request)}, &got)
			if (err == nil) != tc.ok || tc.ok && got.N != 1 {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestObjectIsAskedForAsTheEndpointCan(t *testing.T) {
	t.Parallel()
	ask := llm.Ask{System: "Count.", User: "Apples?", Name: "count", Schema: []byte(`{"type":"object"}`)}
	for name, tc := range map[string]struct {
		features      llm.Features
		schema, tools bool
		forced        string
	}{
		"by a schema":      {llm.Features{Schema: true, Tools: true}, true, false, ""},
		"by a forced tool": {llm.Features{Tools: true, ForcedTool: true}, false, true, "count"},
		"by a tool":        {llm.Features{Tools: true}, false, true, ""},
		"by words":         {llm.Features{}, false, false, ""},
	} {
		var got llm.Request
		if _, err := ask.Object(t.Context(), canned{tc.features, text(`{}`), nil, &got}, new(struct{})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if (got.Schema != nil) != tc.schema || (len(got.Tools) == 1) != tc.tools || got.ForcedTool != tc.forced {
			t.Errorf("%s: request %+v", name, got)
		}
	}
	fault := &llm.Error{Kind: llm.ErrTimeout, Usage: llm.Usage{PromptTokens: 2_000_000}, Err: errors.New("slow")}
	reply, err := ask.Object(t.Context(), canned{err: fault, request: new(llm.Request)}, new(struct{}))
	if bill := (llm.Prices{Known: true, Prompt: 3}).Bill(reply, err); !errors.Is(err, llm.ErrTimeout) || bill.ModelCalls != 1 || *bill.Cost != 6 {
		t.Errorf("bill %+v of %v", bill, err)
	}
}
