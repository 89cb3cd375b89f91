package phrase

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxPlaceholder bounds what stands between the marks of a placeholder, in bytes.
const maxPlaceholder = 48

// brackets are the marks around placeholders.
var brackets = []struct{ open, close string }{{"<", ">"}, {"{{", "}}"}, {"[", "]"}, {"【", "】"}}

// Placeholder returns the first words of a text that stand for what is still to be
// put in, such as <pod-name>, [your namespace], {{ node }} and TODO, or "". What tools
// print for nothing, such as <none>, is no placeholder, nor are tags and templates.
func Placeholder(text string) string {
	for pos := range len(text) {
		if c := text[pos]; c != '<' && c != '{' && c != '[' && c < utf8.RuneSelf {
			continue
		}
		for _, b := range brackets {
			if !strings.HasPrefix(text[pos:], b.open) {
				continue
			}
			rest := text[pos+len(b.open):]
			rest = rest[:min(len(rest), maxPlaceholder)]
			inner, _, closed := strings.Cut(rest, b.close)
			if closed && isPlaceholder(b.open, inner) && !followsWord(text, pos, b.open) {
				return text[pos : pos+len(b.open)+len(inner)+len(b.close)]
			}
		}
	}
	return notes(text)
}

// followsWord tells List<String> and values[name] from placeholders.
func followsWord(text string, pos int, open string) bool {
	if pos == 0 || open == "{{" {
		return false
	}
	c := text[pos-1]
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '>'
}

// notes finds the words with which people mark what they have still to write.
func notes(text string) string {
	for _, note := range []string{"TODO", "TBD", "FIXME", "XXXX"} {
		if !strings.Contains(text, note) {
			continue
		}
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '-' }) {
			if word == note {
				return note
			}
		}
	}
	return ""
}

// stopped are the words with which tools print that there is nothing, such as
// kubectl's <none> and <no value>.
var stopped = []string{"none", "nil", "null", "unknown", "invalid", "unset", "no", "not", "pending", "error", "empty", "redacted", "hidden", "eof"}

// wanted are words that name what is to be put in.
var wanted = []string{
	"pod", "name", "namespace", "ns", "service", "node", "container", "deployment", "id", "value", "time", "timestamp", "date", "host",
	"hostname", "url", "ip", "port", "user", "username", "password", "token", "key", "file", "path", "cluster", "region", "version", "tag",
	"number", "insert", "your", "todo", "tbd", "placeholder", "replace", "fill", "example", "xxx", "image", "database", "table", "pid", "query",
}

// control are the words of templates that stand alone between their marks.
var control = []string{"end", "else", "break", "continue", "endif", "endfor"}

// isPlaceholder tells <pod-name> and [your namespace] from <none>, <br>, [emerg] and
// a template's {{ .Values.image }}.
func isPlaceholder(open, inner string) bool {
	if open == "<" && strings.TrimSpace(inner) != inner {
		return false // a comparison
	}
	inner = strings.TrimSpace(inner)
	words := strings.FieldsFunc(strings.ToLower(inner), func(r rune) bool { return strings.ContainsRune(" _-", r) })
	if len(words) == 0 || !isWords(inner) || slices.Contains(stopped, words[0]) {
		return false
	}
	switch open {
	case "<":
		return len(words) > 1 || slices.Contains(wanted, words[0]) || strings.ContainsFunc(inner, isHan)
	case "{{":
		return !slices.Contains(control, inner)
	case "[":
		return slices.Contains([]string{"insert", "your", "todo", "tbd", "placeholder", "replace", "fill"}, words[0])
	default:
		return strings.HasPrefix(inner, "请") || strings.HasPrefix(inner, "填写") || strings.HasPrefix(inner, "待")
	}
}

// isWords reports whether a text is made of letters, digits and what joins them.
func isWords(s string) bool {
	first := []rune(s)[0]
	return unicode.IsLetter(first) && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" _-", r)
	})
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }
