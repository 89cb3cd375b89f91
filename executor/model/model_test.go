package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/docs/schemas"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/executor/model"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/tool"
)

// turn is what a fake model does with a request.
type turn func(ctx context.Context, request llm.Request) (llm.Reply, error)

// fake is a model that plays its turns in order, the last one for ever.
type fake struct {
	features llm.Features
	turns    []turn

	mu       sync.Mutex
	requests []llm.Request
}

func (f *fake) Name() string           { return "fake-1" }
func (f *fake) Features() llm.Features { return f.features }

func (f *fake) Chat(ctx context.Context, request llm.Request) (llm.Reply, error) {
	f.mu.Lock()
	turn := f.turns[min(len(f.requests), len(f.turns)-1)]
	f.requests = append(f.requests, request)
	f.mu.Unlock()
	return turn(ctx, request)
}

func plays(turns ...turn) *fake {
	return &fake{features: llm.Features{Tools: true, ForcedTool: true}, turns: turns}
}

var usage = llm.Usage{PromptTokens: 100, CompletionTokens: 10}

func says(text string) turn {
	return func(context.Context, llm.Request) (llm.Reply, error) {
		return llm.Reply{Message: llm.Message{Role: llm.RoleAssistant, Text: text}, Finish: llm.FinishStop, Usage: usage}, nil
	}
}

func calls(calls ...llm.ToolCall) turn {
	return func(context.Context, llm.Request) (llm.Reply, error) {
		return llm.Reply{Message: llm.Message{Role: llm.RoleAssistant, Calls: calls}, Finish: llm.FinishToolCalls, Usage: usage}, nil
	}
}

func looks(shards ...int) turn {
	var out []llm.ToolCall
	for i, s := range shards {
		out = append(out, llm.ToolCall{ID: fmt.Sprintf("call-%d", i), Name: "pool_status", Arguments: fmt.Sprintf(`{"shard":%d}`, s)})
	}
	return calls(out...)
}

// spends says of a turn that each of its counts is that many tokens.
func spends(tokens int64, of turn) turn {
	return func(ctx context.Context, request llm.Request) (llm.Reply, error) {
		reply, err := of(ctx, request)
		reply.Usage = llm.Usage{PromptTokens: tokens, CompletionTokens: tokens}
		return reply, err
	}
}

func submits(text string) turn {
	return calls(llm.ToolCall{ID: "call-0", Name: "submit_evidence", Arguments: text})
}

func fails(kind llm.ErrorKind) turn {
	return func(context.Context, llm.Request) (llm.Reply, error) {
		return llm.Reply{}, &llm.Error{Kind: kind, Usage: usage, Err: errors.New("broken on purpose")}
	}
}

func finishes(finish llm.Finish, text string) turn {
	return func(context.Context, llm.Request) (llm.Reply, error) {
		return llm.Reply{Message: llm.Message{Role: llm.RoleAssistant, Text: text}, Finish: finish}, nil
	}
}

func hangs(ctx context.Context, _ llm.Request) (llm.Reply, error) {
	<-ctx.Done()
	return llm.Reply{}, &llm.Error{Kind: llm.ErrCancelled, Err: ctx.Err()}
}

// sink keeps nothing.
type sink struct{}

func (sink) StartInvocation(context.Context, superbiz.ToolInvocation) error  { return nil }
func (sink) FinishInvocation(context.Context, superbiz.ToolInvocation) error { return nil }

type recorder struct {
	*tool.Recorder
	registry *tool.Registry
}

func (r recorder) Names() []string { return r.registry.Names() }

// poolStatus answers with the shard that it is asked for.
func poolStatus() tool.Tool {
	return tool.Tool{
		Name: "pool_status", Description: "Tells how full the pool is.", Source: "test", Class: superbiz.SourceObserved, Mode: superbiz.DataReplay,
		Schema:   json.RawMessage(`{"type":"object","properties":{"shard":{"type":"integer"}},"additionalProperties":false}`),
		Examples: []json.RawMessage{json.RawMessage(`{"shard":1}`)},
		Call: func(_ context.Context, arguments json.RawMessage) (tool.Result, error) {
			return tool.Data(json.RawMessage(`{"asked":` + string(arguments) + `}`)), nil
		},
	}
}

// bigStatus is poolStatus with much beside the answer.
func bigStatus() tool.Tool {
	big := poolStatus()
	big.Call = func(_ context.Context, arguments json.RawMessage) (tool.Result, error) {
		return tool.Data(json.RawMessage(`{"asked":` + string(arguments) + `,"pad":"` + strings.Repeat("x", 3000) + `"}`)), nil
	}
	return big
}

