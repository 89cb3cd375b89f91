package gatekeeper_test

import (
	"testing"

	"github.com/superbizagent/superbizagent/gatekeeper"
)

const sectionPage = `# evidence.excerpt

## Flagged

- a changed digit

## How to fix

Quote exactly.

## Limits

None.
`

func TestSection(t *testing.T) {
	t.Parallel()
	rule := gatekeeper.Rule{Doc: sectionPage}
	tests := []struct{ name, heading, want string }{
		{"in the middle", "Flagged", "- a changed digit"},
		{"of two words", "How to fix", "Quote exactly."},
		{"at the end", "Limits", "None."},
		{"not there", "Accepted", ""},
		{"part of a heading", "How to", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := rule.Section(test.heading); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
