package secret

import (
	"strings"
	"unicode/utf8"
)

// hanKeys are the words for credentials in Chinese, with whether they are strong: their
// value is one though it looks like any other word.
var hanKeys = []struct {
	word   string
	strong bool
}{{"密码", true}, {"口令", true}, {"密钥", false}, {"令牌", false}}

// hanSigns are what stands between such a word and its value.
var hanSigns = []string{"：", ":", "=", "为", "是"}

// han looks at 密码：value and 令牌为 value.
func (f *finder) han() {
	for _, key := range hanKeys {
		for from := 0; ; {
			i := strings.Index(f.text[from:], key.word)
			if i < 0 {
				break
			}
			from += i + len(key.word)
			f.hanValue(from, key.strong)
		}
	}
}

// hanValue looks at what stands behind a key that ends at an offset.
func (f *finder) hanValue(i int, strong bool) {
	for steps := 0; i < len(f.text) && f.text[i] == ' ' && steps < 4; steps++ {
		i++
	}
	for _, sign := range hanSigns {
		if !strings.HasPrefix(f.text[i:], sign) {
			continue
		}
		value := f.hanWord(i + len(sign))
		word := f.text[value.start:value.end]
		isWord := sign == "为" || sign == "是"
		if word != "" && !placeholder(word) && (looksRandom(word) || strong && !isWord) {
			f.add(value.start, value.end, Password)
		}
		return
	}
}

// hanWord returns the run of ASCII behind blanks and quotes at an offset.
func (f *finder) hanWord(i int) place {
	for steps := 0; i < len(f.text) && steps < 8; steps++ {
		r, n := utf8.DecodeRuneInString(f.text[i:])
		if !strings.ContainsRune(" \\\"'`“「", r) {
			break
		}
		i += n
	}
	end := i
	for end < len(f.text) && end-i < maxValue && f.text[end] < utf8.RuneSelf && !endsValue(f.text[end]) {
		end++
	}
	return place{i, i + len(strings.TrimRight(f.text[i:end], ".:!?"))}
}

// maxCommand is how far behind the name of a client its flags are looked at.
const maxCommand = 256

// clients looks at mysql -pvalue, which has no blank before the password.
func (f *finder) clients() {
	for from := 0; ; {
		i := strings.Index(f.text[from:], "mysql")
		if i < 0 {
			return
		}
		from += i + len("mysql")
		end := min(f.lineEnd(from), from+maxCommand)
		at := strings.Index(f.text[from:end], " -p")
		if at < 0 || strings.ContainsAny(f.text[from:from+at], "|;&") {
			continue
		}
		start := from + at + len(" -p")
		value := place{start, f.unquoted(start, false)}
		if start < len(f.text) && isQuote(f.text[start]) {
			value = f.quoted(start+1, f.text[start], 0)
		}
		if word := f.text[value.start:value.end]; word != "" && !placeholder(word) {
			f.add(value.start, value.end, Password)
		}
	}
}
