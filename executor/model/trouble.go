package model

import "strings"

// troubleWords begin the words that are looked for in the middle of long arrays:
// "fail" finds "failed" and "failure" too.
var troubleWords = []string{
	"error", "fatal", "panic", "exception", "fail", "warn", "critical", "denied", "refused", "timeout", "timed out", "killed",
	"oomkilled", "crash", "exhausted", "exceeded", "unhealthy", "unavailable", "reset",
	"错误", "失败", "异常", "超时", "拒绝", "告警",
}

// troubleIndex has the words by their first byte, in either case, and which second
// letters they have: bit 1 is a. Every byte of every long output is looked at.
var troubleIndex = func() (index [256]troubleStart) {
	for _, word := range troubleWords {
		for _, first := range []byte{word[0], upper(word[0])} {
			start := &index[first]
			if len(start.words) == 0 || start.words[len(start.words)-1] != word {
				start.words = append(start.words, word)
			}
			start.second |= 1 << (word[1] & 31)
		}
	}
	return index
}()

type troubleStart struct {
	second uint32 // 0: no word begins so
	words  []string
}

// A byte is looked at where it and the byte before it have a mark in common: wordMark
// where no letter is before it, anywhereMark always.
const (
	wordMark = 1 << iota
	anywhereMark
)

var troubleMarks, marksAfter = func() (begins, after [256]uint8) {
	for i := range begins {
		b := byte(i)
		after[b] = anywhereMark
		if b|0x20 < 'a' || b|0x20 > 'z' {
			after[b] |= wordMark
		}
		switch {
		case troubleIndex[b].second == 0:
		case b >= 0x80:
			begins[b] = anywhereMark
		default:
			begins[b] = wordMark
		}
	}
	return begins, after
}()

// tellsOfTrouble reports whether a word of the text begins like one of the list;
// Chinese words are found anywhere, since Chinese sets no spaces.
func tellsOfTrouble(text string) bool {
	before := uint8(wordMark | anywhereMark)
	for i := 0; i+1 < len(text); i++ {
		b := text[i]
		common := troubleMarks[b] & before
		before = marksAfter[b]
		if common != 0 && troubleIndex[b].second>>(text[i+1]&31)&1 != 0 && troubleAt(text[i:]) {
			return true
		}
	}
	return false
}

func troubleAt(text string) bool {
	for _, word := range troubleIndex[text[0]].words {
		if len(text) >= len(word) && strings.EqualFold(text[:len(word)], word) {
			return true
		}
	}
	return false
}

func upper(b byte) byte {
	if b >= 'a' && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}
