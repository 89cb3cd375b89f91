package rules_test

import (
	"os"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence/reading"
)

// TestCountedThingsArePublished holds the page of evidence.values to the list that
// the rule goes by.
func TestCountedThingsArePublished(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("values.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "Counted things are, in singular and plural: ")
	list, _, ok := strings.Cut(rest, ".\n")
	if !ok {
		t.Fatal("the page has no list of counted things")
	}
	published := make(map[string]bool)
	for noun := range strings.SplitSeq(list, ", ") {
		published[noun] = true
		if !reading.Counted(noun) || !reading.Counted(noun+"s") && !strings.HasSuffix(noun, "y") && !strings.HasSuffix(noun, "s") {
			t.Errorf("%q is published and not counted", noun)
		}
	}
	for _, noun := range reading.CountedThings() {
		if !published[noun] {
			t.Errorf("%q is counted and not published", noun)
		}
	}
}
