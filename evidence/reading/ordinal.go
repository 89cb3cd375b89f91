package reading

import "strings"

// numberedThings are the things that are told apart by numbers: partition 1, broker 2.
var numberedThings = setOf("partition broker replica shard node worker instance member slot zone consumer")

// shares are the words that make a number behind a thing one of what it has: each
// node 3 pods.
var shares = setOf("each every per")

// isOrdinalOf reports whether a number between a text and some words says which thing
// it is, since the thing in singular stands right before it and no word of repetition
// behind: Broker 2 restarts, but not restarted the broker 2 times.
func isOrdinalOf(before string, after []string) bool {
	before, joined := strings.CutSuffix(before, " ")
	start := lastWordStart(before)
	if !joined || !numberedThings.has(strings.ToLower(before[start:])) {
		return false
	}
	if len(after) > 0 && isRepetition(after[0]) {
		return false
	}
	before = strings.TrimRight(before[:start], " ")
	return !shares.has(strings.ToLower(before[lastWordStart(before):]))
}

// isSnake tells identifiers of several words that are joined by underscores.
func isSnake(word string) bool {
	return strings.IndexByte(strings.Trim(word, "_"), '_') > 0
}
