package reading

import (
	"strconv"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// Windows around a number in which a word says what it counts.
const (
	maxWordsBefore = 5
	maxWordsAfter  = 4
)

// wordsBefore returns the words that end a text and can say what the number after
// it counts: "exit code", "Restart Count:", "ready". Other numbers and the ends of
// phrases bound them.
func wordsBefore(text string) []string {
	end := len(text)
	for end > 0 && strings.IndexByte(" \t(~=:*`+-", text[end-1]) >= 0 {
		end--
	}
	i := end
	for words := 0; i > 0 && !isStop(text[i-1]) && !isDigit(text[i-1]); i-- {
		if i < end && isWordByte(text[i]) && !isWordByte(text[i-1]) {
			if words++; words == maxWordsBefore {
				break
			}
		}
	}
	return wordsIn(text[i:end])
}

// wordsAfter returns the words that begin a text and can say what the number
// before it counts: "BackOff events", "restarts".
func wordsAfter(text string) []string {
	start := 0
	for start < len(text) && strings.IndexByte(" +*`x", text[start]) >= 0 {
		if text[start] == 'x' && isWordByte(byteAt(text, start+1)) {
			break
		}
		start++
	}
	i := start
	for words := 0; i < len(text) && !isStop(text[i]) && !isDigit(text[i]) && text[i] != ':' && text[i] != '='; i++ {
		if i > start && !isWordByte(text[i]) && isWordByte(text[i-1]) {
			if words++; words == maxWordsAfter {
				break
			}
		}
	}
	return wordsIn(text[start:i])
}

// wordsIn returns the runs of letters of a text, identifiers whole.
func wordsIn(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && isWordByte(text[end]) {
			end++
		}
		if end == i {
			i++
			continue
		}
		out = append(out, text[i:end])
		i = end
	}
	return out
}

// isStop tells the marks that end a phrase.
func isStop(c byte) bool { return strings.IndexByte("\n\t|,;()[]{}!?", c) >= 0 }

func isWordByte(c byte) bool { return isAlnum(c) || c == '_' || c >= 0x80 }

func byteAt(s string, i int) byte {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}

// cell is a piece of a line of a table.
type cell struct{ start, end int } // offsets in the page's text

// cells cuts a line at pipes or, where it has none, at wide gaps. A line that is
// no row of a table is one cell.
func (p *page) cells(i int) []cell {
	start, end, mark := p.row(i)
	if mark == 0 {
		return []cell{{start, end}}
	}
	var out []cell
	for from := start; from <= end; {
		to := strings.IndexByte(p.text[from:end], mark)
		if to < 0 {
			to = end
		} else {
			to += from
		}
		out = append(out, cell{from, to})
		from = to + 1
	}
	return out
}

// columns returns how many cells a line has.
func (p *page) columns(i int) int {
	start, end, mark := p.row(i)
	if mark == 0 {
		return 1
	}
	return strings.Count(p.text[start:end], string(rune(mark))) + 1
}

// row returns where the cells of a line begin and end, and what is between them: 0
// when the line is no row.
func (p *page) row(i int) (start, end int, mark byte) {
	start, end = p.lineSpan(i)
	if end-start > maxRow {
		return start, end, 0
	}
	text := p.text[start:end]
	switch {
	case strings.Count(text, "|") >= 2:
		if text[0] == '|' {
			start++
		}
		if p.text[end-1] == '|' && end > start {
			end--
		}
		return start, end, '|'
	case strings.IndexByte(text, '\t') >= 0:
		return start, end, '\t'
	}
	return start, end, 0
}

// headers returns for each line the line that names the columns of the table that
// it is a row of, or -1: the first of the lines with cells that it stands among.
func (p *page) headers() []int32 {
	out := make([]int32, len(p.lines))
	header := int32(-1)
	columns := 0
	for i := range p.lines {
		n := p.columns(i)
		out[i] = -1
		switch {
		case n < 2:
			header = -1
		case header < 0 || n > columns+1 || p.lines[i].parent != p.lines[header].parent:
			header, columns = int32(i), n
		default:
			out[i] = header
		}
	}
	return out
}

// surroundings are the words around a number in an output, by how they stand to it.
type surroundings struct {
	beside []string // its key, column, row label, and the phrase that it stands in
	around []string // the rest of its line, and the keys above
}

func containsWord(words []string, w string) bool {
	for _, x := range words {
		if x == w {
			return true
		}
	}
	return false
}

