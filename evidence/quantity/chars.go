package quantity

import (
	"unicode"
	"unicode/utf8"
)

// class sorts bytes by what a scan does with them.
type class uint8

const (
	other class = iota // neither part of a number nor of a name
	digit              // may begin a value
	alpha              // begins a name; includes the underscore
	high               // part of a rune beyond ASCII
)

// classes is the class of each byte; nothing changes it.
var classes = classTable()

func classTable() (t [256]class) {
	for c := range t {
		switch {
		case c >= '0' && c <= '9':
			t[c] = digit
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
			t[c] = alpha
		case c >= utf8.RuneSelf:
			t[c] = high
		}
	}
	return t
}

func isDigit(c byte) bool  { return c-'0' <= 9 }
func isLetter(c byte) bool { return (c|0x20)-'a' <= 'z'-'a' }
func isWord(c byte) bool   { return classes[c] == digit || classes[c] == alpha }

func isHex(c byte) bool { return isDigit(c) || (c|0x20)-'a' <= 5 }

// joins reports whether c joins the parts of a name, as in ip-10-0-1-2 or a/b.c.
func joins(c byte) bool { return c == '-' || c == '.' || c == '/' }

// wordRune reports whether a rune beyond ASCII belongs to a word that has blanks
// around it. Chinese, Japanese and Korean write numbers and words together.
func wordRune(r rune) bool {
	if r < 0x2000 {
		return unicode.IsLetter(r) || unicode.IsMark(r)
	}
	return false
}

// at returns the byte at i, or 0 outside the text.
func at(text string, i int) byte {
	if i < 0 || i >= len(text) {
		return 0
	}
	return text[i]
}

// wordAt reports whether a letter, digit or underscore of any script is at i.
func wordAt(text string, i int) bool {
	if i >= len(text) {
		return false
	}
	if text[i] < utf8.RuneSelf {
		return isWord(text[i])
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return wordRune(r)
}

// wordBefore reports whether a letter, digit or underscore of any script ends at i.
func wordBefore(text string, i int) bool {
	if i <= 0 {
		return false
	}
	if text[i-1] < utf8.RuneSelf {
		return isWord(text[i-1])
	}
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return wordRune(r)
}

// letters returns the end of the run of ASCII letters that begins at i, at most
// max of them.
func letters(text string, i, max int) int {
	end := min(len(text), i+max)
	for i < end && isLetter(text[i]) {
		i++
	}
	return i
}

// digitRun returns the end of the run of digits that begins at i.
func digitRun(text string, i int) int {
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return i
}

// blanks returns the end of the blanks that begin at i, at most two: tables and
// logs pad with more, and then the next word is another cell.
func blanks(text string, i int) int {
	for n := 0; n < 2 && i < len(text) && (text[i] == ' ' || text[i] == '\t'); n++ {
		i++
	}
	return i
}
