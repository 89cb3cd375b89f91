package runbook

import (
	"slices"
	"strings"
	"unicode"
)

// wordsOf returns the words of text, in small letters. A run of characters that are
// written without blanks gives each of its characters and each pair of neighbours.
func wordsOf(text string) []string {
	var out []string
	word := []rune{}
	dense := false
	flush := func() {
		switch {
		case len(word) == 0:
		case dense:
			out = append(out, pairs(word)...)
		default:
			out = append(out, stem(string(word)))
		}
		word = word[:0]
	}
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			continue
		}
		if isDense(r) != dense {
			flush()
			dense = !dense
		}
		if len(word) < maxWord || dense {
			word = append(word, unicode.ToLower(r))
		}
	}
	flush()
	return out
}

// maxWord bounds a word: a longer one is a key or a picture.
const maxWord = 64

// isDense tells characters that are written without blanks between words.
func isDense(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

func pairs(run []rune) []string {
	var out []string
	for i, r := range run {
		out = append(out, string(r))
		if i+1 < len(run) {
			out = append(out, string(run[i:i+2]))
		}
	}
	return out
}

// stem makes one word of the plural and the singular, which is all that names in
// runbooks need.
func stem(word string) string {
	if len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
		return word[:len(word)-1]
	}
	return word
}

// maxTerms bounds a question.
const maxTerms = 200

// termsOf returns the words of a question that tell something. A single character
// counts only where nothing else is asked: any pair has it in it.
func termsOf(question string) []string {
	var terms, single []string
	for _, word := range wordsOf(question) {
		switch {
		case saysNothing(word) || slices.Contains(terms, word) || len(terms) >= maxTerms:
		case len([]rune(word)) == 1:
			single = append(single, word)
		default:
			terms = append(terms, word)
		}
	}
	if len(terms) == 0 {
		return single
	}
	return terms
}

// saysNothing tells words that every question has.
func saysNothing(word string) bool {
	switch word {
	case "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "did", "do", "doe", "for", "from", "had", "has", "have", "how", "i", "in",
		"is", "it", "its", "me", "my", "no", "not", "of", "on", "or", "our", "so", "that", "the", "their", "there", "thi", "to", "was", "we", "were", "what",
		"when", "where", "which", "who", "why", "will", "with", "you",
		"什么", "为什", "怎么", "么会", "是什", "么回", "回事", "请问", "一下", "的", "了", "吗", "是", "在", "有":
		return true
	}
	return false
}
