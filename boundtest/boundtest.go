// Package boundtest holds what reads a stranger's bytes to a bound of memory, in the
// targets that fuzz it.
//
// Time needs nothing here: Go's fuzzer fails an input that takes ten seconds.
package boundtest

import (
	"runtime/metrics"
	"testing"
)

// Bound says how much one reading of an input may allocate, in all: what it holds at
// any one moment is less.
type Bound struct {
	Base    int // bytes, whatever the input
	PerByte int // bytes for each byte of the input
}

// Hold runs a reading of an input of a size, and fails the test when that allocates
// more than the bound. Nothing else may run meanwhile, as is so in fuzz targets.
func (b Bound) Hold(t testing.TB, size int, read func()) {
	t.Helper()
	before := allocated()
	read()
	if got, most := allocated()-before, uint64(b.Base+b.PerByte*size); got > most {
		t.Errorf("an input of %d bytes took %d bytes of memory, want at most %d", size, got, most)
	}
}

// allocated returns how many bytes the program has allocated so far. It may lag
// behind by what each processor has of small objects, some tens of kilobytes.
func allocated() uint64 {
	samples := [1]metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(samples[:])
	return samples[0].Value.Uint64()
}
