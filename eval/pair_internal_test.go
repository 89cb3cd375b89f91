package eval

import (
	"testing"

	"pgregory.net/rapid"
)

// TestPair compares the matching with the best of all that there are.
func TestPair(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		wanted, got := rapid.IntRange(0, 5).Draw(t, "wanted"), rapid.IntRange(0, 5).Draw(t, "got")
		fit := make([][]bool, wanted)
		for w := range fit {
			fit[w] = rapid.SliceOfN(rapid.Bool(), got, got).Draw(t, "fits")
		}
		matched := pair(wanted, got, func(w, g int) bool { return fit[w][g] })
		n, used := 0, make(map[int]bool)
		for w, g := range matched {
			if g < 0 {
				continue
			}
			if !fit[w][g] || used[g] {
				t.Fatalf("%d was given %d, which does not fit or is taken: %v", w, g, matched)
			}
			used[g] = true
			n++
		}
		if best := bestPairing(fit, got, 0, 0); n != best {
			t.Fatalf("%d pairs, want %d: %v in %v", n, best, matched, fit)
		}
	})
}

func bestPairing(fit [][]bool, got, w, used int) int {
	if w == len(fit) {
		return 0
	}
	best := bestPairing(fit, got, w+1, used)
	for g := range got {
		if fit[w][g] && used&(1<<g) == 0 {
			best = max(best, 1+bestPairing(fit, got, w+1, used|1<<g))
		}
	}
	return best
}
