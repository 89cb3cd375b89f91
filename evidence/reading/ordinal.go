package reading

import (
	"slices"
	"strings"
)

// numberedThings are the things that are told apart by numbers: partition 1, broker 2.
var numberedThings = setOf("partition broker replica shard node worker instance member slot zone consumer revision generation attempt")

// shares are the words that make a number behind a thing one of what it has: each
// node 3 pods.
var shares = setOf("each every per")

// isOrdinalOf reports whether a number at a span of a text says which thing it is, since
// the thing stands right before it and no word of repetition behind: Broker 2 restarts,
// partitions 5 and 6 lag, but not restarted the broker 2 times. A thing in plural has a
// list of numbers: nodes 3 may well be a count.
func isOrdinalOf(text string, start, end int, after []string) bool {
	if isHanOrdinal(text[:start], after) {
		return true
	}
	before := beforeList(text[:start])
	isNumbered := numberedThings.has
	if len(before) < start || isListed(text[end:]) {
		isNumbered = numberedThings.hasNoun
	}
	before, joined := strings.CutSuffix(before, " ")
	word := lastWordStart(before)
	if !joined || !isNumbered(strings.ToLower(before[word:])) {
		return false
	}
	if len(after) > 0 && isRepetition(after[0]) {
		return false
	}
	before = strings.TrimRight(before[:word], " ")
	return !shares.has(strings.ToLower(before[lastWordStart(before):]))
}

// hanNumbered are numberedThings of Chinese.
var hanNumbered = []string{"分区", "副本", "分片", "节点", "实例", "工作节点"}

// isHanOrdinal is isOrdinalOf in Chinese, where a number that counts has a measure behind
// it: 分区 1 的积压, but not 副本 3 个.
func isHanOrdinal(before string, after []string) bool {
	before = strings.TrimRight(before, " ")
	return slices.ContainsFunc(hanNumbered, func(thing string) bool { return strings.HasSuffix(before, thing) }) &&
		len(after) > 0 && after[0] == "的"
}

// isListed reports whether a further number follows one in a list.
func isListed(behind string) bool {
	for _, link := range []string{", ", " and ", " or "} {
		if rest, ok := strings.CutPrefix(behind, link); ok && rest != "" && isDigit(rest[0]) {
			return true
		}
	}
	return false
}

// isSnake tells identifiers of several words that are joined by underscores.
func isSnake(word string) bool {
	return strings.IndexByte(strings.Trim(word, "_"), '_') > 0
}
