package reading

import (
	"slices"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// shownValues is how many values a message names that stand in the place of one.
const shownValues = 3

// explainValue says why a stated value does not stand: what stands beside its key
// instead, or that it stands only as something else. That it stands beside its key is of
// no help to who stated it of another object.
func (c *Claim) explainValue(m Mention) string {
	stated := m.value
	for _, v := range c.bound {
		if c.isAtOtherTimeIn(v, stated) {
			return "stands in the bound output at another time, and not at " + evidence.Quote(stated.when.Literal)
		}
	}
	if len(stated.keys) > 0 {
		if found := c.besideKeys(stated); len(found) > 0 && !slices.Contains(found, stated.token.Literal) {
			return "does not stand beside " + evidence.Quote(stated.key) + " in the bound output, which has " +
				evidence.List(found, shownValues) + " there"
		}
	}
	for _, r := range whole(c.bound) {
		for t := range r.equals(stated.token) {
			if c.isOfOtherObject(stated, r.view, t) {
				name, _ := c.ownerIn(stated, r.view)
				return "stands in the bound output for another object, and not for " + evidence.Quote(name)
			}
			if stated.isNoExtreme(r.view, t) {
				return "stands in a series that goes beyond it, and is stated as its end"
			}
			return "stands in the bound output only with something else than the claim speaks of"
		}
	}
	return "stands nowhere in the bound output"
}

// besideKeys returns the numbers that stand beside the keys of a stated one, those
// of what the claim names first.
func (c *Claim) besideKeys(s *stated) []string {
	subject := newSubject(c.subjectsOf(s), s)
	var own, others []string
	for _, v := range c.bound {
		for t := range v.counted(s.keys) {
			switch {
			case slices.Contains(own, t.Literal) || slices.Contains(others, t.Literal):
			case subject.isAnothers(v, t):
				others = append(others, t.Literal)
			default:
				own = append(own, t.Literal)
			}
			if len(own) > shownValues || len(others) > maxInLine {
				break
			}
		}
	}
	if len(own) > 0 {
		return own
	}
	return others
}

// counted yields the numbers that stand beside one of some keys.
func (v *view) counted(keys keys) func(func(quantity.Token) bool) {
	return func(yield func(quantity.Token) bool) {
		for _, key := range keys {
			places := 0
			for place := range v.placesOfKeyStems(key) {
				if places++; places > maxInLine {
					break
				}
				if !v.countedNear(place.start, keys, yield) {
					return
				}
			}
		}
	}
}

// countedNear yields those in the line that holds an offset and, where it names
// columns, in the rows below. It returns false when no more are wanted.
func (v *view) countedNear(at int, keys keys, yield func(quantity.Token) bool) bool {
	p := v.shown()
	i := p.lineAt(at)
	for j := i; j < len(p.lines) && j <= i+maxRowsBelow && (j == i || int(v.headers()[j]) == i); j++ {
		start, end := p.lineSpan(j)
		tokens := v.tokensIn(start, end)
		for _, t := range tokens[:min(len(tokens), maxInLine)] {
			if isNumber(t) && keys.beside(v.surroundings(t.Start(), t.End())) && !v.isOrdinal(t) && !yield(t) {
				return false
			}
		}
	}
	return true
}
