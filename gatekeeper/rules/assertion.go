package rules

import (
	_ "embed"
	"fmt"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed assertion.md
var assertionPage string

var assertion = &gatekeeper.Rule{
	ID:              "evidence.assertion",
	Description:     "assertions must be true and derivations must recompute",
	Doc:             assertionPage,
	DefaultSeverity: superbiz.SeverityReject,
	Reads:           gatekeeper.Claims,
	Run:             runAssertion,
}

func runAssertion(p *gatekeeper.Pass) error {
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		for j := range c.EvidenceBindings {
			checkAssertions(p, c, j)
		}
		checkDerivations(p, c)
	}
	return nil
}

func checkAssertions(p *gatekeeper.Pass, c *evidence.Claim, i int) {
	b := &c.EvidenceBindings[i]
	if _, ok := p.Ledger.BoundBy(b); !ok {
		return // refused already: there is nothing to compare with
	}
	for j, a := range b.Assertions {
		if proof := p.Ledger.CheckAssertion(b, a); !proof.Holds {
			p.Claimf(c, fmt.Sprintf("evidence_bindings[%d].assertions[%d]", i, j), "%s does not hold: %s", statement(a), proof.Why)
		}
	}
}

func checkDerivations(p *gatekeeper.Pass, c *evidence.Claim) {
	if _, ok := p.Ledger.Bound(&c.Claim); !ok {
		return
	}
	for i, d := range c.Derivations {
		if proof := p.Ledger.CheckDerivation(&c.Claim, d); !proof.Holds {
			p.Claimf(c, fmt.Sprintf("derivations[%d]", i), "%s %s does not recompute: %s",
				d.Op, evidence.Quote(words(string(d.Value), d.Unit)), proof.Why)
		}
	}
}

// statement renders an assertion as it reads.
func statement(a superbiz.Assertion) string {
	return evidence.Quote(words(a.RawPath, string(a.Op), string(a.Value), a.Unit))
}

// words joins those that are not empty.
func words(parts ...string) string {
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}
