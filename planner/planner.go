// Package planner turns a question into a plan: what to look at, in which order,
// within which budget.
package planner

import (
	"context"

	superbiz "github.com/superbizagent/superbizagent"
)

// Planner plans. It must be safe for concurrent use.
type Planner interface {
	// Plan returns the first steps of an investigation; the executor goes on from
	// what they return. Only tools that are there may be planned.
	Plan(ctx context.Context, request Request) (superbiz.Plan, error)
}

// Request is what a plan is made from.
type Request struct {
	Question superbiz.Question
	Tools    []string // the names of the tools that there are, sorted

	// Runbooks is the recorded search of the runbooks for this question, whatever came
	// of it; nil where there are none to search.
	Runbooks *superbiz.ToolInvocation

	// Spend is told what each call of a model cost; nil is nobody.
	Spend func(superbiz.Usage)
}
