package reading

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// chunk is a run of a text between blanks, brackets and commas, without the
// punctuation around it: what a name can be made of.
type chunk struct {
	text       string
	start, end int
	quoted     bool   // it is the whole inside of a quotation
	before     string // the word before it, in lower case, if nothing but blanks is between
	behind     string // the rest of the text
	located    bool   // it says in which namespace: in namespace staging
	joined     string // what a slash joins it to: the namespace in ns/name
}

// chunks cuts a text at blanks, brackets, commas, quotes and Han characters.
func chunks(text string) []chunk {
	const usual = 7 // bytes of a word with its blank
	out := make([]chunk, 0, len(text)/usual+1)
	previous, earlier := "", ""
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if splits(r) {
			previous = carry(previous, r)
			i += n
			continue
		}
		start := i
		i = chunkEnd(text, i)
		c := trimChunk(text, start, i)
		if c.text != "" {
			c.before, c.behind = previous, text[c.end:]
			c.located = previous == "namespace" && prepositions.has(earlier)
			out = append(out, c)
		}
		previous, earlier = strings.ToLower(c.text), previous
		if c.end < i { // punctuation ends the phrase
			previous, earlier = "", ""
		}
	}
	return out
}

// prepositions are those that stand before the place where an object is.
var prepositions = setOf("in from of within to across")

// isNamed reports whether a quoted or a structured name follows: a quotation, or a word
// with a digit or a hyphen in it.
func (c chunk) isNamed() bool {
	rest := strings.TrimLeft(c.behind[:min(len(c.behind), maxBracket)], " ")
	if rest == "" {
		return false
	}
	if _, ok := closer([]rune(rest[:min(len(rest), 4)])[0]); ok {
		return true
	}
	word, _, _ := strings.Cut(rest, " ")
	return strings.ContainsAny(strings.Trim(word, "-.,;:()"), "-0123456789")
}

// chunkEnd returns where a chunk ends. Brackets that open inside a chunk belong to
// it when they close in it: rules=[{}], /inventory/{productId}, rate(x[5m]).
func chunkEnd(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if splits(r) {
			end := balanced(text, i)
			if end < 0 {
				return i
			}
			i = end
			continue
		}
		i += n
	}
	return i
}

// maxBracket bounds a bracketed part of a chunk.
const maxBracket = 64

// balanced returns the end of a bracket that opens at i and closes soon, without a
// blank in it, or -1.
func balanced(text string, i int) int {
	depth := 0
	for j := i; j < len(text) && j < i+maxBracket; j++ {
		switch text[j] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return j + 1
			}
		case ' ', '\n', '\t':
			return -1
		}
		if depth == 0 {
			return -1
		}
	}
	return -1
}

// splitting are the ASCII characters that stand between chunks.
var splitting = func() (is [utf8.RuneSelf]bool) {
	for c := range is {
		is[c] = c <= ' ' || strings.IndexByte("()[]{}<>,;\"'`|!?*", byte(c)) >= 0
	}
	return is
}()

// splits tells what stands between chunks.
func splits(r rune) bool {
	if r < utf8.RuneSelf {
		return splitting[r]
	}
	return isHan(r) || unicode.IsSpace(r) || unicode.IsPunct(r) && r != '·' || unicode.IsSymbol(r)
}

// carry keeps the word before a chunk over blanks, and builds it from Han
// characters, which are no chunks themselves.
func carry(previous string, r rune) string {
	switch {
	case r == ' ' || r == '\'' || r == '"' || r == '`':
		return previous
	case r == '（': // a gloss of the words before it: 被驱逐（Evicted）
		return lastHan(previous)
	case isHan(r):
		return lastHan(previous) + string(r)
	default:
		return ""
	}
}

// lastHan keeps the Han characters at the end of a text: at most three.
func lastHan(s string) string {
	runes := []rune(s)
	if len(runes) > 3 {
		runes = runes[len(runes)-3:]
	}
	for len(runes) > 0 && !isHan(runes[0]) {
		runes = runes[1:]
	}
	return string(runes)
}

func trimChunk(text string, start, end int) chunk {
	for end > start && strings.IndexByte(".:~&#", text[end-1]) >= 0 {
		end--
	}
	for start < end && strings.IndexByte("~:&#@", text[start]) >= 0 {
		start++
	}
	return chunk{text: text[start:end], start: start, end: end}
}
