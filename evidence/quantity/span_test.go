package quantity_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// TestScanSpan compares the values of single lines with those of the whole text.
func TestScanSpan(t *testing.T) {
	text := strings.Join([]string{
		"NAME        READY   RESTARTS      AGE",
		"web-7d9f4   1/2     14 (3m ago)   5d",
		"from 10 to",
		"20 minutes, then v1.2.3 at 2026-07-01T10:31:00Z until",
		"10:45 UTC; 3.2/4 GiB of 10.0.0.1:8080 -",
		"5% and $12.50",
	}, "\n")
	var got []quantity.Token
	for start := 0; start < len(text); {
		end := start + strings.IndexByte(text[start:]+"\n", '\n')
		got = append(got, quantity.ScanSpan(text, start, end)...)
		start = end + 1
	}
	if want := quantity.Scan(text); !slices.Equal(got, want) {
		t.Errorf("lines have %v, the text has %v", got, want)
	}
}
