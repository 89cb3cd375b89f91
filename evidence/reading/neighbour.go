package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// isNeighbours reports whether a value in the bound output is that of a row or an
// element beside the one that the claim is about. A claim that speaks of several
// objects at once, or of others, may mean any.
func (c *Claim) isNeighbours(s *stated, v *view, t quantity.Token) bool {
	levels := v.levels(v.shown().lineAt(t.Start()))
	if s.isWhole || len(levels) == 0 || c.allTaken(s) {
		return false
	}
	c.subjectMu.Lock()
	defer c.subjectMu.Unlock()
	about, ok := c.subjects[s.clause]
	if !ok {
		if c.subjects == nil {
			c.subjects = make(map[clause]*subject)
		}
		about = c.subjectIn(s.clause)
		c.subjects[s.clause] = about
	}
	return about != nil && about.isNeighbours(v, t, levels)
}

// subjectIn returns what a clause is about, or nil when that is not told.
func (c *Claim) subjectIn(in clause) *subject {
	words := c.wordsBetweenValues(in)
	if hasContrast(words) {
		return nil
	}
	words = slices.DeleteFunc(words, func(w string) bool { return len(w) < 3 || !hasLetter(w) || stopWords.hasNoun(strings.ToLower(w)) })
	names := slices.Concat(c.namesIn(in), c.plainNames(words), c.idsIn(in))
	if len(names) == 0 {
		return nil
	}
	return newSubject(names, &stated{beside: words})
}

// identified are the things that a number of several digits tells apart.
var identified = setOf("pid process backend session connection thread query job opid tid")

// minID is how many digits such a number has, so that it stands by chance rarely.
const minID = 3

// idsIn returns the numbers in a clause that tell a thing apart: PID 4711.
func (c *Claim) idsIn(in clause) []string {
	if !c.has(in) {
		return nil
	}
	var out []string
	for _, m := range c.Mentions() {
		if m.Kind != KindValue || m.Start < in.start || m.End > in.end || len(m.Text) < minID || strings.Trim(m.Text, "0123456789") != "" {
			continue
		}
		before := strings.TrimRight(c.claim.Text[in.start:m.Start], " #")
		if identified.has(strings.ToLower(before[lastWordStart(before):])) {
			out = append(out, m.Text)
		}
	}
	return out
}

// plainNames returns those of some words that stand as a whole value or cell: plain
// words that name something, such as frontend.
func (c *Claim) plainNames(words []string) []string {
	var out []string
	for _, w := range words {
		folded := strings.ToLower(w)
		if len(w) < minPlain || isVocabulary(folded) || countedStems.has(stem(folded)) || isCapitalised(w) {
			continue
		}
		if slices.ContainsFunc(c.bound, func(v *view) bool { return v.hasWhole(w) }) {
			out = append(out, w)
		}
	}
	return out
}

// minPlain is how long a plain word is that may be a name.
const minPlain = 3

// hasWhole reports whether a word is a whole value of an object or cell of a row.
// Claims share their words, so the answers are kept.
func (v *view) hasWhole(w string) bool {
	v.wholeMu.Lock()
	defer v.wholeMu.Unlock()
	has, ok := v.whole[w]
	if !ok {
		has = v.findWhole(w)
		if v.whole == nil {
			v.whole = make(map[string]bool)
		}
		if len(v.whole) < maxNames {
			v.whole[w] = has
		}
	}
	return has
}

func (v *view) findWhole(w string) bool {
	text, tried := v.shown().text, 0
	for at := range v.spelt(w) {
		if tried++; tried > maxNamed {
			return false
		}
		before, after := strings.TrimRight(text[max(0, at-2):at], " `*"), byteAt(text, at+len(w))
		isLast := after == '\n' && byteAt(text, at-1) == ' ' && v.headers()[v.shown().lineAt(at)] >= 0 // of a row
		if (isLast || before == "" || strings.IndexByte("\n\t|:,", lastByte(before)) >= 0) && strings.IndexByte("\n\t|,`*", after) >= 0 {
			return true
		}
	}
	return false
}

