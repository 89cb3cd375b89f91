package reading

import (
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// cited is what a claim points at: the values at its paths, and the lines and
// objects that hold its excerpts.
type cited struct {
	regions []region
	nodes   []citedNode // the values at paths
	words   *view       // all of it as a text of its own
	names   *view       // with what names it: see namesOf
}

type citedNode struct {
	view *view
	node evidence.Node
}

// StandsInCited reports whether a mention stands where the claim points. For names
// that is also what names the cited values: the members of the objects around
// them, and what the call was asked for.
func (c *Claim) StandsInCited(m Mention) bool {
	if m.Kind == KindQuote && c.isOfExcerpt(m) {
		return true
	}
	cited := c.citedText()
	switch m.Kind {
	case KindValue:
		return c.standsValue(m, cited.regions)
	case KindName:
		return cited.names.stands(m) || slices.ContainsFunc(c.bound, func(v *view) bool {
			return v.callView().stands(m) || v.askedView().stands(m)
		})
	default:
		return cited.words.stands(m)
	}
}

// PointsAtOne reports whether the claim gives something to check it by: a true
// assertion, an excerpt that holds, or a path to a single value or line.
func (c *Claim) PointsAtOne() bool {
	for i := range c.claim.EvidenceBindings {
		b := &c.claim.EvidenceBindings[i]
		if b.Excerpt != nil && c.reader.HasExcerpt(b) {
			return true
		}
		for _, a := range b.Assertions {
			if c.reader.ledger.CheckAssertion(b, a).Holds {
				return true
			}
		}
	}
	return slices.ContainsFunc(c.citedText().nodes, func(n citedNode) bool { return n.node.Len() == 0 })
}

// isOfExcerpt reports whether a quote is a part of an excerpt of the claim, copied, and
// the excerpt stands: then the quote stands with it, and no page need be made to see it.
func (c *Claim) isOfExcerpt(m Mention) bool {
	quoted := newQuote(m.Text).plain
	if quoted == "" {
		return false
	}
	for i := range c.claim.EvidenceBindings {
		b := &c.claim.EvidenceBindings[i]
		if b.Excerpt == nil {
			continue
		}
		excerpt := newQuote(*b.Excerpt).plain
		at := strings.Index(excerpt, quoted)
		if at >= 0 && !cutsDigits(excerpt, at, at+len(quoted)) && c.reader.HasExcerpt(b) {
			return true
		}
	}
	return false
}

func (c *Claim) citedText() *cited {
	c.citedOnce.Do(func() {
		for i := range c.claim.EvidenceBindings {
			c.cite(&c.claim.EvidenceBindings[i])
		}
		c.cited.words = c.shown(nil)
		c.cited.names = c.shown(c.cited.namesOf())
	})
	return &c.cited
}

// cite adds what one binding points at, in each of its outputs that has it.
func (c *Claim) cite(b *superbiz.EvidenceBinding) {
	sources, ok := c.reader.ledger.BoundBy(b)
	if !ok {
		return
	}
	for _, s := range sources {
		v := c.reader.view(s)
		c.citePath(v, b.RawPath, evidence.UseValue)
		for _, a := range b.Assertions {
			c.citePath(v, a.RawPath, evidence.UseOfAssertion(a))
		}
		if b.Excerpt != nil {
			c.citeExcerpt(v, newQuote(*b.Excerpt))
		}
	}
}

func (c *Claim) citePath(v *view, text string, use evidence.Use) {
	path, err := evidence.ParsePath(text)
	if err != nil || !v.source.Cites(path, use) {
		return
	}
	n := v.source.ResolveArray(path)
	if !n.Valid() {
		return
	}
	start, end := v.shown().span(n)
	c.cited.nodes = append(c.cited.nodes, citedNode{v, n})
	c.cited.regions = append(c.cited.regions, region{v, start, end})
}

func (c *Claim) citeExcerpt(v *view, q quote) {
	spans, _ := v.find(q)
	p := v.shown()
	for _, s := range spans {
		for i := p.lineAt(int(s.start)); i <= p.lineAt(int(s.end)-1); i++ {
			for _, j := range append(p.object(i), i) {
				start, end := p.lineSpan(j)
				c.cited.regions = append(c.cited.regions, region{v, start, end})
			}
			c.cited.nodes = append(slices.Clip(c.cited.nodes), c.holders(v, i)...)
		}
	}
}

// holders returns the array or object that a quoted line stands in, which is what
// names it. It is cited for names only.
func (c *Claim) holders(v *view, line int) []citedNode {
	p := v.shown()
	if p.doc == nil {
		return nil
	}
	if parent := p.doc.At(int(p.lines[line].node)).Parent(); parent.Valid() {
		return []citedNode{{v, parent}}
	}
	return nil
}

// namesOf returns the lines that name the cited values: the scalar members of each
// object on the way to them, and of its metadata, metric and labels.
func (c *cited) namesOf() []string {
	var out []string
	for _, cited := range c.nodes {
		for n := cited.node; n.Valid(); n = n.Parent() {
			if n.Kind() == evidence.KindObject {
				out = append(out, scalarsOf(n)...)
			}
		}
	}
	return out
}

// naming members of an object.
var describing = []string{"metadata", "metric", "labels"}

func scalarsOf(object evidence.Node) []string {
	var out []string
	for member := range object.Children() {
		switch {
		case member.Kind() != evidence.KindObject && member.Kind() != evidence.KindArray:
			out = append(out, member.Key()+": "+member.Text())
		case slices.Contains(describing, member.Key()):
			out = append(out, scalarsOf(member)...)
		}
	}
	return out
}

// shown returns the cited text, and further lines, as a view of its own.
func (c *Claim) shown(more []string) *view {
	var b strings.Builder
	for _, r := range c.cited.regions {
		b.WriteString(r.view.shown().text[r.start:r.end])
		b.WriteByte('\n')
	}
	for _, line := range more {
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return &view{page: textPage(b.String()), effort: &c.reader.effort}
}

// textPage returns a text as a page without a document.
func textPage(text string) *page {
	p := &page{text: text}
	for start := 0; start < len(text); {
		i := int32(len(p.lines))
		p.lines = append(p.lines, line{int32(start), 0, -1, i, false})
		end := strings.IndexByte(text[start:], '\n')
		if end < 0 {
			break
		}
		start += end + 1
	}
	return p
}
