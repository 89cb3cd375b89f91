package reading

import (
	"iter"
	"slices"
	"strings"
)

// Bounds of the search for a like name: it serves a message only.
const (
	maxNames      = 20000
	maxNameLength = 128
)

// namesOf yields the distinct runs of name characters of a text, in text order.
func namesOf(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := make(map[string]bool)
		for i := 0; i < len(text) && len(seen) < maxNames; {
			end := i
			for end < len(text) && (isNameByte(text[end]) || text[end] == '.' || text[end] == '/') {
				end++
			}
			if end == i {
				i++
				continue
			}
			name := text[i:end]
			if end-i > 2 && end-i < maxNameLength && !seen[name] {
				seen[name] = true
				if !yield(name) {
					return
				}
			}
			i = end
		}
	}
}

// namesIn returns the names in the page.
func (v *view) namesIn() []string {
	v.spellOnce.Do(func() { v.spellings = slices.Collect(namesOf(v.shown().text)) })
	return v.spellings
}

// hasLike reports whether a name stands in the page that has the first and the last part
// of another one, and a part between: ts-order-service beside ts-travel-service.
func (v *view) hasLike(name string) bool {
	first, last := strings.IndexByte(name, '-'), strings.LastIndexByte(name, '-')
	if first <= 0 || last <= first+1 {
		return false
	}
	for _, other := range v.namesIn() {
		v.effort.spend(stepsOfPlace)
		if len(other) > first+len(name)-last && equalFold(other[:first+1], name[:first+1]) && equalFold(other[len(other)-(len(name)-last):], name[last:]) {
			return true
		}
	}
	return false
}

// distance returns in how many letters two names differ (Levenshtein), or limit
// when it is that many or more.
func distance(a, b string, limit int) int {
	if len(a) > maxNameLength || len(b) > maxNameLength {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal, least := row[0], i+1
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			row[j+1] = min(cost, above+1, row[j]+1)
			diagonal = above
			least = min(least, row[j+1])
		}
		if least >= limit {
			return limit
		}
	}
	return min(row[len(b)], limit)
}
