package searched

import (
	"slices"
	"strings"
	"unicode"
)

// Named is a thing that a text names with its kind: "namespace shop", "the `cart`
// service", pod/cart-0, 服务 cart.
type Named struct {
	Kind string
	Name string
	// Plain says that the name could be any word: it has neither quotes nor a hyphen,
	// a digit or the like, so that it is a name only if the run knows it.
	Plain bool
}

// NamedIn returns the things that a text names with their kind. A name that is told by
// its spelling goes before one that could be any word.
func NamedIn(text string) []Named {
	words := split(text)
	var out []Named
	for i := range words {
		kind := Kind(words[i].text)
		if kind == "" {
			continue
		}
		after, before := nameAt(words, i, i+1), nameAt(words, i, i-1)
		after.placed = after.text != "" && placed(words, i)
		if i > 1 && words[i-1].joined && Kind(words[i-2].text) != "" {
			before = word{} // of the kind before it
		}
		for _, w := range tell(after, before) {
			out = append(out, Named{kind, w.text, w.plain()})
		}
	}
	return out
}

// placed reports whether the word behind the kind at i is a name by where it stands:
// "in namespace shop". No other kind is told by that: "of pod restarts".
func placed(words []word, i int) bool {
	if Kind(words[i].text) != "namespace" || slices.Contains(notNames, strings.ToLower(words[i+1].text)) {
		return false
	}
	if isHan(words[i].text) {
		return true
	}
	before := i - 1
	if before > 0 && strings.EqualFold(words[before].text, "the") {
		before--
	}
	return before >= 0 && slices.Contains([]string{"in", "of", "from", "within", "for"}, strings.ToLower(words[before].text))
}

// notNames are words that follow "in namespace" and name none.
var notNames = []string{
	"and", "or", "but", "is", "was", "are", "were", "has", "had", "have", "with", "without", "where", "that", "which", "to", "by", "for", "on", "at",
	"in", "of", "from", "as", "no", "not", "only", "alone", "itself", "during", "between", "since", "after", "before", "over", "when", "while", "we",
	"it", "there", "events", "event", "quota", "quotas", "labels", "label", "scope", "level", "list", "objects", "resources", "limits", "policies",
}

// nameAt returns the word at j when it can be a name and stands beside the kind at i.
func nameAt(words []word, i, j int) word {
	if j < 0 || j >= len(words) || !words[max(i, j)].joined || !words[j].isName() {
		return word{}
	}
	return words[j]
}

// tell returns the words that name something: the first that its spelling tells or,
// where none does, both.
func tell(words ...word) []word {
	var plain []word
	for _, w := range words {
		switch {
		case w.text == "":
		case !w.plain():
			return []word{w}
		default:
			plain = append(plain, w)
		}
	}
	return plain
}

// word is a run of a text that can be a name, a kind or any other word.
type word struct {
	text   string
	quoted bool
	placed bool // where it stands tells that it is a name
	joined bool // nothing but a blank, a quote or a slash is before it
}

func (w word) isName() bool {
	return len(w.text) > 1 && Kind(w.text) == "" && !strings.ContainsFunc(w.text, func(r rune) bool { return r > unicode.MaxASCII })
}

func (w word) plain() bool {
	return !w.quoted && !w.placed && !strings.ContainsAny(w.text, "-_.0123456789")
}

// split cuts a text into words: Han characters into the kinds among them, the rest at
// what names do not have in them.
func split(text string) []word {
	var out []word
	start, joined, quoted := -1, true, false
	flush := func(end int, closedBy rune) {
		if start >= 0 {
			name := strings.Trim(text[start:end], "-_.")
			out = append(out, word{text: name, quoted: quoted && isQuote(closedBy), joined: joined})
			start, joined, quoted = -1, true, false
		}
	}
	for i, r := range text {
		switch {
		case isNameRune(r) && r < unicode.MaxASCII:
			if start < 0 {
				start = i
			}
		case unicode.Is(unicode.Han, r):
			flush(i, r)
			out, joined = appendHan(out, r, joined), true
		default:
			flush(i, r)
			joined = joined && (r == ' ' || r == '/' || isQuote(r))
			quoted = isQuote(r)
		}
	}
	flush(len(text), 0)
	return out
}

// appendHan adds a Han character to the word of them that is being read, and begins a
// new one behind a kind.
func appendHan(out []word, r rune, joined bool) []word {
	if n := len(out); n > 0 && joined && isHan(out[n-1].text) && Kind(out[n-1].text) == "" {
		runes := append([]rune(out[n-1].text), r)
		if len(runes) > 4 {
			runes = runes[1:] // the longest kind has four
		}
		out[n-1].text = string(runes)
		for k := range runes {
			if Kind(string(runes[k:])) != "" {
				out[n-1].text = string(runes[k:])
				break
			}
		}
		return out
	}
	return append(out, word{text: string(r), joined: joined})
}

func isHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

func isQuote(r rune) bool { return strings.ContainsRune("`'\"“”‘’「」『』«»", r) }

func isNameRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '.'
}