func newTask(t *testing.T, budget tool.Budget, tools ...tool.Tool) executor.Task {
	t.Helper()
	registry, err := tool.NewRegistry(tools...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tool.NewRecorder(tool.Config{
		Registry: registry, Sink: sink{}, Policy: tool.AllowAll, SessionID: "s-1", RunID: "r-1", Mode: superbiz.DataReplay,
		Now: time.Now, Random: rand.NewChaCha8([32]byte{1}), Budget: budget,
	})
	if err != nil {
		t.Fatal(err)
	}
	return executor.Task{
		RunID: "r-1", AskedAt: time.Now(), Question: superbiz.Question{Text: "Is the pool full?"}, Tools: recorder{r, registry}, Attempt: 1,
		Plan: superbiz.Plan{Steps: []superbiz.PlanStep{{ToolName: "pool_status", Arguments: json.RawMessage(`{}`)}}},
	}
}

func newExecutor(t *testing.T, m llm.Model, limits model.Limits) *model.Executor {
	t.Helper()
	e, err := model.New(model.Config{Model: m, Tools: []tool.Tool{poolStatus()}, Schema: schemas.ExecutorEvidence(), Limits: limits, Prices: llm.Prices{Known: true, Prompt: 1e4, Completion: 1e5}})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// unfinished fails the test unless a text is the output of an investigation that did
// not end, for a reason.
func unfinished(t *testing.T, text, why string) {
	t.Helper()
	var out superbiz.ExecutorOutput
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if len(out.Claims) != 0 || len(out.MissingInfo) != 1 || !strings.Contains(out.MissingInfo[0].Text, why) {
		t.Errorf("got %s, want one without claims that says %q", text, why)
	}
	if doc := evidence.Parse(text).Document; doc == nil {
		t.Errorf("not parsed: %s", text)
	} else if _, faults := evidence.ReadOutput(doc); len(faults) > 0 {
		t.Errorf("faults %v", faults)
	}
}

func TestTheLoopEnds(t *testing.T) {
	t.Parallel()
	const output = `{"answer_version":"executor_evidence_v2"}`
	everNew := func() turn {
		shard := 0
		return func(ctx context.Context, r llm.Request) (llm.Reply, error) {
			shard++
			return looks(shard)(ctx, r)
		}
	}
	unknown := calls(llm.ToolCall{ID: "1", Name: "no_such_tool", Arguments: "{}"})
	noJSON := calls(llm.ToolCall{ID: "1", Name: "pool_status", Arguments: "{shard"})
	truncated, ambiguous := fails(llm.ErrTruncated), fails(llm.ErrAmbiguous)
	tests := []struct {
		name   string
		turns  []turn
		limits model.Limits
		budget tool.Budget
		want   string // the text that is handed over
		why    string // or why there is none
		asked  int    // requests to the model
	}{
		{name: "submits at once", turns: []turn{submits(output)}, want: output, asked: 1},
		{name: "writes instead of submitting", turns: []turn{says(output)}, want: output, asked: 1},
		{name: "looks, then submits", turns: []turn{looks(1, 2), looks(3), submits(output)}, want: output, asked: 3},
		{name: "submits twice", turns: []turn{calls(llm.ToolCall{ID: "1", Name: "submit_evidence", Arguments: "{}"}, llm.ToolCall{ID: "2", Name: "submit_evidence", Arguments: "{}"})}, want: "{}\n{}", asked: 1},
		{name: "submits beside a call", turns: []turn{calls(llm.ToolCall{ID: "1", Name: "pool_status", Arguments: "{}"}, llm.ToolCall{ID: "2", Name: "submit_evidence", Arguments: output})}, want: output, asked: 1},
		{name: "recovers from a broken stream", turns: []turn{truncated, looks(1), ambiguous, submits(output)}, want: output, asked: 4},
		{name: "recovers from a full context", turns: []turn{fails(llm.ErrContextFull), submits(output)}, want: output, asked: 2},
		{name: "same call again and again", turns: []turn{looks(1)}, why: "nothing new", asked: 6},
		{name: "unknown tool again and again", turns: []turn{unknown}, why: "nothing new", asked: 5},
		{name: "arguments that are no JSON", turns: []turn{noJSON}, why: "nothing new", asked: 5},
		{name: "never ends", turns: []turn{everNew()}, limits: model.Limits{Rounds: 7}, why: "7 rounds", asked: 8},
		{name: "spends its tokens", turns: []turn{everNew()}, limits: model.Limits{Tokens: 300}, why: "300 tokens", asked: 4},
		{name: "says that it spent more than can be counted", turns: []turn{spends(math.MaxInt64, looks(1)), looks(2)}, why: "tokens", asked: 2},
		{name: "spends its calls", turns: []turn{everNew()}, budget: tool.Budget{Calls: 3}, why: "nothing new", asked: 7},
		{name: "asks for very many", turns: []turn{looks(make([]int, 1000)...), submits(output)}, want: output, asked: 2},
		{name: "does not hear that calls are spent", turns: []turn{looks(make([]int, 16)...)}, limits: model.Limits{IdleRounds: 100}, budget: tool.Budget{Calls: 1}, why: "budget of tool calls", asked: 4},
		{name: "says nothing", turns: []turn{says(" ")}, why: "empty", asked: 3},
		{name: "refuses", turns: []turn{finishes(llm.FinishRefusal, "I cannot.")}, why: "refused", asked: 3},
		{name: "is cut by length", turns: []turn{finishes(llm.FinishLength, `{"answer_version"`)}, why: "greatest length", asked: 3},
		{name: "breaks off for ever", turns: []turn{truncated}, why: "broke off", asked: 3},
		{name: "is too slow for ever", turns: []turn{fails(llm.ErrTimeout)}, why: "in time", asked: 3},
		{name: "is down in the middle", turns: []turn{looks(1), fails(llm.ErrUnavailable)}, why: "could not be asked any more", asked: 2},
		{name: "context stays full", turns: []turn{looks(1), fails(llm.ErrContextFull)}, why: "too long for the model", asked: 3},
		{name: "says what it knows at the end", turns: []turn{looks(1), looks(1), looks(1), looks(1), looks(1), submits(output)}, want: output, asked: 6},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := plays(test.turns...)
			var spent superbiz.Usage
			task := newTask(t, test.budget, bigStatus())
			task.Spend = func(u superbiz.Usage) { spent = spent.Add(u) }
			got, err := newExecutor(t, m, test.limits).Execute(t.Context(), task)
			if err != nil {
				t.Fatal(err)
			}
			if test.why == "" && got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if test.why != "" {
				unfinished(t, got, test.why)
			}
			if len(m.requests) != test.asked || spent.ModelCalls != test.asked {
				t.Errorf("asked %d times, %d of them counted, want %d", len(m.requests), spent.ModelCalls, test.asked)
			}
			for _, request := range m.requests {
				answered(t, request)
			}
		})
	}
}