// surroundings returns the words around a span of the page.
func (v *view) surroundings(start, end int) surroundings {
	p := v.shown()
	i := p.lineAt(start)
	lineStart, lineEnd := p.near(i, start, end)
	var s surroundings
	s.beside = append(stemsOf(wordsBefore(p.text[lineStart:start])), stemsOf(wordsAfter(p.text[end:lineEnd]))...)
	if c := byteAt(p.text, start-1); (c == 'x' || p.text[start] == 'x') && !isAlnum(byteAt(p.text, start-2)) {
		s.beside = append(s.beside, "time") // x61: so many times
	}
	if cells := p.cells(i); len(cells) > 1 {
		s.beside = append(s.beside, content(v.columnName(i, cells, start))...)
		if start > cells[0].end {
			s.beside = append(s.beside, content(p.text[cells[0].start:cells[0].end])...)
		}
	} else if p.lines[i].parent >= 0 {
		s.beside = append(s.beside, v.keyWords(i)...)
	}
	s.around = content(p.text[lineStart:lineEnd])
	s.around = append(s.around, content(p.keyAbove(i))...)
	return s
}

// keyWords returns the words that name the value on a line of JSON: its key and,
// for an element of an array, the key of the array and the name of the metric.
func (v *view) keyWords(i int) []string {
	p := v.shown()
	out := content(p.keyOfLine(i))
	if _, end := p.lineSpan(i); byteAt(p.text, end-1) == ']' || byteAt(p.text, end-2) == ']' {
		for _, j := range p.siblings(i) {
			if naming.has(strings.ToLower(p.keyOfLine(j))) {
				out = append(out, content(p.valueOfLine(j))...)
			}
		}
	}
	return out
}

// objectHas reports whether a word stands in the object that an offset is in.
func (v *view) objectHas(at int, stem string) bool {
	p := v.shown()
	for _, j := range p.object(p.lineAt(at)) {
		if containsWord(content(p.beginning(j)), stem) {
			return true
		}
	}
	return false
}

// keyAbove returns the key of the nearest object or array around a line that has
// one.
func (p *page) keyAbove(i int) string {
	for i = int(p.lines[i].parent); i >= 0; i = int(p.lines[i].parent) {
		if key := p.keyOfLine(i); key != "" {
			return key
		}
	}
	return ""
}

// columnName returns the header above the cell that holds an offset. A table
// whose rows have one cell more than its header numbers them in the first.
func (v *view) columnName(i int, cells []cell, at int) string {
	p, h := v.shown(), int(v.headers()[i])
	if h < 0 {
		return ""
	}
	k := 0
	for k < len(cells)-1 && at > cells[k].end {
		k++
	}
	names := p.cells(h)
	k -= max(0, len(cells)-len(names))
	if k < 0 || k >= len(names) {
		return ""
	}
	name := p.text[names[k].start:names[k].end]
	return partOf(name, p.text[cells[k+max(0, len(cells)-len(names))].start:at], p.text[at:cells[k+max(0, len(cells)-len(names))].end])
}

// partOf returns the part of a column's name that a number in a cell like 3/2/2
// belongs to, when the name has as many parts: Desired/Ready/Available.
func partOf(name, before, rest string) string {
	k := strings.Count(before, "/")
	parts := strings.Split(name, "/")
	if len(parts) < 2 || k+strings.Count(rest, "/")+1 != len(parts) {
		return name
	}
	return parts[k]
}

// isOrdinal reports whether a number only says which row or item of a list this
// is: the marker of an item, or a first cell that counts the rows.
func (v *view) isOrdinal(t quantity.Token) bool {
	p := v.shown()
	i := p.lineAt(t.Start())
	if strings.Trim(p.text[p.lines[i].start:t.Start()], " |#-*") != "" {
		return false
	}
	switch c := byteAt(p.text, t.End()); {
	case c == '.' || c == ')':
		return byteAt(p.text, t.End()+1) == ' '
	case c != '\t' && strings.IndexByte(" |", c) < 0:
		return false
	}
	n, err := strconv.Atoi(t.Literal)
	return err == nil && (p.beginsWith(i-1, n-1) || p.beginsWith(i+1, n+1))
}

// beginsWith reports whether the first cell of a line is a number.
func (p *page) beginsWith(i, n int) bool {
	if i < 0 || i >= len(p.lines) {
		return false
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(p.beginning(i), " |#-*"), strconv.Itoa(n))
	return ok && rest != "" && strings.IndexByte("\t |", rest[0]) >= 0
}
