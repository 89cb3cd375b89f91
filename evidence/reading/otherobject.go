package reading

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/superbizagent/superbizagent/evidence/canon"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// isThingName tells the names of objects, and of settings: segment.bytes.
func isThingName(s string) bool { return isObjectName(s) || shapeOf(s) == shapeDotted }

// objectOf returns the object of which the text states a value, or "" when that is not
// told: the name in brackets before it, or the name before it where no other number and no
// comma is between and each name of the clause has a number of its own, as in api-1 has 3
// restarts and api-2 has 8.
func (c *Claim) objectOf(s *stated) string {
	if s.owner != "" {
		return canon.String(s.owner, canon.Value)
	}
	if !isProperty(s.token) || !c.has(s.clause) {
		return ""
	}
	var of Mention
	names, turn := 0, true // whether a name may come
	for _, m := range c.Mentions() {
		switch {
		case m.Start < s.clause.start || m.End > s.clause.end:
		case m.Kind == KindName && isThingName(m.Text) && !c.isSpaceOfOther(m):
			if names++; names > 1 && !turn {
				return "" // two names in a row
			}
			if turn = false; m.Start < s.token.Start() {
				of = m
			}
		case m.value != nil && isProperty(m.value.token):
			if turn = true; m.End <= s.token.Start() {
				of = Mention{} // that one is of the name
			}
		}
	}
	if of.Text == "" || !turn || c.contrastsBetween(of, s) {
		return ""
	}
	return canon.String(of.Text, canon.Value)
}

// isProperty tells the values that are of one object: numbers and versions, but no addresses,
// which another object may well speak to.
func isProperty(t quantity.Token) bool {
	return isNumber(t) || t.Kind() == quantity.Version
}

// isSpaceOfOther reports whether a name is that of the namespace in which the text puts
// another one.
func (c *Claim) isSpaceOfOther(space Mention) bool {
	return slices.ContainsFunc(c.Mentions(), func(m Mention) bool { return m.space == space.Text })
}

// contrastsBetween reports whether the text may speak of another object between a name
// and a value: api-1 is fine, the others use 96 MiB.
func (c *Claim) contrastsBetween(name Mention, s *stated) bool {
	if name.End > s.token.Start() {
		return true
	}
	between := c.claim.Text[name.End:s.token.Start()]
	return strings.ContainsAny(between, ",，、") || hasContrast(wordsIn(between))
}

// contrasts reports whether what stands around a value, or between it and the last name
// before, speaks of other objects: api-1 takes 71m, its siblings 9m and 33m.
func (c *Claim) contrasts(s *stated) bool {
	if s.contrasts || !c.has(s.clause) {
		return s.contrasts
	}
	from := -1
	for _, m := range c.Mentions() {
		if m.Kind == KindName && m.Start >= s.clause.start && m.End <= s.token.Start() && isThingName(m.Text) {
			from = m.End
		}
	}
	return from >= 0 && hasContrast(wordsIn(c.claim.Text[from:s.token.Start()]))
}

// isOfOtherObject reports whether a value in the bound output is surely that of another
// object than the text states it of: what it stands in has the name of another one, and
// the object has a value of its own in the same place.
func (c *Claim) isOfOtherObject(s *stated, v *view, t quantity.Token) bool {
	if s.isWhole || !slices.Contains(c.bound, v) || !v.effort.spend(stepsAround) {
		return false
	}
	name, told := c.ownerIn(s, v)
	if name == "" {
		return false
	}
	o := c.object(v, name)
	return len(o.lines) > 0 && !o.holds(t) && (told || v.isNamed(t)) && o.hasOwn(t)
}

// object is where one object stands in an output.
type object struct {
	view  *view
	spans []span32     // of its name
	lines map[int]bool // that have it

	once   sync.Once
	owns   map[owned]bool // the places in which it has values
	starts map[int]bool   // of those
}

// owned is a place with the sort of value that stands there.
type owned struct {
	kind      quantity.Kind
	dimension quantity.Dimension
	place     place
}

type objectKey struct {
	view *view
	name string
}