// answered fails the test when a request leaves a call of the model without an answer:
// no endpoint takes that.
func answered(t *testing.T, request llm.Request) {
	t.Helper()
	for i, m := range request.Messages {
		for j, call := range m.Calls {
			at := i + 1 + j
			if at >= len(request.Messages) || request.Messages[at].Role != llm.RoleTool || request.Messages[at].CallID != call.ID {
				t.Fatalf("call %s of message %d has no answer", call.ID, i)
			}
		}
	}
}

func TestAModelThatCannotBeHadIsAnError(t *testing.T) {
	t.Parallel()
	for _, kind := range []llm.ErrorKind{llm.ErrUnavailable, llm.ErrUnauthorized, llm.ErrQuota, llm.ErrBadRequest, llm.ErrRateLimited, llm.ErrNotRecorded} {
		_, err := newExecutor(t, plays(fails(kind)), model.Limits{}).Execute(t.Context(), newTask(t, tool.Budget{}, poolStatus()))
		if !errors.Is(err, kind) || !strings.Contains(err.Error(), "fake-1") {
			t.Errorf("%s: error %v", kind, err)
		}
	}
	_, err := newExecutor(t, plays(looks(1), fails(llm.ErrNotRecorded)), model.Limits{}).Execute(t.Context(), newTask(t, tool.Budget{}, poolStatus()))
	if !errors.Is(err, llm.ErrNotRecorded) || !errors.Is(err, executor.ErrStop) {
		t.Errorf("a miss in the middle of a replay: error %v", err)
	}
	_, err = newExecutor(t, plays(looks(1), fails(llm.ErrNotRecorded)), model.Limits{Rounds: 1}).Execute(t.Context(), newTask(t, tool.Budget{}, poolStatus()))
	if !errors.Is(err, llm.ErrNotRecorded) || !errors.Is(err, executor.ErrStop) {
		t.Errorf("a miss at the end of a replay: error %v", err)
	}
}

func TestTimeIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		started := time.Now()
		got, err := newExecutor(t, plays(hangs), model.Limits{}).Execute(t.Context(), newTask(t, tool.Budget{}, poolStatus()))
		if err != nil {
			t.Fatal(err)
		}
		unfinished(t, got, "10m0s")
		if took := time.Since(started); took != 11*time.Minute {
			t.Errorf("took %s, want 10 minutes and one for the last request", took)
		}
	})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newExecutor(t, plays(hangs), model.Limits{}).Execute(cancelled, newTask(t, tool.Budget{}, poolStatus())); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestTheLastRequestForcesTheHandover(t *testing.T) {
	t.Parallel()
	m := plays(looks(1))
	if _, err := newExecutor(t, m, model.Limits{Rounds: 1}).Execute(t.Context(), newTask(t, tool.Budget{}, poolStatus())); err != nil {
		t.Fatal(err)
	}
	last := m.requests[len(m.requests)-1]
	if len(last.Tools) != 1 || last.ForcedTool != "submit_evidence" {
		t.Errorf("offered %v, forced %q", last.Tools, last.ForcedTool)
	}
}

