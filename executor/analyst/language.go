package analyst

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/superbizagent/superbizagent/evidence"
)

// language is that of the question.
type language int

const (
	english language = iota
	chinese
)

// languageOf returns Chinese for a question with a Han character, else English.
func languageOf(text string) language {
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			return chinese
		}
	}
	return english
}

// say writes a sentence in the language. Both formats take the same arguments.
func (l language) say(inEnglish, inChinese string, args ...any) string {
	if l == chinese {
		return strings.ReplaceAll(fmt.Sprintf(inChinese, args...), "） ", "）")
	}
	return fmt.Sprintf(inEnglish, args...)
}

// maxQuote bounds the words of a tool's output that a claim repeats.
const maxQuote = 160

// shorten cuts words between two of them, so that what is left can be found again.
func shorten(words string) string {
	words = strings.TrimSpace(words)
	if len(words) <= maxQuote {
		return words
	}
	words = strings.ToValidUTF8(words[:maxQuote], "")
	if i := strings.LastIndexAny(words, " \t"); i > maxQuote/2 {
		words = words[:i]
	}
	return strings.TrimRight(words, " ,;:.-([{\"'`0123456789")
}

// quoted puts words into marks that they do not hold themselves.
func quoted(words string) string {
	if strings.ContainsRune(words, '"') {
		return "“" + words + "”"
	}
	return `"` + words + `"`
}

// inBrackets writes labels behind what they are of; nothing where there are none.
func (l language) inBrackets(labels []evidence.Node) string {
	var told []string
	for _, label := range labels {
		value := label.Text()
		if !isName(value) {
			value = quoted(value)
		}
		told = append(told, label.Key()+" "+value)
	}
	switch {
	case len(told) == 0:
		return ""
	case l == chinese:
		return "（" + strings.Join(told, "，") + "）"
	default:
		return " (" + strings.Join(told, ", ") + ")"
	}
}