// object returns where an object stands, which is found out once.
func (c *Claim) object(v *view, name string) *object {
	c.subjectMu.Lock()
	defer c.subjectMu.Unlock()
	key := objectKey{v, name}
	o := c.objects[key]
	if o == nil {
		if c.objects == nil {
			c.objects = make(map[objectKey]*object)
		}
		o = newObject(v, name)
		c.objects[key] = o
	}
	return o
}

func newObject(v *view, name string) *object {
	o := &object{view: v, lines: make(map[int]bool)}
	for at := range v.spelt(name) {
		if len(o.spans) == maxNamed {
			break
		}
		v.effort.spend(stepsOfLine)
		o.spans = append(o.spans, span32{int32(at), int32(at + len(name))})
		o.lines[v.shown().lineAt(at)] = true
	}
	return o
}

// holds reports whether a value stands in what the name of the object stands in: its
// line, its column, its element of a list, its object or one around that, the arrays
// beside its own, or its section of a text.
func (o *object) holds(t quantity.Token) bool {
	p := o.view.shown()
	i := p.lineAt(t.Start())
	if o.lines[i] || o.inAny(p.parallel(t.Start())) || o.inColumn(i, t) || o.inElement(i) {
		return true
	}
	if head, ok := o.view.heading(i); ok && o.lines[head] {
		return true
	}
	for _, j := range p.around(i) {
		if o.lines[j] {
			return true
		}
	}
	return false
}

func (o *object) inAny(spans []span32) bool {
	return slices.ContainsFunc(spans, func(s span32) bool {
		return slices.ContainsFunc(o.spans, func(name span32) bool { return name.start >= s.start && name.end <= s.end })
	})
}

// inColumn reports whether the column of a value has the name.
func (o *object) inColumn(i int, t quantity.Token) bool {
	p, h := o.view.shown(), int(o.view.headers()[i])
	if h < 0 || !o.lines[h] {
		return false
	}
	column := o.view.columnName(i, p.cells(i), t.Start())
	return slices.ContainsFunc(o.spans, func(s span32) bool { return strings.Contains(column, p.text[s.start:s.end]) })
}

// inElement reports whether the innermost element of a list that a line stands in has
// the name.
func (o *object) inElement(i int) bool {
	levels := o.view.levels(i)
	return len(levels) > 0 && slices.ContainsFunc(o.spans, func(s span32) bool {
		line := o.view.shown().lineAt(int(s.start))
		return line >= levels[0].element && line <= int(o.view.shown().lines[levels[0].element].last)
	})
}

// hasOwn reports whether the object has a value of its own in the place in which another
// value stands, and not that one itself.
func (o *object) hasOwn(t quantity.Token) bool {
	o.once.Do(o.read)
	return !o.starts[t.Start()] && o.owns[owned{t.Kind(), t.Dimension(), o.view.placeOf(t)}]
}

// maxOwn bounds how many places of the name are looked at for values of the object. One
// that stands in more has none that could be told from others'.
const maxOwn = 64

func (o *object) read() {
	o.owns, o.starts = make(map[owned]bool), make(map[int]bool)
	if len(o.spans) > maxOwn {
		return
	}
	for _, s := range o.spans {
		for t := range o.view.valuesIn(o.view.belonging(int(s.start))) {
			if !o.view.isTime(t) {
				o.starts[t.Start()], o.owns[owned{t.Kind(), t.Dimension(), o.view.placeOf(t)}] = true, true
			}
		}
	}
}

// belonging returns what belongs to the name at an offset: its line, object, element and
// section, what its line opens, and the arrays beside its own.
func (v *view) belonging(at int) []span32 {
	p := v.shown()
	if spans := p.parallel(at); len(spans) > 0 {
		return spans
	}
	i := p.lineAt(at)
	lines := append(p.own(i), i)
	if above := p.owner(i); above >= 0 && len(p.own(i)) > 0 {
		lines = append(lines, p.own(above)...) // of labels, those that have them
	}
	for _, l := range p.linesOf(int32(i)) {
		lines = append(lines, l.line)
	}
	spans := p.spansOf(lines)
	if levels := v.levels(i); len(levels) > 0 {
		spans = append(spans, p.spanTo(levels[0].element, int(p.lines[levels[0].element].last)))
	}
	if p.isHeading(i) {
		spans = append(spans, p.section(i))
	}
	return spans
}

