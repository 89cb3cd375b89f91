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
		if p := v.shown(); p.isSample(p.lineAt(t.Start())) {
			for _, u := range v.queryUnits() {
				if !yield(u) {
					return
				}
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
	if u, ok := quantity.UnitOfKey(text); ok {
		return u, true
	}
	if len(text) > maxUnit || strings.EqualFold(text, "min") {
		return quantity.None, false // a minimum stands beside max more often than a minute
	}
	return quantity.ParseUnit(text)
}

// maxUnit is longer than any unit by itself.
const maxUnit = 16

// namesAround yields the texts around an offset that can name what a number there
// is, nearest first.
func (v *view) namesAround(at int) iter.Seq[string] {
	return func(yield func(string) bool) {
		p := v.shown()
		i := p.lineAt(at)
		if !yield(p.before(at)) {
			return
		}
		if cells := p.cells(i); len(cells) > 1 {
			if !(yield(v.columnName(i, cells, at)) && yield(p.text[cells[0].start:cells[0].end])) {
				return
			}
			if metric := p.metricOf(cells); metric != "" && !yield(metric) {
				return
			}
		}
		if key := p.keyOfEnd(i, at); key != "" && !yield(key) {
			return
		}
		if key := p.keyOfLine(i); key != "" && !yield(key) {
			return
		}
		if name := p.nameAbove(i); name != "" && !yield(name) {
			return
		}
		for name := range p.namesOver(i) {
			if !yield(name) {
				return
			}
		}
		yield(p.keyAbove(i))
	}
}

// naming are the keys whose value says what the others beside it are of.
var naming = setOf("name key __name__ metric metric_name metricname label unit units title kpi kpi_name id")

// nameAbove returns the name that a line of a text has above it for its value, as YAML
// has settings: name: retention.ms, value: 604800000.
func (p *page) nameAbove(i int) string {
	const far = 4
	if key, _ := p.entry(i); key != "value" {
		return ""
	}
	for j := i - 1; j >= 0 && j >= i-far && p.isBeside(j, i); j-- {
		key, value := p.entry(j)
		if naming.has(key) {
			return value
		}
		if key == "value" {
			break
		}
	}
	return ""
}

// maxOver is how many objects around a number may say what it is of.
const maxOver = 3

// namesOver yields the names that the object that a line stands in gives what it
// holds, and then the objects around that: the metric of a list of samples.
func (p *page) namesOver(i int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for depth := 0; depth < maxOver && i >= 0; depth++ {
			for _, j := range p.object(i) {
				if naming.has(strings.ToLower(p.keyOfLine(j))) && !yield(p.valueOfLine(j)) {
					return
				}
			}
			i = p.owner(i)
		}
	}
}

// metricOf returns the cell of a row that names a metric with a unit in it, for
// where no column says so.
func (p *page) metricOf(cells []cell) string {
	if metric := p.metricIn(cells); metric != "" {
		if u, ok := unitOf(metric); ok && u != quantity.None {
			return metric
		}
	}
	return ""
}

// metricIn returns the first cell of a row that is an identifier of several words.
func (p *page) metricIn(cells []cell) string {
	for _, c := range cells[:min(len(cells), maxInLine)] {
		text := strings.Trim(p.text[c.start:c.end], " `*")
		if strings.IndexByte(text, '_') > 0 && strings.IndexByte(text, ' ') < 0 {
			return text
		}
	}
	return ""
}

// before returns the words before an offset in its line and phrase.
func (p *page) before(at int) string {
	i := at
	for i > 0 && !isStop(p.text[i-1]) && at-i < 80 {
		i--
	}
	return strings.TrimRight(p.text[i:at], " :=~*")
}

