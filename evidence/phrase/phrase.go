// Package phrase finds listed words and phrases in running text, English and
// Chinese. English phrases are matched as whole words, whatever their case and the
// white space between them; Chinese ones anywhere, since Chinese sets no spaces.
package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// List is a compiled list of phrases. It is immutable and safe for concurrent use.
type List struct {
	byWord map[string][][]string // English, by the first word
	byRune map[rune][]string     // Chinese, by the first character
}

// Match is one phrase found, and where it stands in the text.
type Match struct {
	Phrase     string // as listed
	Start, End int    // bytes
}

// NewList compiles phrases. Longer phrases win over shorter ones that begin alike.
func NewList(phrases ...string) List {
	l := List{byWord: make(map[string][][]string), byRune: make(map[rune][]string)}
	for _, p := range phrases {
		first, _ := utf8.DecodeRuneInString(p)
		if unicode.Is(unicode.Han, first) {
			l.byRune[first] = insertLonger(l.byRune[first], p, func(s string) int { return len(s) })
			continue
		}
		words := strings.Fields(strings.ToLower(p))
		l.byWord[words[0]] = insertLonger(l.byWord[words[0]], words, func(w []string) int { return len(w) })
	}
	return l
}

func insertLonger[T any](list []T, item T, size func(T) int) []T {
	i := 0
	for i < len(list) && size(list[i]) >= size(item) {
		i++
	}
	return append(list[:i], append([]T{item}, list[i:]...)...)
}

// Find returns the phrases in text, in text order, without overlaps.
func (l List) Find(text string) []Match {
	var found []Match
	for pos := 0; pos < len(text); {
		if c := text[pos]; c < utf8.RuneSelf && !isAlnum(c) {
			pos++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[pos:])
		switch {
		case r >= utf8.RuneSelf && unicode.Is(unicode.Han, r):
			if p := l.chineseAt(text[pos:], r); p != "" {
				found = append(found, Match{p, pos, pos + len(p)})
				size = len(p)
			}
		case isWordRune(r):
			word := wordAt(text[pos:])
			size = len(word)
			if p, n := l.englishAt(text[pos:], word); p != "" {
				found = append(found, Match{p, pos, pos + n})
				size = n
			}
		}
		pos += size
	}
	return found
}

// First returns the first phrase in text, if there is one.
func (l List) First(text string) (Match, bool) {
	if found := l.Find(text); len(found) > 0 {
		return found[0], true
	}
	return Match{}, false
}

func (l List) chineseAt(text string, first rune) string {
	for _, p := range l.byRune[first] {
		if strings.HasPrefix(text, p) {
			return p
		}
	}
	return ""
}

// maxFirst is longer than the first word of any phrase.
const maxFirst = 32

// englishAt returns the longest phrase at the start of text, and its length there.
func (l List) englishAt(text, first string) (string, int) {
	if len(first) > maxFirst {
		return "", 0
	}
	var room [maxFirst]byte // most words begin no phrase, and are looked up without a copy of their own
	for _, words := range l.byWord[string(appendLower(room[:0], first))] {
		if n := matchWords(text, words); n > 0 {
			return strings.Join(words, " "), n
		}
	}
	return "", 0
}

func matchWords(text string, words []string) int {
	pos := 0
	for i, want := range words {
		if i > 0 {
			trimmed := strings.TrimLeft(text[pos:], " \t\r\n\u00a0")
			if len(trimmed) == len(text)-pos {
				return 0
			}
			pos = len(text) - len(trimmed)
		}
		word := wordAt(text[pos:])
		if !strings.EqualFold(word, want) {
			return 0
		}
		pos += len(word)
	}
	return pos
}

// wordAt returns the word at the start of text: letters, digits, apostrophes and
// the hyphens and underscores between them, so that no part of an identifier is a
// word.
func wordAt(text string) string {
	end := 0
	for end < len(text) && (isAlnum(text[end]) || end > 0 && isJoint(text[end])) {
		end++
	}
	if end == len(text) || text[end] < utf8.RuneSelf {
		for end > 0 && isJoint(text[end-1]) {
			end--
		}
		return text[:end]
	}
	end = 0
	for i, r := range text {
		if !isWordRune(r) && (i == 0 || !strings.ContainsRune("'’-_", r)) {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	return strings.TrimRight(text[:end], "'’-_")
}

// appendLower is append of a text in lower case.
func appendLower(dst []byte, text string) []byte {
	for i := range len(text) {
		c := text[i]
		if c >= utf8.RuneSelf {
			return append(dst[:0], strings.ToLower(text)...)
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

// isAlnum tells ASCII letters and digits.
func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// isJoint tells the ASCII characters that join the parts of a word.
func isJoint(c byte) bool { return c == '\'' || c == '-' || c == '_' }
