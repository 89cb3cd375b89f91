package reading

import (
	"iter"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// unitsAround yields the units that what stands around a bare number gives it:
// nearest first its key, its column, its row, the keys above, the name of the
// metric, a member that says the unit.
func (v *view) unitsAround(t quantity.Token) iter.Seq[quantity.Unit] {
	return func(yield func(quantity.Unit) bool) {
		for text := range v.namesAround(t.Start()) {
			if u, ok := unitOf(text); ok && u != quantity.None && !yield(u) {
				return
			}
		}
	}
}

// unitOf reads the unit in a key or a title: in brackets, else in its last word.
func unitOf(text string) (quantity.Unit, bool) {
	if i := strings.IndexAny(text, "(["); i >= 0 {
		if u, ok := quantity.ParseUnit(strings.TrimRight(text[i+1:], ")] ")); ok {
			return u, true
		}
		text = text[:i]
	}
	text = strings.TrimSpace(text)
	if u, ok := quantity.ParseUnit(text); ok {
		return u, true
	}
	return quantity.UnitOfKey(text)
}

// namesAround yields the texts around an offset that can name what a number there
// is, nearest first.
func (v *view) namesAround(at int) iter.Seq[string] {
	return func(yield func(string) bool) {
		p := v.shown()
		i := p.lineAt(at)
		if !yield(p.before(at)) {
			return
		}
		if cells := p.cells(i); len(cells) > 1 && !(yield(v.columnName(i, cells, at)) && yield(p.text[cells[0].start:cells[0].end])) {
			return
		}
		if key := p.keyOfLine(i); key != "" && !yield(key) {
			return
		}
		for _, j := range p.object(i) {
			if naming.has(strings.ToLower(p.keyOfLine(j))) && !yield(p.valueOfLine(j)) {
				return
			}
		}
		yield(p.keyAbove(i))
	}
}

// naming are the keys whose value says what the others beside it are of.
var naming = setOf("name __name__ metric metric_name metricname label unit units title kpi kpi_name id")

// before returns the words before an offset in its line and phrase.
func (p *page) before(at int) string {
	i := at
	for i > 0 && !isStop(p.text[i-1]) && at-i < 80 {
		i--
	}
	return strings.TrimRight(p.text[i:at], " :=~*")
}

// keyOfLine returns the key of a member's line, or "".
func (p *page) keyOfLine(i int) string {
	key, _, ok := strings.Cut(p.lineText(i), ": ")
	if !ok || len(key) > 128 {
		return ""
	}
	return key
}

// valueOfLine returns what stands behind the key of a member's line.
func (p *page) valueOfLine(i int) string {
	_, value, _ := strings.Cut(p.lineText(i), ": ")
	return strings.TrimRight(value, ",")
}

// withUnits returns values with those among them again, right behind, that are bare
// numbers whose key, column or metric gives them a unit: they are found by either.
func (v *view) withUnits(tokens []quantity.Token) []quantity.Token {
	out := make([]quantity.Token, 0, len(tokens)+len(tokens)/8)
	known := make(map[string]quantity.Unit)
	for _, t := range tokens {
		out = append(out, t)
		if !isCount(t) {
			continue
		}
		if u := v.unitByName(t.Start(), known); u != quantity.None {
			out = append(out, t.WithUnit(u))
		}
	}
	return out
}

// unitByName returns the unit that the nearest name around an offset gives. What
// was read in a name is kept in known.
func (v *view) unitByName(at int, known map[string]quantity.Unit) quantity.Unit {
	for name := range v.namesAround(at) {
		if name == "" || len(name) > maxUnitName {
			continue
		}
		u, ok := known[name]
		if !ok {
			u, _ = unitOf(name)
			if len(known) < maxUnitNames {
				known[strings.Clone(name)] = u
			}
		}
		if u != quantity.None {
			return u
		}
	}
	return quantity.None
}

// Bounds of what is remembered about names.
const (
	maxUnitName  = 64
	maxUnitNames = 10000
)