// own returns the other lines of the object that a line stands in. Where its key is a
// name they are of other objects.
func (p *page) own(i int) []int {
	if isThingName(p.keyOfLine(i)) || p.opens(i, '{') && p.keyOfLine(i) != "" {
		return nil
	}
	return slices.DeleteFunc(p.object(i), func(j int) bool { return p.lines[i].goesOn && p.lines[j].node == p.lines[i].node })
}

// around returns the lines that say what a line is of: the others of its object, and the
// lines that open that and those around it, with the scalars beside them.
func (p *page) around(i int) []int {
	out := slices.Clone(p.own(i))
	for i = p.owner(i); i >= 0 && len(out) < 2*maxSiblings; i = p.owner(i) {
		out = append(out, i)
		for _, j := range p.siblings(i) {
			if int(p.lines[j].last) == j {
				out = append(out, j)
			}
		}
	}
	return out
}

// place is what a value is of its object: the column or key, the words around it where
// it stands in prose, and the keys above, so that the sizes of pools and of queues are two.
type place struct {
	slot          slot
	before, after string
	above         string
}

func (v *view) placeOf(t quantity.Token) place {
	p := v.shown()
	i := p.lineAt(t.Start())
	if key, _ := p.entry(i); key != "" && !isThingName(key) {
		return place{slot: slot{column: key}, above: p.keysAbove(i)}
	}
	if cells := p.cells(i); len(cells) > 1 {
		if h := int(v.headers()[i]); h >= 0 {
			cells, _ = p.align(cells, p.cells(h))
		}
		k := slices.IndexFunc(cells, func(c cell) bool { return t.Start() <= c.end })
		return place{slot: slot{strconv.Itoa(k), len(cells)}, above: p.keysAbove(i)}
	}
	s := v.slotOf(t)
	if isThingName(s.column) { // the object is the key
		s.column = p.keyAbove(i)
	}
	return place{s, v.wordBefore(t), v.wordBehind(t), p.keysAbove(i)}
}

// keysAbove returns the keys of what a line stands in, but for those that are names.
func (p *page) keysAbove(i int) string {
	var keys []string
	for i = int(p.lines[i].parent); i >= 0; i = int(p.lines[i].parent) {
		if key := p.keyOfLine(i); key != "" && !isThingName(key) {
			keys = append(keys, key)
		}
	}
	return strings.Join(keys, ".")
}

// wordBehind returns the word right behind a value in its line.
func (v *view) wordBehind(t quantity.Token) string {
	p := v.shown()
	_, end := p.near(p.lineAt(t.Start()), t.Start(), t.End())
	rest := strings.TrimLeft(p.text[t.End():end], " ")
	return strings.ToLower(rest[:runEnd(rest, 0)])
}

// naming returns the lines that may have the name of what a value is of.
func (v *view) naming(t quantity.Token) []int {
	p := v.shown()
	i := p.lineAt(t.Start())
	lines := append(p.around(i), i)
	if head, ok := v.heading(i); ok {
		lines = append(lines, head)
	}
	if levels := v.levels(i); len(levels) > 0 {
		lines = append(lines, levels[0].element)
	}
	return lines
}

// isNamed reports whether what a value stands in has the name of an object.
func (v *view) isNamed(t quantity.Token) bool {
	p := v.shown()
	return slices.ContainsFunc(p.parallel(t.Start()), func(s span32) bool { return namesObject(p.text[s.start:s.end]) }) ||
		slices.ContainsFunc(v.naming(t), func(j int) bool {
			v.effort.spend(maxNear)
			return namesObject(p.beginning(j))
		})
}

// namesObject reports whether a text has a word that is spelt as the name of an object.
func namesObject(text string) bool {
	for _, c := range chunks(text) {
		for part := range strings.FieldsFuncSeq(c.text, func(r rune) bool { return r == '/' || r == '=' || r == ':' }) {
			if isThingName(part) && hasLetter(part) && len(quantity.Scan(part)) == 0 {
				return true
			}
		}
	}
	return false
}
