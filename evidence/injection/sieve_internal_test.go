package injection

import (
	"slices"
	"strings"
	"testing"
)

// TestSieve holds the anchors to the openings: one without an anchor is never found.
func TestSieve(t *testing.T) {
	t.Parallel()
	for _, opening := range slices.Concat(openings, roles, anchors) {
		for before := range stride {
			for _, spelt := range []string{opening, strings.ToUpper(opening)} {
				before := strings.Repeat("-", before)
				if !sifter.sifts(before+"["+spelt+" x") && !sifter.sifts(before+"<<"+spelt+" x") {
					t.Errorf("%q does not pass the sieve behind %d bytes", spelt, len(before))
				}
			}
		}
	}
	for _, text := range []string{"", "you", "instruction", "you are not", "tell a user", "令指现在"} {
		if sifter.sifts(text) {
			t.Errorf("%q passes the sieve", text)
		}
	}
}
