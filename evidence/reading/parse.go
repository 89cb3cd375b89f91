package reading

import (
	"iter"
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// MaxText is how much of a claim's text is read, in bytes. One checkable
// statement is far shorter; the rule about values refuses a longer text.
const MaxText = 4 << 10

// Mentions returns what a text states, in text order: values, names, quotes.
func Mentions(text string) []Mention {
	if len(text) > MaxText {
		text = strings.ToValidUTF8(text[:MaxText], "")
	}
	p := parser{text: text, topic: &topic{text: text}}
	p.quotes()
	p.prose()
	slices.SortStableFunc(p.mentions, func(a, b Mention) int { return a.Start - b.Start })
	for i := range p.mentions {
		p.mentions[i].space = spaceOf(text, &p.mentions[i])
		p.mentions[i].id = p.mentions[i].identity()
	}
	return p.mentions
}

// parser collects the mentions of one text.
type parser struct {
	text     string
	masked   string // the text with quotations blotted out
	topic    *topic
	mentions []Mention

	quotations []quotation
}

func (p *parser) quotes() {
	all := quotations(p.text)
	if len(all) == 0 {
		p.masked = p.text
		return
	}
	masked := []byte(p.text)
	for _, q := range all {
		for i := q.start; i < q.end; i++ {
			masked[i] = '`'
		}
	}
	p.masked, p.quotations = string(masked), all
	for _, q := range all {
		p.mentions = append(p.mentions, p.quoted(q))
	}
}

// quoted reads quoted words: as a value or a name when they are one, else as a
// quote.
func (p *parser) quoted(q quotation) Mention {
	inner := strings.TrimSpace(q.inner)
	m := Mention{Kind: KindQuote, Text: inner, Start: q.start, End: q.end, quoted: true}
	if ts := quantity.ScanClaim(inner); len(ts) == 1 && ts[0].Literal == inner {
		t := ts[0].Behind(q.start + strings.Index(p.text[q.start:q.end], inner))
		m.Kind, m.value = KindValue, p.stated(t, q.start, q.end)
		return m
	}
	if isSelector(inner) {
		m.Kind = KindName
		return m
	}
	cs := chunks(inner)
	if len(cs) == 1 && cs[0].text == inner && !strings.ContainsAny(inner, "= ") {
		cs[0].quoted = true
		if name, ok := nameIn(cs[0]); ok {
			m.Kind, m.Text = KindName, name.Text
		}
	}
	return m
}

// prose reads what stands outside quotes.
func (p *parser) prose() {
	values := quantity.ScanClaim(p.masked)
	var names []Mention
	cs := chunks(p.masked)
	for i, c := range cs {
		if !c.located && isLowerWord(c.text) {
			continue // most of a text: no key, no pair, no name
		}
		if m, ok := p.flag(c, cs[min(i+1, len(cs)-1)]); ok {
			p.mentions = append(p.mentions, m)
		}
		for part := range alternatives(c) {
			if m, ok := p.chunk(part, values); ok {
				names = append(names, m)
			}
		}
	}
	p.mentions = append(p.mentions, names...)
	for i, t := range values {
		if code, ok := p.answers(t); ok {
			end := t.Start() + len(code.Literal)
			p.mentions = append(p.mentions, Mention{
				Kind: KindValue, Text: code.Literal, Start: t.Start(), End: end, value: p.stated(code, t.Start(), end),
			})
		} else if !insideAny(names, t) && !isLoadSpan(t, p.masked) && !isListedLoadSpan(t, p.masked) {
			value := p.stated(t, t.Start(), t.End())
			value.glosses = glossed(values, i, p.masked)
			p.mentions = append(p.mentions, Mention{Kind: KindValue, Text: t.Literal, Start: t.Start(), End: t.End(), value: value})
		}
	}
	p.timed(p.withQuoted(values))
}

// withQuoted returns values with those that stand in quotes, in text order.
func (p *parser) withQuoted(values []quantity.Token) []quantity.Token {
	for _, m := range p.mentions {
		if m.value != nil && m.quoted {
			values = append(values, m.value.token)
		}
	}
	slices.SortStableFunc(values, func(a, b quantity.Token) int { return a.Start() - b.Start() })
	return values
}

// flag reads a key and the truth that a colon joins to it: runAsNonRoot: true.
func (p *parser) flag(key, value chunk) (Mention, bool) {
	if value.start != key.end+len(": ") || p.masked[key.end] != ':' || value.text != "true" && value.text != "false" {
		return Mention{}, false
	}
	if !isCamel(key.text) && !strings.ContainsAny(key.text, "_.") {
		return Mention{}, false
	}
	text := p.text[key.start:value.end]
	return Mention{Kind: KindPair, Text: text, key: key.text, word: value.text, Start: key.start, End: value.end}, true
}

// chunk reads a chunk outside quotes: as a pair, or as a name. One that is a value
// is neither.
func (p *parser) chunk(c chunk, values []quantity.Token) (Mention, bool) {
	for _, t := range values {
		if t.Start() <= c.start && t.End() >= c.end {
			return Mention{}, false
		}
	}
	if key, value, ok := strings.Cut(c.text, "="); ok && value != "" && hasLetter(key) {
		at := c.start + len(key) + 1
		for _, t := range values {
			if t.Start() == at && t.End() >= c.end {
				return Mention{}, false
			}
		}
		return Mention{Kind: KindPair, Text: c.text, key: key, word: value, Start: c.start, End: c.end}, true
	}
	return nameIn(c)
}

func insideAny(names []Mention, t quantity.Token) bool {
	return slices.ContainsFunc(names, func(m Mention) bool { return t.Start() >= m.Start && t.End() <= m.End })
}

// alternatives cuts a chunk at slashes that make no path of it: kind/name, ns/name,
// Pending/Unbound.
func alternatives(c chunk) iter.Seq[chunk] {
	return func(yield func(chunk) bool) {
		if strings.IndexByte(c.text, '/') < 0 || isPath(c.text) || strings.Contains(c.text, "=") {
			yield(c)
			return
		}
		before, joined, start := c.before, "", c.start
		for part := range strings.SplitSeq(c.text, "/") {
			if part != "" && !yield(chunk{text: part, start: start, end: start + len(part), before: before, joined: joined}) {
				return
			}
			before, joined, start = strings.ToLower(part), part, start+len(part)+1
		}
	}
}
