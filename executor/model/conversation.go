package model

import (
	"encoding/json"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/llm"
)

// conversation is what the model is sent. Messages that show a row can be dropped
// to a stub; rows themselves never are.
type conversation struct {
	config  Config
	entries []entry
}

type entry struct {
	message llm.Message
	stub    string // what may stand instead; empty when nothing may
}

// newConversation begins with the rules, the question and what is known already.
func newConversation(config Config, task executor.Task, planned []superbiz.ToolInvocation) *conversation {
	c := &conversation{config: config}
	c.add(llm.Message{Role: llm.RoleSystem, Text: systemPrompt})
	c.say(taskText(task))
	for _, row := range slices.Concat(task.Rows, planned) {
		view, stub := showRow(row, config.Limits.ViewBytes)
		c.entries = append(c.entries, entry{llm.Message{Role: llm.RoleUser, Text: view}, stub})
	}
	if task.Attempt > 1 {
		c.say(repairText(task))
	}
	return c
}

func (c *conversation) add(m llm.Message) { c.entries = append(c.entries, entry{message: m}) }

func (c *conversation) say(text string) { c.add(llm.Message{Role: llm.RoleUser, Text: text}) }

// result answers one call of the model.
func (c *conversation) result(callID string, row superbiz.ToolInvocation) {
	view, stub := showRow(row, c.config.Limits.ViewBytes)
	c.entries = append(c.entries, entry{llm.Message{Role: llm.RoleTool, CallID: callID, Text: view}, stub})
}

func (c *conversation) messages() []llm.Message {
	out := make([]llm.Message, len(c.entries))
	for i, e := range c.entries {
		out[i] = e.message
	}
	return out
}

func (c *conversation) size() int {
	n := 0
	for _, e := range c.entries {
		n += len(e.message.Text)
		for _, call := range e.message.Calls {
			n += len(call.Arguments)
		}
	}
	return n
}

// fit drops views, the oldest first, until the conversation is small enough, and
// reports whether it dropped any.
func (c *conversation) fit(limit int) bool {
	size, dropped := c.size(), false
	for i := range c.entries {
		if size <= limit {
			break
		}
		e := &c.entries[i]
		if e.stub == "" || len(e.stub) >= len(e.message.Text) {
			continue
		}
		size -= len(e.message.Text) - len(e.stub)
		e.message.Text, e.stub, dropped = e.stub, "", true
	}
	return dropped
}

// submit is the tool with which the model hands over.
func (e *Executor) submit() llm.Tool {
	return llm.Tool{
		Name:        submitTool,
		Description: "Hand over executor_evidence_v2 and end the investigation. Call it once, alone.",
		Schema:      e.config.Schema,
	}
}

const submitTool = "submit_evidence"

// unfinished is the output of an investigation whose model did not hand over.
func unfinished(why string) (string, error) {
	raw, err := json.Marshal(superbiz.ExecutorOutput{
		AnswerVersion:      superbiz.AnswerVersion,
		Claims:             []superbiz.Claim{},
		Hypotheses:         []superbiz.Hypothesis{},
		RecommendedActions: []superbiz.RecommendedAction{},
		MissingInfo: []superbiz.MissingInfo{{
			Text: "The investigation did not come to an end: " + why + ".", Reason: superbiz.MissingNotAvailable,
		}},
	})
	return string(raw), err
}
