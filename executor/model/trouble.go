package model

import "strings"

// troubleWords begin the words that are looked for in the middle of long arrays:
// "fail" finds "failed" and "failure" too.
var troubleWords = []string{
	"error", "fatal", "panic", "exception", "fail", "warn", "critical", "denied", "refused", "timeout", "timed out", "killed",
	"oomkilled", "crash", "exhausted", "exceeded", "unhealthy", "unavailable", "reset",
	"错误", "失败", "异常", "超时", "拒绝", "告警",
}

// troubleIndex finds the words by their first byte, in either case. Every byte of every
// long output is looked at.
var troubleIndex = func() (index [256][]string) {
	for _, word := range troubleWords {
		index[word[0]] = append(index[word[0]], word)
		if word[0] < 0x80 {
			index[word[0]-'a'+'A'] = index[word[0]]
		}
	}
	return index
}()

// tellsOfTrouble reports whether a word of the text begins like one of the list;
// Chinese words are found anywhere, since Chinese sets no spaces.
func tellsOfTrouble(text string) bool {
	inWord := false
	for i := 0; i+1 < len(text); i++ {
		b := text[i]
		if !inWord || b >= 0x80 {
			for _, word := range troubleIndex[b] {
				if beginsWith(text[i:], word) {
					return true
				}
			}
		}
		inWord = b|0x20 >= 'a' && b|0x20 <= 'z'
	}
	return false
}

func beginsWith(text, word string) bool {
	return lower(text[1]) == word[1] && len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
}

func lower(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
