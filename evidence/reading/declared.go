package reading

import (
	"encoding/json"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence/canon"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// Declared reports whether a true eq or count_eq assertion, or a derivation that
// recomputes, states a mention. Such a value needs no key.
func (c *Claim) Declared(m Mention) bool {
	for i := range c.claim.EvidenceBindings {
		b := &c.claim.EvidenceBindings[i]
		for _, a := range b.Assertions {
			if (a.Op == superbiz.OpEq || a.Op == superbiz.OpCountEq) && m.isDeclaredAs(a.Value, a.Unit, lastStep(a.RawPath)) &&
				c.reader.ledger.CheckAssertion(b, a).Holds {
				return true
			}
		}
	}
	for _, d := range c.claim.Derivations {
		if (m.isDeclaredAs(d.Value, unitOfDerived(d), "") || c.isDerivedAs(m, d)) && c.reader.ledger.CheckDerivation(&c.claim.Claim, d).Holds {
			return true
		}
	}
	return false
}

// unitOfDerived returns the unit of a derived value: a share of a hundred is in percent,
// whether it says so or not.
func unitOfDerived(d superbiz.Derivation) string {
	if d.Unit == "" && (d.Op == superbiz.DerivePercent || d.Op == superbiz.DerivePercentChange) {
		return "%"
	}
	return d.Unit
}

// isDeclaredAs reports whether a declared value, read in its unit or that of its
// key, is the one mentioned.
func (m Mention) isDeclaredAs(raw json.RawMessage, unit, key string) bool {
	text := string(raw)
	if strings.HasPrefix(text, `"`) {
		_ = json.Unmarshal(raw, &text) // a string of JSON that was read
	} else if text == "null" {
		text = ""
	}
	if m.Kind == KindPair {
		return canon.String(text, canon.Excerpt) == canon.String(m.word, canon.Excerpt)
	}
	if m.Kind != KindValue {
		return canon.String(text, canon.Excerpt) == canon.String(m.Text, canon.Excerpt)
	}
	spellings := []string{text}
	if unit != "" {
		spellings = []string{text + " " + unit, text + unit}
	}
	for _, spelt := range spellings {
		t, ok := quantity.Parse(spelt)
		if !ok {
			continue
		}
		if quantity.Equal(m.value.token, t) {
			return true
		}
		if u, ok := quantity.UnitOfKey(key); ok && quantity.Equal(m.value.token, t.WithUnit(u)) {
			return true
		}
	}
	return false
}

// lastStep returns the last name in the text of a path.
func lastStep(path string) string {
	path = strings.TrimRight(path, "]0123456789['\"")
	return path[strings.LastIndexAny(path, ".'\"[")+1:]
}
