package reading

import (
	"slices"
	"sort"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// isOfOtherTime reports whether a value in the bound output is surely that of another
// time than the claim says: its line, row or object has a time, and not that one, which
// has a value of its own in the same place. A time that another output has too may come
// from there.
func (c *Claim) isOfOtherTime(s *stated, v *view, t quantity.Token) bool {
	if s.when.Kind() == 0 || !slices.Contains(c.bound, v) || !v.effort.spend(stepsAround) {
		return false
	}
	p := v.shown()
	i := p.lineAt(t.Start())
	spans := append(p.parallel(t.Start()), p.record(i)...)
	for range maxAround {
		timed := false
		for other := range v.valuesIn(spans) {
			if v.isAt(s.when, other) {
				return false
			}
			timed = timed || v.isTime(other)
		}
		if timed {
			m := c.moment(v, s.when)
			return m.owns[v.timedPlace(t)] && !m.elsewhere
		}
		if i = p.owner(i); i < 0 {
			return false
		}
		spans = p.record(i)
	}
	return false
}

// maxAround is how many objects around a value are looked at for its time.
const maxAround = 3

// isAtOtherTimeIn reports whether a value stands in an output, and not at its time.
func (c *Claim) isAtOtherTimeIn(v *view, s *stated) bool {
	for t := range whole([]*view{v})[0].equals(s.token) {
		if c.isOfOtherTime(s, v, t) {
			return true
		}
	}
	return false
}

// moment is where a time that a claim states stands in an output.
type moment struct {
	owns      map[owned]bool // the places in which numbers stand beside it
	elsewhere bool           // another bound output has it too
}

type momentKey struct {
	view    *view
	literal string
}

// moment returns where a time stands, which is found out once.
func (c *Claim) moment(v *view, when quantity.Token) *moment {
	c.subjectMu.Lock()
	defer c.subjectMu.Unlock()
	key := momentKey{v, when.Literal}
	m := c.moments[key]
	if m == nil {
		if c.moments == nil {
			c.moments = make(map[momentKey]*moment)
		}
		m = &moment{owns: v.numbersAt(when), elsewhere: c.isElsewhere(when, v)}
		c.moments[key] = m
	}
	return m
}

// isElsewhere reports whether a time stands in another bound output than this.
func (c *Claim) isElsewhere(when quantity.Token, v *view) bool {
	return slices.ContainsFunc(c.bound, func(other *view) bool {
		if other == v {
			return false
		}
		for range whole([]*view{other})[0].equals(when) {
			return true
		}
		return false
	})
}

// isAt reports whether a value is the time that a claim states.
func (v *view) isAt(when, t quantity.Token) bool {
	return isTime(t) && v.proves(when, t, quantity.Match(when, t))
}

// isTime tells times from numbers that could be seconds since the epoch and have another
// unit: working_set_bytes=1000341504.
func (v *view) isTime(t quantity.Token) bool {
	if !isTime(t) || t.Kind() == quantity.Moment {
		return isTime(t)
	}
	unit, ok := unitOf(v.slotOf(t).column)
	return !ok || unit.Dimension() == quantity.Time
}

// isTime tells times, those that are written as a number since the epoch too: up to the
// year 2033, since larger numbers are sizes more often.
func isTime(t quantity.Token) bool {
	if t.Kind() == quantity.Moment {
		return true
	}
	_, ok := t.Epoch()
	return ok && t.Kind() == quantity.Number && t.Literal[0] == '1'
}

// record returns where the line stands and those of the object that it stands in.
func (p *page) record(i int) []span32 { return p.spansOf(append(p.object(i), i)) }

// spansOf returns where lines stand.
func (p *page) spansOf(lines []int) []span32 {
	out := make([]span32, len(lines))
	for k, i := range lines {
		out[k] = p.spanTo(i, i)
	}
	return out
}

// spanTo returns where the lines from one to another stand.
func (p *page) spanTo(first, last int) span32 {
	start, _ := p.lineSpan(first)
	_, end := p.lineSpan(last)
	return span32{int32(start), int32(end)}
}

// spanOfNode returns where a value with all below it stands.
func (p *page) spanOfNode(n evidence.Node) span32 {
	start, end := p.span(n)
	return span32{int32(start), int32(end)}
}

// valuesIn yields the first values of some spans of the page.
func (v *view) valuesIn(spans []span32) func(func(quantity.Token) bool) {
	return func(yield func(quantity.Token) bool) {
		for _, s := range spans {
			tokens := v.tokensIn(int(s.start), int(s.end))
			v.effort.spend(stepsOfLine)
			for _, t := range tokens[:min(len(tokens), maxInLine)] {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// elementAt returns the value that is shown at an offset, as far as that can be told.
func (p *page) elementAt(offset int) evidence.Node {
	id := sort.Search(len(p.at), func(i int) bool { return int(p.at[i]) > offset }) - 1
	if p.doc == nil || id < 0 || id >= p.doc.Len() {
		return evidence.Node{}
	}
	return p.doc.At(id)
}

// parallel returns where the elements stand that belong to the one at an offset: those
// of the same index, in the arrays beside its own that are as long. So CloudWatch has
// times and values.
func (p *page) parallel(offset int) []span32 {
	element := p.elementAt(offset)
	list := element.Parent()
	if list.Kind() != evidence.KindArray || list.Parent().Kind() != evidence.KindObject {
		return nil
	}
	var out []span32
	for beside := range list.Parent().Children() {
		if beside.Kind() == evidence.KindArray && beside.ID() != list.ID() && beside.Len() == list.Len() && len(out) < maxSiblings {
			out = append(out, p.spanOfNode(beside.Elem(element.Ordinal())))
		}
	}
	return out
}

// maxMoments bounds how many places of one time are looked at.
const maxMoments = 64

// numbersAt returns the places in which numbers stand beside a time: their column or key,
// and the word before them.
func (v *view) numbersAt(when quantity.Token) map[owned]bool {
	p, places := v.shown(), 0
	out := make(map[owned]bool)
	for at := range whole([]*view{v})[0].equals(when) {
		if places++; places > maxMoments {
			break
		}
		for t := range v.valuesIn(append(p.parallel(at.Start()), p.record(p.lineAt(at.Start()))...)) {
			if !v.isTime(t) {
				out[v.timedPlace(t)] = true
			}
		}
	}
	return out
}

func (v *view) timedPlace(t quantity.Token) owned {
	return owned{t.Kind(), t.Dimension(), place{slot: v.slotOf(t), before: v.wordBefore(t)}}
}

// wordBefore returns the word right before a value in its line.
func (v *view) wordBefore(t quantity.Token) string {
	p := v.shown()
	start, _ := p.near(p.lineAt(t.Start()), t.Start(), t.End())
	before := strings.TrimRight(p.text[start:t.Start()], " :=\t|\"")
	at := lastWordStart(before)
	if at > 0 && isNameByte(before[at-1]) {
		return "" // a name
	}
	return strings.Trim(strings.ToLower(before[at:]), "0123456789")
}
