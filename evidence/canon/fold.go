package canon

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// rune writes a character that is not ASCII, or that was escaped.
func (w *writer) rune(r rune) {
	switch {
	case r < utf8.RuneSelf:
		w.char(byte(r))
	case isHan(r):
		w.append(r)
	default:
		w.foldRune(r)
	}
}

// isHan tells the unified ideographs, which no normal form changes.
func isHan(r rune) bool { return r >= 0x4e00 && r <= 0x9fff }

func (w *writer) foldRune(r rune) {
	text := string(r)
	if norm.NFKC.IsNormalString(text) {
		w.normal(r)
		return
	}
	for _, r := range norm.NFKC.String(text) {
		w.normal(r)
	}
}

// normal writes a character that is in compatibility form.
func (w *writer) normal(r rune) {
	s, replaced := punctuation(r)
	switch {
	case r < utf8.RuneSelf:
		w.char(byte(r))
	case replaced:
		w.char(s)
	case invisible(r):
	case unicode.IsSpace(r):
		w.blank(' ')
	default:
		w.letter(r)
	}
}

// letter writes a character in lower case, composed with the one before it where
// Unicode has a character for both.
func (w *writer) letter(r rune) {
	r = unicode.ToLower(r)
	if r < utf8.RuneSelf { // the Kelvin sign is a k
		w.char(byte(r))
		return
	}
	if w.pending == 0 && len(w.dst) > w.base && unicode.Is(unicode.M, r) {
		last, n := utf8.DecodeLastRune(w.dst[w.base:])
		if unicode.Is(unicode.M, last) { // a mark that did not compose itself keeps the next one from it
			w.append(r)
			return
		}
		both := norm.NFC.String(string(last) + string(r))
		if composed, size := utf8.DecodeRuneInString(both); size == len(both) {
			w.dst = w.dst[:len(w.dst)-n]
			w.dst = utf8.AppendRune(w.dst, unicode.ToLower(composed))
			return
		}
	}
	w.append(r)
}

func (w *writer) append(r rune) {
	w.before(utf8.RuneSelf)
	w.dst = utf8.AppendRune(w.dst, r)
}

// punctuation returns the ASCII spelling of marks that editors and models put in
// the place of ASCII ones. Unicode's own compatibility forms do not know these.
func punctuation(r rune) (c byte, ok bool) {
	switch r {
	case '‘', '’', '‚', '‛', '“', '”', '„', '‟', '′', '‵', '«', '»', '‹', '›', '「', '」', '『', '』':
		return '"', true
	case '‐', '‑', '‒', '–', '—', '―', '−':
		return '-', true
	case '×':
		return 'x', true
	case '∼', '〜':
		return '~', true
	case '。':
		return '.', true
	case '、':
		return ',', true
	case '【':
		return '[', true
	case '】':
		return ']', true
	}
	return 0, false
}

// invisible tells characters that nobody sees: zero-width ones, marks of
// direction, variation selectors, soft hyphens, control codes.
func invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || unicode.Is(unicode.Cc, r) && !unicode.IsSpace(r)
}
