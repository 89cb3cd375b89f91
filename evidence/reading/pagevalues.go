package reading

import (
	"sort"
	"sync"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// pageValues finds the values of a page. It reads single lines as long as only some are
// asked for, and the whole page, with an index, when a value is looked for anywhere: a
// true claim needs the lines that it points at and no more.
type pageValues struct {
	mu    sync.Mutex
	units *unitReader
	lines map[int][]quantity.Token
	read  int // bytes of the lines

	once  sync.Once
	index *quantity.Index
}

// valueIndex returns all values in the page.
func (v *view) valueIndex() *quantity.Index {
	v.values.once.Do(func() {
		all := newUnitReader(v).withUnits(quantity.Scan(v.shown().text))
		v.values.mu.Lock()
		defer v.values.mu.Unlock()
		v.values.index = quantity.Build(all)
	})
	return v.values.index
}

// tokensIn returns the values that begin in a span of the page.
func (v *view) tokensIn(start, end int) []quantity.Token {
	if tokens, ok := v.tokensOfLines(start, end); ok {
		return tokens
	}
	return within(v.valueIndex().Tokens(), start, end)
}

// within returns those of ordered values that begin in a span.
func within(all []quantity.Token, start, end int) []quantity.Token {
	from := sort.Search(len(all), func(i int) bool { return all[i].Start() >= start })
	to := sort.Search(len(all), func(i int) bool { return all[i].Start() >= end })
	return all[from:to]
}

// Bounds of what is read line by line: few lines, of a page that is not read in no time.
const (
	maxLinesAlone = 16
	minPageAlone  = 256
)

// tokensOfLines returns the values in the lines of a span, if it need not be the index
// that gives them: there is none yet, and the lines asked for are a small part of the page.
func (v *view) tokensOfLines(start, end int) ([]quantity.Token, bool) {
	p := v.shown()
	if end > len(p.text) || len(p.text) < minPageAlone {
		return nil, false
	}
	first, last := p.lineAt(start), p.lineAt(max(start, end-1))
	if last-first >= maxLinesAlone {
		return nil, false
	}
	x := &v.values
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.index != nil || x.read > len(p.text)/2 {
		return nil, false
	}
	if first == last {
		return within(v.tokensOfLine(first), start, end), true
	}
	var out []quantity.Token
	for i := first; i <= last; i++ {
		out = append(out, v.tokensOfLine(i)...)
	}
	return within(out, start, end), true
}

// tokensOfLine returns the values of one line. The caller holds the lock.
func (v *view) tokensOfLine(i int) []quantity.Token {
	x := &v.values
	tokens, ok := x.lines[i]
	if ok {
		return tokens
	}
	start, end := v.shown().lineSpan(i)
	if x.lines == nil {
		x.lines, x.units = make(map[int][]quantity.Token), newUnitReader(v)
	}
	tokens = x.units.withUnits(quantity.ScanSpan(v.shown().text, start, end))
	x.lines[i] = tokens
	x.read += end - start
	return tokens
}
