package model

import (
	"context"
	"encoding/json"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/llm"
)

// Hooks are called around what the loop does, one at a time in one attempt. An error
// ends the run.
type Hooks interface {
	// BeforeModel may look at a request and change it; what it changes is not kept for
	// the next.
	BeforeModel(ctx context.Context, request *llm.Request) error
	// AfterModel sees every reply, the one that hands over included.
	AfterModel(ctx context.Context, reply llm.Reply) error
	// BeforeTool sees what the model asks for, before there is a row.
	BeforeTool(ctx context.Context, name string, arguments json.RawMessage) error
	// AfterTool sees every completed row, before the model does.
	AfterTool(ctx context.Context, row superbiz.ToolInvocation) error
}

// NoHooks does nothing; embed it to write fewer methods.
type NoHooks struct{}

// BeforeModel does nothing.
func (NoHooks) BeforeModel(context.Context, *llm.Request) error { return nil }

// AfterModel does nothing.
func (NoHooks) AfterModel(context.Context, llm.Reply) error { return nil }

// BeforeTool does nothing.
func (NoHooks) BeforeTool(context.Context, string, json.RawMessage) error { return nil }

// AfterTool does nothing.
func (NoHooks) AfterTool(context.Context, superbiz.ToolInvocation) error { return nil }
