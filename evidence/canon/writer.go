package canon

import (
	"bytes"
	"unicode/utf8"
)

// writer builds canonical text. What depends on neighbours is decided on what was
// written, not on what is read: that is what makes the form idempotent, however
// escapes and invisible characters are mixed.
type writer struct {
	dst     []byte
	base    int // where this text begins in dst
	mode    Mode
	tracks  bool
	marks   []mark
	at      int  // raw offset of the piece being read
	pending byte // white space not written yet: 0, blank, tab or line break
	stars   bool // inside a run of asterisks that is being dropped
}

// Classes of bytes; plain ones are copied in runs.
const (
	plain = iota
	space
	dropped
	backslash
	star
	semicolon
	multibyte
)

var classes = classTable()

func classTable() [256]uint8 {
	var t [256]uint8
	for c := range 0x20 {
		t[c] = dropped
	}
	t[0x7f] = dropped
	for _, c := range " \t\n\v\f\r" {
		t[c] = space
	}
	for _, c := range "\"'`" {
		t[c] = dropped
	}
	t['\\'], t['*'], t[';'], t[0x1b] = backslash, star, semicolon, dropped
	for c := 0x80; c < 0x100; c++ {
		t[c] = multibyte
	}
	return t
}

func (w *writer) text(raw string) {
	for i := 0; i < len(raw); {
		if end := w.plainEnd(raw, i); end > i {
			w.at = i
			w.run(raw[i:end])
			i = end
		}
		if i < len(raw) {
			w.at = i
			i += w.special(raw[i:])
		}
	}
}

// plainEnd returns where text ends that begins at i and is written as it stands: plain
// ASCII, and single blanks in it where the form keeps them.
func (w *writer) plainEnd(raw string, i int) int {
	start := i
	for i < len(raw) {
		switch {
		case classes[raw[i]] == plain:
			i++
		case raw[i] == ' ' && i > start && i+1 < len(raw) && classes[raw[i+1]] == plain && (w.mode == Value || isWord(raw[i-1]) && isWord(raw[i+1])):
			i += 2
		default:
			return i
		}
	}
	return i
}

// special reads one piece that is not plain and returns its length.
func (w *writer) special(s string) int {
	switch classes[s[0]] {
	case space:
		w.blank(s[0])
	case backslash:
		return w.escape(s)
	case star:
		w.asterisk()
	case semicolon:
		w.semicolon()
	case multibyte:
		r, n := utf8.DecodeRuneInString(s)
		w.rune(r)
		return n
	case dropped:
		if s[0] == 0x1b {
			return ansiLen(s)
		}
	}
	return 1
}

// run writes plain ASCII, which begins with no blank.
func (w *writer) run(s string) {
	w.before(s[0])
	from := len(w.dst)
	w.dst = append(w.dst, s...)
	if w.mode == Excerpt {
		lowerASCII(w.dst[from:])
	}
}

// char writes one ASCII character that an escape or a compatibility form stands
// for; it is treated as if it had stood there itself.
func (w *writer) char(c byte) {
	switch classes[c] {
	case plain:
		w.run(string(c))
	case space:
		w.blank(c)
	case star:
		w.asterisk()
	case semicolon:
		w.semicolon()
	case backslash:
		w.run("/")
	}
}

// blank notes white space; it is written before the next character, if at all.
func (w *writer) blank(c byte) {
	switch {
	case w.mode == Excerpt:
		w.pending = ' '
	case c == '\n', w.pending == '\n':
		w.pending = '\n'
	case c == '\t', w.pending != 0:
		w.pending = '\t'
	default:
		w.pending = ' '
	}
}

// before writes pending white space where the form keeps it.
func (w *writer) before(next byte) {
	w.stars = false
	if w.pending != 0 {
		if len(w.dst) > w.base && (w.mode == Value || isWord(next) && isWord(w.dst[len(w.dst)-1])) {
			w.mark()
			w.dst = append(w.dst, w.pending)
		}
		w.pending = 0
	}
	w.mark()
}

func (w *writer) mark() {
	if !w.tracks {
		return
	}
	m := mark{int32(len(w.dst)), int32(w.at)}
	if n := len(w.marks); n > 0 && w.marks[n-1].at == m.at {
		w.marks[n-1] = m
		return
	}
	w.marks = append(w.marks, m)
}

// cut takes back what was written from an offset on.
func (w *writer) cut(to int) {
	w.dst = w.dst[:to]
	for n := len(w.marks); n > 0 && int(w.marks[n-1].at) >= to; n-- {
		w.marks = w.marks[:n-1]
	}
	if to > w.base && classes[w.dst[to-1]] == space {
		w.blank(w.dst[to-1])
		w.cut(to - 1)
	}
}

// asterisk writes a single one and drops runs of two and more: Markdown emphasis.
func (w *writer) asterisk() {
	n := len(w.dst)
	switch {
	case w.stars:
	case w.joins() && n > w.base && w.dst[n-1] == '*':
		w.cut(n - 1)
		w.stars = true
	default:
		w.before('*')
		w.dst = append(w.dst, '*')
	}
}

// joins reports whether a sign read now will stand right behind what was written.
func (w *writer) joins() bool { return w.pending == 0 || w.mode == Excerpt }

// entities are those that JSON and HTML encoders write.
var entities = []struct {
	name string
	char byte
}{{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}, {"#39", '\''}, {"#34", '"'}, {"nbsp", ' '}}

// semicolon ends an entity, if one was written just before it.
func (w *writer) semicolon() {
	if w.joins() {
		for _, e := range entities {
			from := len(w.dst) - len(e.name) - 1
			if from >= w.base && w.dst[from] == '&' && bytes.EqualFold(w.dst[from+1:], []byte(e.name)) {
				w.cut(from)
				w.char(e.char)
				return
			}
		}
	}
	w.before(';')
	w.dst = append(w.dst, ';')
}

// isWord tells letters, digits and all that is not ASCII from punctuation.
func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= utf8.RuneSelf
}

func lowerASCII(b []byte) {
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
}
