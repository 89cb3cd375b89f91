package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/canon"
)

// Bounds of the search for what a false quote may have been made from. It serves a
// message only; a quote is never accepted for being like another text.
const (
	maxCompared  = 120  // words of a quote and of a line
	maxCommon    = 2000 // places of a word beyond which it tells nothing
	minShare     = 0.6  // share of the quote's words that the line must hold
	maxDifferent = 3    // differences; a text with more is another text
)

// altered describes the line of a view that a quote was altered from, or "".
func (v *view) altered(text string) (description string, share float64) {
	quoted := runsOf(canon.String(text, canon.Value))
	if len(quoted) < 2 || len(quoted) > maxCompared {
		return "", 0
	}
	i, hits := v.nearestLine(quoted)
	share = float64(hits) / float64(len(quoted))
	if i < 0 || share < minShare {
		return "", 0
	}
	line := runsOf(v.shown().lineText(i))
	return differences(quoted, line[:min(len(line), maxCompared)]), share
}

// nearestLine returns the line that holds most of the words, and how many.
func (v *view) nearestLine(words []string) (line, hits int) {
	held := make(map[int]int)
	line = -1
	for _, w := range words {
		places, last := 0, -1
		for place := range v.index().places(w) {
			if places++; places > maxCommon {
				break
			}
			v.effort.spend(stepsOfLine)
			i := v.shown().lineAt(place.start)
			if i == last {
				continue
			}
			last = i
			if held[i]++; held[i] > hits || held[i] == hits && i < line {
				line, hits = i, held[i]
			}
		}
	}
	return line, hits
}

// runsOf returns the runs of letters and digits of a text in lower case.
func runsOf(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		end := runEnd(text, i)
		if end == i {
			i += runeLen(text, i)
			continue
		}
		out = append(out, strings.ToLower(text[i:end]))
		i = end
	}
	return out
}

// differences says where a quote differs from a line, word by word.
func differences(quoted, line []string) string {
	var out []string
	i, j := 0, 0
	for _, same := range append(common(quoted, line), [2]int{len(quoted), len(line)}) {
		was, has := quoted[i:same[0]], line[j:same[1]]
		// What the line has before and after the quote is no difference.
		if len(was) > 0 || len(has) > 0 && i > 0 && same[0] < len(quoted) {
			out = append(out, change(was, has))
		}
		i, j = same[0]+1, same[1]+1
	}
	if len(out) > maxDifferent {
		return ""
	}
	return strings.Join(out, ", ")
}

func change(was, has []string) string {
	switch {
	case len(was) == 0:
		return evidence.Quote(strings.Join(has, " ")) + " is left out"
	case len(has) == 0 || len(has) > 3*len(was)+3:
		return evidence.Quote(strings.Join(was, " ")) + " is not there"
	default:
		return evidence.Quote(strings.Join(was, " ")) + " where the output has " + evidence.Quote(strings.Join(has, " "))
	}
}

// common returns the positions of a longest common subsequence of two short lists.
func common(a, b []string) [][2]int {
	length := make([][]uint8, len(a)+1)
	for i := range length {
		length[i] = make([]uint8, len(b)+1)
	}
	for i, v := range slices.Backward(a) {
		for j := len(b) - 1; j >= 0; j-- {
			if v == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}
