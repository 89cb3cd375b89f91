package gatekeeper

import (
	"fmt"
	"strings"
)

// Nearest ends a message about a misspelt word with the candidate that was probably
// meant or, when none is near, with all that there are.
func Nearest(word string, candidates []string) string {
	best, distance := "", len(word)/3+2
	for _, c := range candidates {
		if d := editDistance(word, c); d < distance {
			best, distance = c, d
		}
	}
	switch {
	case len(candidates) == 0:
		return "; the rule has none"
	case best == "":
		return "; there are " + strings.Join(candidates, ", ")
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// editDistance is the Levenshtein distance in bytes, which suffices for ids. Words
// longer than any id are as far away as they are long.
func editDistance(a, b string) int {
	const longest = 128
	if len(a) > longest || len(b) > longest {
		return max(len(a), len(b))
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
