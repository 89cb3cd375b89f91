package model

import (
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/llm"
)

// conversation is what the model is sent. Messages that show a row can be dropped
// to a stub; rows themselves never are.
type conversation struct {
	task      executor.Task
	viewBytes int
	entries   []entry
	bytes     int // of all messages
}

type entry struct {
	message llm.Message
	stub    string // what may stand instead; empty when nothing may
}

// newConversation begins with the rules, the question and what is known already.
func newConversation(e *Executor, task executor.Task, planned []superbiz.ToolInvocation) *conversation {
	c := &conversation{task: task, viewBytes: e.config.Limits.ViewBytes}
	c.add(llm.Message{Role: llm.RoleSystem, Text: e.instructions()})
	c.say(taskText(task))
	for _, row := range slices.Concat(task.Rows, planned) {
		c.show(llm.Message{Role: llm.RoleUser}, row)
	}
	if task.Attempt > 1 {
		c.say(repairText(task))
	}
	return c
}

func (c *conversation) add(m llm.Message) { c.keep(entry{message: m}) }

func (c *conversation) say(text string) { c.add(llm.Message{Role: llm.RoleUser, Text: text}) }

// result answers one call of the model.
func (c *conversation) result(callID string, row superbiz.ToolInvocation) {
	c.show(llm.Message{Role: llm.RoleTool, CallID: callID, Failed: row.Status != superbiz.InvocationSucceeded}, row)
}

func (c *conversation) show(m llm.Message, row superbiz.ToolInvocation) {
	view, stub := c.showRow(row)
	m.Text = resultNote + view
	c.keep(entry{m, resultNote + stub})
}

func (c *conversation) keep(e entry) {
	c.entries = append(c.entries, e)
	c.bytes += sizeOf(e.message)
}

func sizeOf(m llm.Message) int {
	n := len(m.Text) + len(m.Reasoning)
	for _, call := range m.Calls {
		n += len(call.Name) + len(call.Arguments)
	}
	return n
}

func (c *conversation) messages() []llm.Message {
	out := make([]llm.Message, len(c.entries))
	for i, e := range c.entries {
		out[i] = e.message
	}
	return out
}

func (c *conversation) size() int { return c.bytes }

// fit drops views, the oldest first, when the conversation is longer than limit, and
// reports whether it dropped any. It drops a quarter more than it must, so that it
// need not do so again in every round.
func (c *conversation) fit(limit int) bool {
	if c.bytes <= limit {
		return false
	}
	dropped := false
	for i := range c.entries {
		if c.bytes <= limit-limit/4 {
			break
		}
		e := &c.entries[i]
		if e.stub == "" || len(e.stub) >= len(e.message.Text) {
			continue
		}
		c.bytes -= len(e.message.Text) - len(e.stub)
		e.message.Text, e.stub, dropped = e.stub, "", true
	}
	return dropped
}
