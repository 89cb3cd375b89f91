package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// nearby compares the small numbers of the bound output by what of a claim they
// stand with. Small numbers stand everywhere; what tells is whether this one
// stands where the claim's words do, and not beside what the claim names instead.
type nearby struct {
	claim  *Claim
	stated *stated
	topic  []string    // stems of the claim that stand in the bound output
	names  []string    // names of the claim that do, in lower case
	others []closeness // of the numbers like the stated one, the closest
}

// closeness is what of a claim a number stands with.
type closeness struct {
	words int // stems of the claim; those that the claim has beside the number count twice
	near  int // of them, those that the claim has beside the number
	names int // names of the claim, in the number's line or object
}

func (c *Claim) nearby(s *stated) *nearby {
	topic := s.topic.content()
	if containsWord(topic, "old") || containsWord(topic, "ago") {
		topic = append(slices.Clip(topic), "age")
	}
	if hasCommon(topic, asked) {
		topic = append(slices.Clip(topic), asked...)
	}
	n := &nearby{claim: c, stated: s, topic: c.standing(topic)}
	for _, name := range c.standingNames() {
		n.names = append(n.names, strings.ToLower(name))
	}
	n.findOthers()
	return n
}

// tells reports whether any number like the stated one stands with words of the
// claim: only then does the want of them tell something.
func (n *nearby) tells() bool { return len(n.others) > 0 }

// fits reports whether a number equal to the stated one stands with words of the
// claim, and no other number stands closer and with a name that this one lacks. A
// quantity that stands in another unit does not do so by chance.
func (n *nearby) fits(v *view, t quantity.Token) bool {
	if v.isOrdinal(t) {
		return false
	}
	if unit := n.stated.token.Unit(); unit != quantity.None && t.Unit() != quantity.None && t.Unit() != unit {
		return true
	}
	if unit := n.stated.token.Spare(); unit != quantity.None && t.Unit() == unit {
		return true
	}
	c := n.closeness(v, t)
	if c.words == 0 && c.names == 0 {
		return false
	}
	return c.names > 0 || n.claim.contrasts(n.stated) || !slices.ContainsFunc(n.others, func(o closeness) bool { return o.names > 0 && o.words >= c.words && o.near >= c.near })
}

// closeness says how close a number stands to the claim.
func (n *nearby) closeness(v *view, t quantity.Token) closeness {
	var c closeness
	around := v.surroundings(t.Start(), t.End())
	var line []string
	if len(n.stated.keys) == 0 {
		line = around.around()
	}
	for _, stem := range n.topic {
		before := c.words
		switch {
		case containsWord(around.beside, stem):
			c.words++
			if containsWord(n.stated.near, stem) {
				c.words++
			}
		case len(n.stated.keys) > 0:
			// A count whose key stands nowhere must have the claim's words right beside it.
		case containsWord(line, stem) || v.objectHas(t.Start(), stem):
			c.words++
		}
		if c.words > before && containsWord(n.stated.near, stem) {
			c.near++
		}
	}
	for _, name := range n.names {
		if v.standsWith(t.Start(), name) {
			c.names++
		}
	}
	return c
}

// findOthers finds the numbers like the stated one that stand in the line or the
// object of a word of the claim.
func (n *nearby) findOthers() {
	for _, v := range n.claim.bound {
		seen := make(map[int]bool)
		for _, stem := range n.topic {
			for place := range v.placesOfStem(stem) {
				if len(seen) > maxWeighed {
					break
				}
				n.readLine(v, v.shown().lineAt(place.start), seen)
			}
		}
	}
}

// Bounds of what is looked at for one stated number.
const (
	maxWeighed = 1000 // lines
	maxInLine  = 16   // numbers of a line
)

func (n *nearby) readLine(v *view, i int, seen map[int]bool) {
	if seen[i] {
		return
	}
	seen[i] = true
	lines := append(v.shown().siblings(i), i)
	for _, j := range lines {
		if j != i && seen[j] {
			continue
		}
		seen[j] = true
		start, end := v.shown().lineSpan(j)
		tokens := v.tokensIn(start, end)
		for _, t := range tokens[:min(len(tokens), maxInLine)] {
			if isSmall(t) && t.Dimension() == n.stated.token.Dimension() && !v.isOrdinal(t) {
				n.add(n.closeness(v, t))
			}
		}
	}
}

// add keeps a closeness, unless one that is known is as close in both respects.
func (n *nearby) add(c closeness) {
	if c == (closeness{}) {
		return
	}
	for _, o := range n.others {
		if o.words >= c.words && o.names >= c.names && o.near >= c.near {
			return
		}
	}
	n.others = append(n.others, c)
}

// standsWith reports whether a name stands in the line or the object that an
// offset is in.
func (v *view) standsWith(at int, name string) bool {
	p := v.shown()
	i := p.lineAt(at)
	start, end := p.near(i, at, at)
	if holdsWord(strings.ToLower(p.text[start:end]), name) {
		return true
	}
	for _, j := range p.object(i) {
		if !v.effort.spend(maxNear) {
			return false
		}
		if holdsWord(strings.ToLower(p.beginning(j)), name) {
			return true
		}
	}
	return false
}
