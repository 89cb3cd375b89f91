package quantity

import (
	"math"
	"math/bits"
	"slices"
)

// Index finds the values of a text that are equal to a stated one without
// looking at all of them. It is built once and safe for concurrent use.
type Index struct {
	tokens  []Token
	entries []entry  // ordered by slot
	slots   []uint32 // where the entries of a slot begin; one more than there are slots
	shift   uint8
}

// entry files a token under one of its meanings.
type entry struct {
	key   float64
	token int32
	space Dimension
}

// The spaces that are no dimensions of a unit.
const numerals Dimension = 0x7f // numbers of quantities, as written

// Hit is a standing value and how it relates to the stated one.
type Hit struct {
	Token    int // index in the tokens that the Index was built of
	Relation Relation
}

// Build returns an index of tokens, which must not change afterwards.
func Build(tokens []Token) *Index {
	x := &Index{tokens: tokens}
	entries := make([]entry, 0, len(tokens)+len(tokens)/2)
	for i, t := range tokens {
		entries = t.file(entries, int32(i))
	}
	x.sort(entries)
	return x
}

// Tokens returns the tokens that the index was built of.
func (x *Index) Tokens() []Token { return x.tokens }

// Find returns the standing values that relate to the stated one, in order of
// their tokens.
func (x *Index) Find(stated Token) []Hit {
	f := finder{index: x, stated: stated}
	if stated.kind == Moment && stated.flags&(noYear|hasClock) == noYear {
		f.everywhere()
	} else {
		stated.ask(f.span)
	}
	slices.SortFunc(f.hits, func(a, b Hit) int { return a.Token - b.Token })
	return slices.CompactFunc(f.hits, func(a, b Hit) bool { return a.Token == b.Token })
}

// sort orders entries by slot, in three passes.
func (x *Index) sort(entries []entry) {
	size := bits.Len(uint(len(entries)))
	x.shift = uint8(64 - size)
	x.slots = make([]uint32, 1<<size+1)
	for i := range entries {
		x.slots[x.slot(entries[i].space, bucket(entries[i].space, entries[i].key))+1]++
	}
	for i := 1; i < len(x.slots); i++ {
		x.slots[i] += x.slots[i-1]
	}
	x.entries = make([]entry, len(entries))
	next := slices.Clone(x.slots)
	for _, e := range entries {
		s := x.slot(e.space, bucket(e.space, e.key))
		x.entries[next[s]] = e
		next[s]++
	}
}

func (x *Index) slot(space Dimension, bucket int64) uint64 {
	return (uint64(space)<<56 ^ uint64(bucket)) * 0x9e3779b97f4a7c15 >> x.shift
}

// secondsPerBucket is the width of a bucket of times.
const secondsPerBucket = 8

// bucket returns the number of the bucket that a key belongs to. Buckets of a
// space rise with its keys; those of numbers have a width in proportion.
func bucket(space Dimension, key float64) int64 {
	switch space {
	case Instant, Clock:
		return int64(math.Floor(key / secondsPerBucket))
	case VersionOrder, Network:
		return int64(key)
	}
	const tiny = 1.0 / 1024
	switch {
	case key > tiny:
		return int64(math.Float64bits(key)>>44) - int64(math.Float64bits(tiny)>>44)
	case key < -tiny:
		return int64(math.Float64bits(tiny)>>44) - int64(math.Float64bits(-key)>>44)
	}
	return 0
}

// finder collects the hits of one search.
type finder struct {
	index  *Index
	stated Token
	hits   []Hit
}

// everywhere tries all tokens, for what no bucket can be told.
func (f *finder) everywhere() {
	for i := range f.index.tokens {
		f.try(i)
	}
}

func (f *finder) try(i int) {
	if r := Match(f.stated, f.index.tokens[i]); r != Unequal {
		f.hits = append(f.hits, Hit{i, r})
	}
}

// span tries the tokens that are filed in a space from lo to hi.
func (f *finder) span(space Dimension, lo, hi float64) {
	x := f.index
	from, to := bucket(space, lo), bucket(space, hi)
	if to-from > int64(len(x.entries)) {
		f.scan(x.entries, space, lo, hi)
		return
	}
	for b := from; b <= to; b++ {
		s := x.slot(space, b)
		f.scan(x.entries[x.slots[s]:x.slots[s+1]], space, lo, hi)
	}
}

func (f *finder) scan(entries []entry, space Dimension, lo, hi float64) {
	for _, e := range entries {
		if e.space == space && e.key >= lo && e.key <= hi {
			f.try(int(e.token))
		}
	}
}
