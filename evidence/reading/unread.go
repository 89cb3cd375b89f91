package reading

import (
	"encoding/json"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
	"github.com/superbizagent/superbizagent/evidence/searched"
)

// needsNoPlace reports whether a mention could not have been read in what was
// returned, although the claim is true: what a complete search did not find, or an
// assertion says is not there.
func (c *Claim) needsNoPlace(m Mention) bool {
	if c.deniedByAssertion(m) {
		return true
	}
	if c.claim.ClaimType != superbiz.ClaimAbsence {
		return false
	}
	return c.countsBack(m) || slices.ContainsFunc(c.bound, func(v *view) bool {
		return v.source.Empty() && !v.source.Cut() && (c.soughtInVain(v, m) || c.covered(v, m) || c.within(m))
	})
}

// deniedByAssertion reports whether the claim denies a mention, and a true
// assertion says that it is not there.
func (c *Claim) deniedByAssertion(m Mention) bool {
	if !c.denies(m) {
		return false
	}
	for i := range c.claim.EvidenceBindings {
		b := &c.claim.EvidenceBindings[i]
		for _, a := range b.Assertions {
			if what := missingBy(a); what != "" && c.isOf(a, what, m) && c.reader.ledger.CheckAssertion(b, a).Holds {
				return true
			}
		}
	}
	return false
}

// missingBy returns what a true assertion says is not there: the words that are not
// contained, the last name of a path that leads nowhere or to an empty array.
func missingBy(a superbiz.Assertion) string {
	if a.Op == superbiz.OpNotContains {
		var words string
		_ = json.Unmarshal(a.Value, &words) // words that are none say of none
		return words
	}
	if evidence.UseOfAssertion(a) != evidence.UseAbsence {
		return ""
	}
	path, err := evidence.ParsePath(a.RawPath)
	if err != nil || path.IsRoot() {
		return ""
	}
	return path.Steps()[len(path.Steps())-1].Name
}

// isOf reports whether a mention is of what an assertion says is not there, or has it
// in it: where a part is not, the whole is not.
func (c *Claim) isOf(a superbiz.Assertion, missing string, m Mention) bool {
	if a.Op != superbiz.OpNotContains {
		name := m.Text[strings.LastIndexByte(m.Text, '.')+1:]
		return slices.Equal(humpsOf(name), humpsOf(missing))
	}
	said := &view{page: textPage(m.Text), effort: &c.reader.effort}
	return said.stands(Mention{Kind: KindQuote, Text: missing})
}

// denies reports whether the claim says of a mention that it is not there.
func (c *Claim) denies(m Mention) bool {
	c.bareOnce.Do(func() {
		p := parser{text: c.claim.Text}
		p.quotes()
		c.bare = p.masked
	})
	return m.End <= len(c.bare) && isDenied(c.bare, m.Start, m.End)
}

// countsBack reports whether a mention is how far back an absence was looked for, which
// evidence.absence holds to what the calls searched.
func (c *Claim) countsBack(m Mention) bool {
	if m.Kind != KindValue || m.value.token.Dimension() != quantity.Time {
		return false
	}
	if !c.reader.effort.spend(stepsOfWords * len(c.claim.Text)) {
		return false
	}
	var sources []*evidence.Source
	for _, v := range c.bound {
		sources = append(sources, v.source)
	}
	return len(searched.Windows(sources)) > 0 && slices.ContainsFunc(searched.Backwards(c.claim.Text), func(t quantity.Token) bool {
		return t.Start() >= m.Start && t.End() <= m.End
	})
}

// within reports whether a mention is a time in the windows that all of the bound calls
// state: where nothing was found from 02:00 to 03:00, nothing was at 02:10 either.
func (c *Claim) within(m Mention) bool {
	if m.Kind != KindValue || m.value.token.Kind() != quantity.Moment || m.value.token.Impossible() {
		return false
	}
	for _, v := range c.bound {
		c.reader.effort.spend(stepsOfWords * len(v.source.Invocation.Arguments))
		w, ok := searched.Window(v.source)
		if !ok || w.From.IsZero() || w.To.IsZero() || searched.Outside(m.value.token, w) {
			return false
		}
	}
	return true
}

// covered reports whether a call may have looked at a thing that the session knows: its
// arguments say no more than where and when, and name none of that kind.
func (c *Claim) covered(v *view, m Mention) bool {
	if m.Kind != KindName || !slices.ContainsFunc(c.reader.others(c.bound), func(o *view) bool { return o.names(m.Text) }) {
		return false
	}
	if !v.effort.spend(stepsOfWords * (len(v.source.Invocation.Arguments) + len(c.claim.Text))) {
		return false
	}
	p := v.callView().shown()
	within := false
	for i := range p.lines {
		key, value := strings.ToLower(p.keyOfLine(i)), p.valueOfLine(i)
		switch {
		case key == "tool_name" || value == "" || key == "arguments":
		case !scopeArguments.has(key):
			return false
		default:
			within = within || searched.Kind(key) != ""
		}
	}
	kinds := searched.Subjects(v.source)
	for _, n := range searched.NamedIn(c.claim.Text) {
		if strings.EqualFold(n.Name, m.Text) && kinds[n.Kind] != nil {
			return false
		}
	}
	return within
}

// foundNothing reports whether a number is 0, and a call that the claim binds found
// nothing or no line, so that there are none of what was looked for.
func (c *Claim) foundNothing(s *stated) bool {
	n := s.token.Rat()
	return isCount(s.token) && n != nil && n.Sign() == 0 && (len(s.keys) == 0 || s.countsThings) &&
		slices.ContainsFunc(c.bound, (*view).isBlank)
}

// isBlank reports whether a call found nothing, or a text without a line.
func (v *view) isBlank() bool {
	if v.source.Empty() {
		return true
	}
	doc := v.shown().doc
	if doc == nil {
		return false
	}
	lines := doc.Root().Member("lines")
	return lines.Kind() == evidence.KindArray && lines.Len() == 0 && doc.Root().Len() == 1
}
