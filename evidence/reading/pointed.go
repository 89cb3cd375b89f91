package reading

import (
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// standsWherePointed reports whether a stated value stands at a path or in a quoted
// line that the claim points at. That is where the values of a true claim stand more
// often than not, and then the rest of a large output need not be read for them.
func (c *Claim) standsWherePointed(m Mention) bool {
	c.pointedOnce.Do(func() {
		for i := range c.claim.EvidenceBindings {
			c.pointAt(&c.claim.EvidenceBindings[i])
		}
	})
	return slices.ContainsFunc(c.pointed, func(r region) bool {
		_, fits := c.fitsIn(m, r)
		return fits
	})
}

// maxPointed bounds a region that is looked at before its output, in bytes: a path to
// all of the output points at nothing.
const maxPointed = 2048

// pointAt adds the small regions that a binding points at. What [Claim.cite] adds is more.
func (c *Claim) pointAt(b *superbiz.EvidenceBinding) {
	sources, ok := c.reader.ledger.BoundBy(b)
	if !ok {
		return
	}
	for _, s := range sources {
		v := c.reader.view(s)
		if len(v.shown().text) < minPageAlone {
			continue
		}
		c.pointAtPath(v, b.RawPath)
		for _, a := range b.Assertions {
			c.pointAtPath(v, a.RawPath)
		}
		if b.Excerpt != nil {
			c.pointAtQuote(v, *b.Excerpt)
		}
	}
}

func (c *Claim) pointAtPath(v *view, text string) {
	path, err := evidence.ParsePath(text)
	if err != nil {
		return
	}
	if n := v.source.ResolveArray(path); n.Valid() {
		start, end := v.shown().span(n)
		c.addPointed(v, start, end)
	}
}

// pointAtQuote adds the line that holds a quote as it is.
func (c *Claim) pointAtQuote(v *view, text string) {
	p := v.shown()
	if i := strings.Index(p.text, text); text != "" && i >= 0 {
		start, end := p.lineSpan(p.lineAt(i))
		c.addPointed(v, start, end)
	}
}

func (c *Claim) addPointed(v *view, start, end int) {
	if r := (region{v, start, end}); end-start <= maxPointed && !slices.Contains(c.pointed, r) {
		c.pointed = append(c.pointed, r)
	}
}
