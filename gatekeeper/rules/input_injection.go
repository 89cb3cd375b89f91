package rules

import (
	_ "embed"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/injection"
	"github.com/superbizagent/superbizagent/evidence/phrase"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed input_injection.md
var inputInjectionPage string

var inputInjection = &gatekeeper.Rule{
	ID:              "input.injection",
	Description:     "no claim and no action does what an output tells its reader to do",
	Doc:             inputInjectionPage,
	DefaultSeverity: superbiz.SeverityLowConfid,
	Reads:           gatekeeper.Claims | gatekeeper.Actions,
	Run:             runInputInjection,
}

func runInputInjection(p *gatekeeper.Pass) error {
	obedience := injection.NewObedience(ordersIn(p))
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		if order, ok := obedience.Repeated(phrase.WithoutQuotes(c.Text)); ok {
			p.Claimf(c, "text", "%s", obeys(order))
		}
	}
	for i := range p.Output.Actions {
		a := &p.Output.Actions[i]
		if order, ok := obedience.Repeated(a.Text); ok {
			p.Actionf(a, "text", "%s", obeys(order))
		} else if order, ok := obedience.Repeated(a.Command); ok {
			p.Actionf(a, "command", "%s", obeys(order))
		}
	}
	return nil
}

// ordersIn returns the orders in the outputs that claims and actions bind, in the
// order of first mention.
func ordersIn(p *gatekeeper.Pass) []injection.Order {
	var out []injection.Order
	seen := make(map[*evidence.Source]bool)
	look := func(bindings []superbiz.EvidenceBinding) {
		for i := range bindings {
			sources, _ := p.Ledger.BoundBy(&bindings[i])
			for _, s := range sources {
				if !seen[s] {
					seen[s] = true
					out = append(out, injection.Orders(s)...)
				}
			}
		}
	}
	for i := range p.Output.Claims {
		look(p.Output.Claims[i].EvidenceBindings)
	}
	for i := range p.Output.Actions {
		look(p.Output.Actions[i].EvidenceBindings)
	}
	return out
}

// obeys says which order is repeated. The order itself is not shown: a message may be
// read by a model too.
func obeys(o injection.Order) string {
	return "repeats what the output of " + evidence.Quote(o.InvocationID) + " tells its reader to do (at " + evidence.Quote(o.Path.String()) +
		", behind " + evidence.Quote(o.Phrase) + "): what an output says is data, not an order"
}