// withUnits returns values with those among them again, right behind, that are bare
// numbers whose key, column or metric gives them a unit: they are found by either.
func (r *unitReader) withUnits(tokens []quantity.Token) []quantity.Token {
	var again []quantity.Token
	for i, t := range tokens {
		if !isCount(t) {
			if t.IsLetter() && r.at(t.Start()) == quantity.CPUOrShare {
				tokens[i] = t.Meaning(quantity.Thousandth) // of cpu: 500m
			}
			if t.IsUser() && r.at(t.Start()) == quantity.Percent {
				tokens[i] = t.Meaning(quantity.Percent) // %Cpu(s): 58.6 us
			}
			continue
		}
		if u := r.at(t.Start()); u != quantity.None {
			again = append(again, t.WithUnit(u))
		} else if r.view.shown().isSample(r.line) {
			for _, u := range r.view.queryUnits() {
				again = append(again, t.WithUnit(u))
			}
		}
	}
	return merged(tokens, again)
}

// merged returns values with others of the same places right behind them.
func merged(tokens, others []quantity.Token) []quantity.Token {
	if len(others) == 0 {
		return tokens
	}
	out := make([]quantity.Token, 0, len(tokens)+len(others))
	for _, t := range tokens {
		out = append(out, t)
		for len(others) > 0 && others[0].Start() == t.Start() {
			out = append(out, others[0])
			others = others[1:]
		}
	}
	return out
}

// unitReader reads units in names. It is quickest when it walks a page from its
// beginning.
type unitReader struct {
	view  *view
	known map[string]quantity.Unit // by name

	line  int // the one that was read last
	start int // of the line
	end   int
	unit  quantity.Unit // by the key of the line, or the metric around it or in it
	cells []cell        // when there are several
	lead  quantity.Unit // that the line begins with

	over [maxOver]namers // of the objects around the line, the innermost first
}

func newUnitReader(v *view) *unitReader {
	return &unitReader{view: v, known: make(map[string]quantity.Unit)}
}

// namers are the units that the members of an object give each other.
type namers struct {
	object int32 // the line that opens it, and one; 0 for none yet
	units  []namer
}

// namer is a member of an object that names a unit, itself or in what it holds.
type namer struct {
	member int
	unit   quantity.Unit
}

// maxAside is no shorter than the keys that say which of several values one is.
const maxAside = 9

// maxUnitNames bounds what is remembered.
const maxUnitNames = 10000

// at returns the unit that a name gives to a number at an offset.
func (r *unitReader) at(offset int) quantity.Unit {
	p := r.view.shown()
	if offset >= r.end || offset < r.start {
		r.line, r.cells = p.lineAt(offset), nil
		r.start, r.end = p.lineSpan(r.line)
		if p.columns(r.line) > 1 {
			r.cells = p.cells(r.line)
		}
		r.unit = r.ofLine(r.line)
		r.lead = r.leading(p.lineText(r.line))
	}
	if r.lead != quantity.None {
		return r.lead
	}
	if key := p.keyBefore(offset); key != "" {
		if u := r.of(key); u != quantity.None {
			return u
		}
	}
	if len(r.cells) == 0 {
		if u := r.of(p.keyOfEnd(r.line, offset)); u != quantity.None {
			return u
		}
	}
	if len(r.cells) > 1 {
		if u := r.of(r.view.columnName(r.line, r.cells, offset)); u != quantity.None {
			return u
		}
		if len(r.cells) == 2 && offset > r.cells[0].end {
			return r.of(p.text[r.cells[0].start:r.cells[0].end])
		}
	}
	return r.unit
}

// leading returns the size that a line begins with, when a name and a colon follow, as
// top has it: MiB Mem : 15884.3 total, 212.7 free. So has %Cpu(s) percent.
func (r *unitReader) leading(line string) quantity.Unit {
	if strings.HasPrefix(line, "%") && strings.Contains(line[:min(len(line), maxUnit)], ":") {
		return quantity.Percent // %Cpu(s): 58.6 us
	}
	unit, rest, ok := strings.Cut(line, " ")
	if !ok || len(unit) != len("MiB") || strings.IndexByte("KMGTkmgt", unit[0]) < 0 {
		return quantity.None
	}
	name, _, ok := strings.Cut(rest[:min(len(rest), maxUnit)], ":")
	if !ok || strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz \t") != "" {
		return quantity.None
	}
	return r.of(unit)
}

