package reading

import "strings"

// Windows around a number in which a word says what it counts.
const (
	maxWordsBefore = 5
	maxWordsAfter  = 4
)

// wordsBefore returns the words that end a text and can say what the number after
// it counts: "exit code", "Restart Count:", "ready". Other numbers and the ends of
// phrases bound them.
func wordsBefore(text string) []string {
	if from := max(0, len(text)-maxPhrase); mayHaveHan(text[from:]) {
		if i := strings.LastIndexAny(text[from:], hanStops); i >= 0 {
			text = text[from+i+runeLen(text, from+i):]
		}
	}
	end := len(text)
	for end > 0 && strings.IndexByte(" \t(~=:*`+-", text[end-1]) >= 0 {
		end--
	}
	i := end
	for words := 0; i > 0 && !isStop(text[i-1]) && !isDigit(text[i-1]); i-- {
		if i < end && isWordByte(text[i]) && !isWordByte(text[i-1]) {
			if words++; words == maxWordsBefore {
				break
			}
		}
	}
	return withEnglish(wordsIn(text[i:end]))
}

// wordsAfter returns the words that begin a text and can say what the number
// before it counts: "BackOff events", "restarts".
func wordsAfter(text string) []string {
	if near := text[:min(len(text), maxPhrase)]; mayHaveHan(near) {
		if i := strings.IndexAny(near, hanStops); i >= 0 {
			text = text[:i]
		}
	}
	start := 0
	for start < len(text) && strings.IndexByte(" +*`x", text[start]) >= 0 {
		if text[start] == 'x' && isWordByte(byteAt(text, start+1)) {
			break
		}
		start++
	}
	i := start
	for words := 0; i < len(text) && !isStop(text[i]) && !isDigit(text[i]) && text[i] != ':' && text[i] != '='; i++ {
		if i > start && !isWordByte(text[i]) && isWordByte(text[i-1]) {
			if words++; words == maxWordsAfter {
				break
			}
		}
	}
	words := wordsIn(text[start:i])
	if len(words) > 0 && beginsWithMeasure(words[0]) {
		return withEnglish(words)
	}
	return words
}

// wordsIn returns the runs of letters of a text, identifiers whole.
func wordsIn(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && isWordByte(text[end]) {
			end++
		}
		if end == i {
			i++
			continue
		}
		if out == nil {
			out = make([]string, 0, usualWords)
		}
		out = append(out, text[i:end])
		i = end
	}
	return out
}

// usualWords is how many words room is made for.
const usualWords = 6

// maxPhrase is longer than the words on one side of a number, in bytes.
const maxPhrase = 128

// hanStops are the marks that end a phrase in Chinese.
const hanStops = "，。；、：（）！？"

// isStop tells the marks that end a phrase.
func isStop(c byte) bool {
	switch c {
	case '\n', '\t', '|', ',', ';', '(', ')', '[', ']', '{', '}', '!', '?':
		return true
	}
	return false
}

func isWordByte(c byte) bool { return isAlnum(c) || c == '_' || c >= 0x80 }

func byteAt(s string, i int) byte {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}