// isNeighbours reports whether a value is that of another row or element than the
// claim names, which has a value of its own in the same column or for the same key.
func (s *subject) isNeighbours(v *view, t quantity.Token, levels []level) bool {
	p := v.shown()
	if p.continues(p.lineAt(t.Start())) {
		return false
	}
	slot := v.slotOf(t)
	own, others := never, never
	for _, name := range s.names {
		for _, l := range levels {
			elements := s.standing(v, name).in(l.list)
			if len(elements) == 0 {
				continue
			}
			if slices.Contains(elements, l) {
				own = min(own, len(elements))
			} else if len(elements) < others && s.fills(v, fillKey{v, name, l.list, t.Kind(), t.Dimension(), slot}, elements) {
				others = len(elements)
			}
			break
		}
	}
	return others < own && others < s.ownWords(v, levels) || own < never && s.hasFuller(v, t, levels[0], slot)
}

// hasFuller reports whether beside the row or element of a value there is one that has
// all the names of the claim that this one has, and a further one, and a value of its own.
func (s *subject) hasFuller(v *view, t quantity.Token, l level, slot slot) bool {
	var has, lacks []elements
	for _, name := range s.names {
		if in := s.standing(v, name).in(l.list); slices.Contains(in, l) {
			has = append(has, in)
		} else if len(in) > 0 {
			lacks = append(lacks, in)
		}
	}
	if len(has) == 0 {
		return false
	}
	key := fillKey{view: v, list: l.list, kind: t.Kind(), dimension: t.Dimension(), slot: slot}
	return slices.ContainsFunc(lacks, func(in elements) bool {
		return slices.ContainsFunc(in[:min(len(in), maxFuller)], func(other level) bool {
			v.effort.spend(stepsOfLine)
			return !slices.ContainsFunc(has, func(e elements) bool { return !slices.Contains(e, other) }) && v.elementFills(other.element, key)
		})
	})
}

// maxFuller bounds how many rows with a further name are looked at.
const maxFuller = 16

// continues reports whether a line is a row whose first cell is blank: it goes on
// with what the row above says.
func (p *page) continues(i int) bool {
	cells := p.cells(i)
	return len(cells) > 1 && strings.Trim(p.text[cells[0].start:cells[0].end], " |") == ""
}

// slot is what a value is of its row or element: its column, or its key.
type slot struct {
	column string
	cells  int
}

func (v *view) slotOf(t quantity.Token) slot {
	p := v.shown()
	i := p.lineAt(t.Start())
	if cells := p.cells(i); len(cells) > 1 {
		if h := int(v.headers()[i]); h >= 0 {
			return slot{v.columnName(i, cells, t.Start()), len(p.cells(h))}
		}
		return slot{v.columnName(i, cells, t.Start()), len(cells)}
	}
	if key := p.keyBefore(t.Start()); key != "" {
		return slot{key, 0}
	}
	if key := p.keyOfLine(i); key != "" && !v.isTimed(i, len(key)) {
		return slot{key, 0}
	}
	return slot{p.keyAbove(i), 0}
}

// isTimed reports whether a time stands in the first bytes of a line: the line of a log
// has no key there.
func (v *view) isTimed(i, length int) bool {
	start, _ := v.shown().lineSpan(i)
	return slices.ContainsFunc(v.tokensIn(start, start+length), isTime)
}

// maxFilled bounds how many values of an element are looked at.
const maxFilled = 64

// fillKey is what is asked of the elements of one list that have a name.
type fillKey struct {
	view      *view
	name      string
	list      int
	kind      quantity.Kind
	dimension quantity.Dimension
	slot      slot
}

// fills reports whether one of the elements that have a name has a value of a kind in
// a slot.
func (s *subject) fills(v *view, key fillKey, in elements) bool {
	fills, ok := s.filled[key]
	if !ok {
		fills = slices.ContainsFunc(in, func(l level) bool { return v.elementFills(l.element, key) })
		if s.filled == nil {
			s.filled = make(map[fillKey]bool)
		}
		s.filled[key] = fills
	}
	return fills
}

func (v *view) elementFills(i int, key fillKey) bool {
	p := v.shown()
	start, _ := p.lineSpan(i)
	_, end := p.lineSpan(int(p.lines[i].last))
	tokens := v.tokensIn(start, end)
	for _, t := range tokens[:min(len(tokens), maxFilled)] {
		v.effort.spend(stepsOfLine)
		if t.Kind() == key.kind && t.Dimension() == key.dimension && v.slotOf(t) == key.slot {
			return true
		}
	}
	return false
}
