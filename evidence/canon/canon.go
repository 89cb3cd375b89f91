// Package canon brings text into one canonical form, so that what a claim says
// and what a recorded call returned can be compared byte by byte.
//
// Models retype what they quote, and recordings hold JSON escaped inside JSON.
// The form therefore leaves out what carries no meaning: white space beyond one
// blank, ANSI codes, invisible characters, quotes and Markdown emphasis,
// backslash and entity escapes at any depth, Unicode compatibility forms.
// Everything else stays: no digit, letter or sign is ever dropped, so two texts
// that differ in meaning stay different.
package canon

import (
	"sort"
	"unicode/utf8"
)

// Mode says which of the two canonical forms is wanted.
type Mode uint8

const (
	// Value keeps the case of ASCII letters, which tells m from M, and white space as
	// far as it carries structure: one blank between words, a tab for any wider gap
	// in a line, which is how tables are printed, and one line break.
	Value Mode = iota
	// Excerpt is Value in lower case, with no blank beside punctuation and no line
	// breaks: `"a": 1` and `"A":1` are one.
	Excerpt
)

// Append appends the canonical form of raw to dst. It is linear in raw.
func Append(dst []byte, raw string, mode Mode) []byte {
	w := writer{dst: dst, base: len(dst), mode: mode}
	w.text(raw)
	return w.dst
}

// String returns the canonical form of raw.
func String(raw string, mode Mode) string {
	return string(Append(make([]byte, 0, len(raw)), raw, mode))
}

// Text is a canonical text with the way back to the raw one.
type Text struct {
	canonical string
	raw       string
	marks     []mark
}

// mark says that canonical text from an offset on was read from a raw offset on;
// up to the next mark both advance alike.
type mark struct{ at, raw int32 }

// New returns the canonical form of raw with the way back. Raw texts of 2 GiB and
// more are beyond it; executor texts and outputs are refused long before that.
func New(raw string, mode Mode) Text {
	w := writer{dst: make([]byte, 0, len(raw)), mode: mode, tracks: true}
	w.text(raw)
	return Text{string(w.dst), raw, w.marks}
}

// String returns the canonical text.
func (t Text) String() string { return t.canonical }

// Raw returns the raw text from which the bytes start to end of the canonical
// text were read, and where it begins there.
func (t Text) Raw(start, end int) (text string, offset int) {
	from := t.rawOffset(start)
	if start >= end {
		return "", from
	}
	to := min(t.rawOffset(end-1)+1, len(t.raw))
	for to < len(t.raw) && !utf8.RuneStart(t.raw[to]) {
		to++
	}
	return t.raw[from:max(from, to)], from
}

// rawOffset returns where the byte at an offset was read. One raw piece may have
// given more bytes than it has; the next mark bounds them.
func (t Text) rawOffset(at int) int {
	next := sort.Search(len(t.marks), func(i int) bool { return int(t.marks[i].at) > at })
	if next == 0 {
		return 0
	}
	m, bound := t.marks[next-1], len(t.raw)
	if next < len(t.marks) {
		bound = max(int(m.raw), int(t.marks[next].raw)-1)
	}
	return min(int(m.raw)+at-int(m.at), bound)
}
