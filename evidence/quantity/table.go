package quantity

import (
	"math"
	"math/bits"
	"slices"
)

// entry files a token under one of its meanings.
type entry struct {
	key   float64 // in the base unit of the space
	token int32
	space Dimension
}

// numerals is the space of the numbers of quantities, as written.
const numerals Dimension = 0x7f

// table is a hash table of entries by space and bucket. It is laid out flat, as
// it is never changed and has one entry and more for each token.
type table struct {
	entries []entry  // ordered by slot
	slots   []uint32 // where the entries of a slot begin; one more than there are slots
	shift   uint8
}

// newTable returns the table of what file appends for each token.
func newTable(tokens []Token, file func(Token, []entry, int32) []entry) *table {
	unordered := make([]entry, 0, len(tokens))
	for i, t := range tokens {
		unordered = file(t, unordered, int32(i))
	}
	size := bits.Len(uint(len(unordered)))
	t := &table{
		entries: make([]entry, len(unordered)),
		slots:   make([]uint32, 1<<size+1),
		shift:   uint8(64 - size),
	}
	t.order(unordered)
	return t
}

// order copies the entries to where their slots are, keeping the order of tokens.
func (t *table) order(unordered []entry) {
	for _, e := range unordered {
		t.slots[t.slot(e.space, bucket(e.space, e.key))+1]++
	}
	for i := 1; i < len(t.slots); i++ {
		t.slots[i] += t.slots[i-1]
	}
	next := slices.Clone(t.slots)
	for _, e := range unordered {
		s := t.slot(e.space, bucket(e.space, e.key))
		t.entries[next[s]] = e
		next[s]++
	}
}

func (t *table) slot(space Dimension, bucket int64) uint64 {
	return (uint64(space)<<56 ^ uint64(bucket)) * 0x9e3779b97f4a7c15 >> t.shift
}

// bucket returns the entries of a bucket, and perhaps some of another.
func (t *table) bucket(space Dimension, bucket int64) []entry {
	s := t.slot(space, bucket)
	return t.entries[t.slots[s]:t.slots[s+1]]
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
