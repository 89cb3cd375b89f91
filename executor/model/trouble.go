package model

import "strings"

// troubleWords begin the words that are looked for in the middle of long arrays:
// "fail" finds "failed" and "failure" too.
var troubleWords = []string{
	"error", "fatal", "panic", "exception", "fail", "warn", "critical", "denied", "refused", "timeout", "timed out", "killed",
	"oomkilled", "crash", "exhausted", "exceeded", "unhealthy", "unavailable", "reset",
	"错误", "失败", "异常", "超时", "拒绝", "告警",
}

// troubleIndex finds the words by their first two bytes, in lower case. Every byte of
// every long output is looked at.
var troubleIndex = func() map[[2]byte][]string {
	index := make(map[[2]byte][]string)
	for _, word := range troubleWords {
		key := [2]byte{word[0], word[1]}
		index[key] = append(index[key], word)
	}
	return index
}()

// troubleStarts has the first bytes of the words.
var troubleStarts = func() (starts [256]bool) {
	for _, word := range troubleWords {
		starts[word[0]] = true
		if word[0] < 0x80 {
			starts[word[0]-'a'+'A'] = true
		}
	}
	return starts
}()

// tellsOfTrouble reports whether a word of the text begins like one of the list;
// Chinese words are found anywhere, since Chinese sets no spaces.
func tellsOfTrouble(text string) bool {
	inWord := false
	for i := 0; i+1 < len(text); i++ {
		b := text[i]
		if (!inWord || b >= 0x80) && troubleStarts[b] && troubleAt(text[i:]) {
			return true
		}
		inWord = b|0x20 >= 'a' && b|0x20 <= 'z'
	}
	return false
}

func troubleAt(text string) bool {
	for _, word := range troubleIndex[[2]byte{lower(text[0]), lower(text[1])}] {
		if len(text) >= len(word) && strings.EqualFold(text[:len(word)], word) {
			return true
		}
	}
	return false
}

func lower(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
