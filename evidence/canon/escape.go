package canon

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// escape reads a run of backslashes and what it escapes, at whatever depth, and
// returns its length. A run that escapes nothing becomes one slash: what is
// written then holds no backslash, and cannot be taken for an escape again.
func (w *writer) escape(s string) int {
	n := 0
	for n < len(s) && s[n] == '\\' {
		n++
	}
	if n == len(s) {
		w.char('\\')
		return n
	}
	switch c := s[n]; c {
	case 'n', 'N':
		w.blank('\n')
		return n + 1
	case 't', 'T':
		w.blank('\t')
		return n + 1
	case 'r', 'R':
		w.blank(' ')
		return n + 1
	case '"', '\'', '`', '/':
		w.char(c)
		return n + 1
	case 'u', 'U':
		if r, size := unicodeEscape(s[n-1:]); size > 0 {
			if r == 0x1b {
				return n - 1 + size + ansiTail(s[n-1+size:])
			}
			w.rune(r)
			return n - 1 + size
		}
	case 'x', 'X', '0', 'e', 'E':
		if size := escEscape(s[n:]); size > 0 {
			return n + size + ansiTail(s[n+size:])
		}
	}
	w.char('\\')
	return n
}

// unicodeEscape decodes \uXXXX, or a pair of them, at the start of s.
func unicodeEscape(s string) (r rune, size int) {
	r, ok := hex4(s)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	low := strings.TrimLeft(s[6:], `\`)
	skipped := len(s) - 6 - len(low)
	if second, ok := hex4(`\` + low[:min(len(low), 5)]); ok && skipped > 0 {
		if pair := utf16.DecodeRune(r, second); pair != utf8.RuneError {
			return pair, 6 + skipped + 5
		}
	}
	return utf8.RuneError, 6
}

func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1]|0x20 != 'u' {
		return 0, false
	}
	v, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(v), err == nil
}

// escEscape returns the length of the ways to write the ESC character after a
// backslash: x1b, 033 and e. The last counts only where an ANSI code follows.
func escEscape(s string) int {
	for _, form := range []string{"x1b", "033", "e"} {
		if len(s) > len(form) && strings.EqualFold(s[:len(form)], form) && s[len(form)] == '[' {
			return len(form)
		}
	}
	return 0
}

// ansiLen returns the length of an ESC character with the code that follows it.
func ansiLen(s string) int { return 1 + ansiTail(s[1:]) }

// ansiTail returns the length of a CSI sequence without its ESC, or 0.
func ansiTail(s string) int {
	if s == "" || s[0] != '[' {
		return 0
	}
	i := 1
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x3f {
		i++
	}
	if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7e {
		return i + 1
	}
	return 0
}
