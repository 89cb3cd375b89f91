package quantity

import (
	"iter"
	"slices"
	"sync"
)

// Index finds the values of a text that are equal to a stated one without
// looking at all of them. It is safe for concurrent use.
type Index struct {
	tokens  []Token
	numbers func() *table // all that is no time
	moments func() *table // times, and numbers that may be epochs
}

// Hit is a standing value and how it relates to the stated one.
type Hit struct {
	Token    int // index in the tokens that the Index was built of
	Relation Relation
}

// Build returns an index of tokens, which must not change afterwards. The work is
// done when it is first needed, for times only when a time is looked for.
func Build(tokens []Token) *Index {
	return &Index{
		tokens:  tokens,
		numbers: sync.OnceValue(func() *table { return newTable(tokens, Token.file) }),
		moments: sync.OnceValue(func() *table { return newTable(tokens, Token.fileTimes) }),
	}
}

// Tokens returns the tokens that the index was built of.
func (x *Index) Tokens() []Token { return x.tokens }

// Find returns the standing values that relate to the stated one, in order of
// their tokens.
func (x *Index) Find(stated Token) []Hit {
	hits := slices.Collect(x.Hits(stated))
	slices.SortFunc(hits, func(a, b Hit) int { return a.Token - b.Token })
	return slices.Compact(hits)
}

// Hits returns the hits that [Index.Find] does, in no particular but always the
// same order, for callers who need no more than the first that suits them. A
// token may come twice.
func (x *Index) Hits(stated Token) iter.Seq[Hit] {
	return func(yield func(Hit) bool) {
		f := finder{index: x, stated: stated, yield: yield}
		if len(x.tokens) <= fewTokens || stated.kind == Moment && stated.flags&(noYear|hasClock) == noYear {
			f.everywhere()
			return
		}
		stated.ask(f.span)
	}
}

// fewTokens are faster tried one by one than filed.
const fewTokens = 32

// finder runs one search.
type finder struct {
	index  *Index
	stated Token
	yield  func(Hit) bool
	done   bool
}

// everywhere tries all tokens, for what no bucket can be told.
func (f *finder) everywhere() {
	for i := range f.index.tokens {
		f.try(i)
	}
}

func (f *finder) try(i int) {
	if f.done {
		return
	}
	if r := Match(f.stated, f.index.tokens[i]); r != Unequal {
		f.done = !f.yield(Hit{i, r})
	}
}

// span tries the tokens that are filed in a space from lo to hi.
func (f *finder) span(space Dimension, lo, hi float64) {
	x := f.index.numbers
	if space == Instant || space == Clock {
		x = f.index.moments
	}
	table := x()
	from, to := bucket(space, lo), bucket(space, hi)
	if to-from > int64(len(table.entries)) {
		f.scan(table.entries, space, lo, hi)
		return
	}
	for b := from; b <= to && !f.done; b++ {
		f.scan(table.bucket(space, b), space, lo, hi)
	}
}

func (f *finder) scan(entries []entry, space Dimension, lo, hi float64) {
	for _, e := range entries {
		if e.space == space && e.key >= lo && e.key <= hi {
			f.try(int(e.token))
		}
	}
}
