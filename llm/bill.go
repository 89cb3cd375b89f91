package llm

import (
	"errors"

	superbiz "github.com/superbizagent/superbizagent"
)

// Bill returns what one call of a model adds to the usage of a run. A call that
// failed is billed too, as far as its cost is known.
func (p Prices) Bill(reply Reply, err error) superbiz.Usage {
	u := reply.Usage
	if fault, ok := errors.AsType[*Error](err); ok {
		u = fault.Usage
	}
	u = u.bounded()
	bill := superbiz.Usage{ModelCalls: 1, PromptTokens: u.PromptTokens, CompletionTokens: u.CompletionTokens}
	if p.Known {
		cost := p.Cost(u)
		bill.Cost, bill.Currency = &cost, p.Currency
	}
	return bill
}