// ofLine returns the unit by the key of a line of JSON or by the metric around it,
// of a row by the metric that it names.
func (r *unitReader) ofLine(i int) quantity.Unit {
	p := r.view.shown()
	if len(r.cells) > 1 {
		return r.of(p.metricOf(r.cells))
	}
	if p.lines[i].parent < 0 {
		return quantity.None
	}
	key := p.keyOfLine(i)
	if u := r.of(key); u != quantity.None {
		return u
	}
	if u := r.of(p.nameAbove(i)); u != quantity.None {
		return u
	}
	if above := p.keyAbove(i); above != "" && len(key) <= maxAside {
		if u := r.of(above + "_" + key); u != quantity.None {
			return u // TargetResponseTime: {p99: 11.93}
		}
	}
	return r.ofNamers(i)
}

// ofNamers returns the unit in the first of the names over a line that has one, as
// namesOver yields them. Lines of an object follow each other, so what the last object
// names is remembered.
func (r *unitReader) ofNamers(i int) quantity.Unit {
	p := r.view.shown()
	for depth := 0; depth < maxOver && i >= 0; depth++ {
		member := p.inArrays(i)
		over := &r.over[depth]
		if object := p.lines[member].parent; over.object != object+1 {
			*over = namers{object + 1, r.namersIn(object)}
		}
		for _, n := range over.units {
			if n.member != member {
				return n.unit
			}
		}
		i = p.owner(i)
	}
	return quantity.None
}

func (r *unitReader) namersIn(object int32) []namer {
	p := r.view.shown()
	var out []namer
	for _, l := range p.linesOf(object) {
		if !naming.has(strings.ToLower(p.keyOfLine(l.line))) {
			continue
		}
		if u := r.of(p.valueOfLine(l.line)); u != quantity.None {
			out = append(out, namer{l.member, u})
		}
	}
	return out
}

func (r *unitReader) of(name string) quantity.Unit {
	if name == "" || len(name) > maxUnitName {
		return quantity.None
	}
	u, ok := r.known[name]
	if !ok {
		u, _ = unitOf(name)
		if len(r.known) < maxUnitNames {
			r.known[name] = u
		}
	}
	return u
}

// maxUnitName bounds the names that units are read in.
const maxUnitName = 64

// keyOfEnd returns the words of a line of text that a number at an offset ends, without
// the labels of a metric: node_memory_MemFree_bytes{node="db-7"} 6.4e+08.
func (p *page) keyOfEnd(i, at int) string {
	start, end := p.lineSpan(i)
	if at == start || p.text[at-1] != ' ' || strings.IndexByte(p.text[at:end], ' ') >= 0 || !p.isOfText(i) {
		return ""
	}
	key := strings.TrimRight(p.text[start:at], " ")
	if labels := strings.IndexByte(key, '{'); labels > 0 && strings.HasSuffix(key, "}") {
		key = key[:labels]
	}
	if len(key) > maxUnitName || strings.ContainsAny(key, ":=,;([") {
		return ""
	}
	return key
}

// keyBefore returns the identifier that a sign joins to what stands at an offset.
func (p *page) keyBefore(at int) string {
	i := at
	for i > 0 && p.text[i-1] == ' ' {
		i--
	}
	if i == 0 || p.text[i-1] != '=' && p.text[i-1] != ':' {
		return ""
	}
	end := i - 1
	for i = end; i > 0 && end-i < maxUnitName && (isNameByte(p.text[i-1]) || p.text[i-1] == '.'); i-- {
	}
	return p.text[i:end]
}