func TestAnEndpointWithoutToolsIsAskedForText(t *testing.T) {
	t.Parallel()
	for name, schema := range map[string]bool{"with a schema": true, "with nothing": false} {
		m := plays(says("{}"))
		m.features = llm.Features{Schema: schema}
		if _, err := newExecutor(t, m, model.Limits{}).Execute(t.Context(), newTask(t, tool.Budget{}, poolStatus())); err != nil {
			t.Fatal(err)
		}
		request := m.requests[0]
		if len(request.Tools) != 0 || (len(request.Schema) > 0) != schema || strings.Contains(request.Messages[0].Text, `"$defs"`) == schema {
			t.Errorf("%s: request %+v", name, request)
		}
	}
}

func TestTheContextIsKeptByDroppingViewsAndNotRows(t *testing.T) {
	t.Parallel()
	shard := 0
	m := plays(func(ctx context.Context, r llm.Request) (llm.Reply, error) {
		size := 0
		for _, message := range r.Messages {
			size += len(message.Text)
		}
		if size > 30_000 {
			t.Errorf("a request of %d bytes", size)
		}
		if shard++; shard > 20 {
			return submits("{}")(ctx, r)
		}
		return looks(shard)(ctx, r)
	})
	if _, err := newExecutor(t, m, model.Limits{ContextBytes: 30_000}).Execute(t.Context(), newTask(t, tool.Budget{}, bigStatus())); err != nil {
		t.Fatal(err)
	}
	last := m.requests[len(m.requests)-1]
	answered(t, last)
	var ids []string
	for _, message := range last.Messages {
		if i := strings.Index(message.Text, "inv-"); i >= 0 && message.Role != llm.RoleSystem {
			ids = append(ids, message.Text[i:i+11])
		}
	}
	if slices.Sort(ids); len(slices.Compact(ids)) != 21 {
		t.Errorf("%d calls are told of at the end, want 21", len(ids))
	}
}

// loud notes what it sees, and fails at a word.
type loud struct {
	model.NoHooks
	seen []string
	at   string
}

func (l *loud) note(what string) error {
	l.seen = append(l.seen, what)
	if what == l.at {
		return errors.New("the hook says no")
	}
	return nil
}

func (l *loud) BeforeModel(context.Context, *llm.Request) error          { return l.note("before model") }
func (l *loud) AfterModel(context.Context, llm.Reply) error              { return l.note("after model") }
func (l *loud) AfterTool(context.Context, superbiz.ToolInvocation) error { return l.note("after tool") }
func (l *loud) BeforeTool(context.Context, string, json.RawMessage) error {
	return l.note("before tool")
}

func TestHooks(t *testing.T) {
	t.Parallel()
	all := []string{"before tool", "after tool", "before model", "after model", "before tool", "after tool", "before model", "after model"}
	for _, at := range []string{"", "before tool", "after tool", "before model", "after model"} {
		hooks := &loud{at: at}
		e, err := model.New(model.Config{Model: plays(looks(1), submits("{}")), Tools: []tool.Tool{poolStatus()}, Schema: schemas.ExecutorEvidence(), Hooks: hooks})
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.Execute(t.Context(), newTask(t, tool.Budget{}, poolStatus()))
		want := all
		if at != "" {
			want = all[:slices.Index(all, at)+1]
		}
		if (err != nil) != (at != "") || !slices.Equal(hooks.seen, want) {
			t.Errorf("fails at %q: saw %q, error %v", at, hooks.seen, err)
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	e := newExecutor(t, plays(submits("{}")), model.Limits{})
	var all sync.WaitGroup
	for range 20 {
		task := newTask(t, tool.Budget{}, poolStatus())
		all.Go(func() {
			if _, err := e.Execute(t.Context(), task); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestNewChecks(t *testing.T) {
	t.Parallel()
	good := model.Config{Model: plays(says("")), Schema: schemas.ExecutorEvidence()}
	for name, change := range map[string]func(*model.Config){
		"no model":        func(c *model.Config) { c.Model = nil },
		"no schema":       func(c *model.Config) { c.Schema = nil },
		"negative limit":  func(c *model.Config) { c.Limits.Rounds = -1 },
		"negative time":   func(c *model.Config) { c.Limits.Wall = -1 },
		"a reserved name": func(c *model.Config) { c.Tools = []tool.Tool{{Name: "submit_evidence"}} },
	} {
		c := good
		change(&c)
		if _, err := model.New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if e, err := model.New(good); err != nil || e.Kind() != superbiz.ExecutorModel {
		t.Errorf("%v, %v", e, err)
	}
}
