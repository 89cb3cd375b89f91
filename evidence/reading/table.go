package reading

import (
	"slices"
	"strconv"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// cell is a piece of a line of a table.
type cell struct{ start, end int } // offsets in the page's text

// cells cuts a line at pipes or, where it has none, at wide gaps or commas. A line that is
// no row of a table has no cells.
func (p *page) cells(i int) []cell {
	start, end, mark := p.row(i)
	if mark == 0 {
		return nil
	}
	var out []cell
	for from := start; from <= end; {
		to := p.cellEnd(from, end, mark)
		out = append(out, cell{from, to})
		from = to + 1
	}
	return out
}

// cellEnd returns where the cell that begins at an offset ends.
func (p *page) cellEnd(from, end int, mark byte) int {
	for at := from; ; {
		to := strings.IndexByte(p.text[at:end], mark)
		if to < 0 {
			return end
		}
		if at += to; !p.isInDate(at) {
			return at
		}
		at++
	}
}

// isInDate reports whether a wide gap is the one that stands before a day of one digit:
// Jun  1 07:40:55.
func (p *page) isInDate(at int) bool {
	if byteAt(p.text, at) != '\t' || !isDigit(byteAt(p.text, at+1)) || byteAt(p.text, at+2) != ' ' || !isDigit(byteAt(p.text, at+3)) {
		return false
	}
	start := lastWordStart(p.text[:at])
	return at-start == len("Jan") && months.has(strings.ToLower(p.text[start:at]))
}

// months are their names as dates have them.
var months = setOf("jan feb mar apr may jun jul aug sep oct nov dec")

// columns returns how many cells a line has.
func (p *page) columns(i int) int {
	start, end, mark := p.row(i)
	if mark == 0 {
		return 1
	}
	n := 0
	for from := start; from <= end; n++ {
		from = p.cellEnd(from, end, mark) + 1
	}
	return n
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
	case isCommaRow(text), p.isAmongCommaRows(i):
		return start, end, ','
	}
	return start, end, 0
}

// minCommas is how many a row of values that commas part has at least, where it stands
// alone.
const minCommas = 3

// isAmongCommaRows tells a row of two values or three by the line before or behind it,
// which has as many.
func (p *page) isAmongCommaRows(i int) bool {
	n := p.shortCommaRow(i)
	return n > 0 && (n == p.shortCommaRow(i-1) || n == p.shortCommaRow(i+1))
}

// shortCommaRow returns how many commas a line has that could be a row of few values, or
// 0: it has no blank, and its commas are none between the thousands of a number.
func (p *page) shortCommaRow(i int) int {
	if i < 0 || i >= len(p.lines) {
		return 0
	}
	start, end := p.lineSpan(i)
	text := p.text[start:end]
	first, rest, ok := strings.Cut(text, ",")
	if !ok || len(text) > maxNear || strings.ContainsAny(text, " ={}[]()\"") || first == "" || rest == "" {
		return 0
	}
	if next, _, _ := strings.Cut(rest, ","); len(first) <= 3 && len(next) == 3 && strings.Trim(first+next, "0123456789") == "" {
		return 0
	}
	return strings.Count(text, ",")
}

// isCommaRow tells a row of values with a comma and no blank between them. A sentence
// has blanks behind its commas, and a list of keys and values has signs that join them.
func isCommaRow(text string) bool {
	commas := strings.Count(text, ",")
	return commas >= minCommas && strings.Count(text, " ") <= commas && !strings.ContainsAny(text, "={}[]()\"") &&
		!strings.Contains(text, ", ") && !strings.Contains(text, ": ")
}

// headers returns for each line the line that names the columns of the table that
// it is a row of, or -1: the first of the lines with cells that it stands among.
func (p *page) headers() []int32 {
	out := make([]int32, len(p.lines))
	header := int32(-1)
	columns, rules := 0, 0
	for i := range p.lines {
		n := p.columns(i)
		out[i] = -1
		switch {
		case n < 2 && header >= 0 && rules == 0 && isRule(p.lineText(i)):
			rules++ // under the names of the columns: ----+----
		case n < 2, n == 2 && header < 0 && p.isKeyed(i):
			header = -1
		case header < 0 || n > columns+1 && !p.isRowOf(i, int(header)) || p.lines[i].parent != p.lines[header].parent:
			header, columns, rules = int32(i), n, 0
		default:
			out[i] = header
		}
	}
	return out
}

// isKeyed reports whether a line of two cells is a key and its value, and names no
// columns: Name:   api-1.
func (p *page) isKeyed(i int) bool {
	cells := p.cells(i)
	return strings.HasSuffix(strings.TrimRight(p.text[cells[0].start:cells[0].end], " "), ":")
}

// isRule tells a line that is drawn between the rows of a table.
func isRule(line string) bool {
	return strings.Contains(line, "--") && strings.Trim(line, "+-=|: \t") == ""
}

// columnName returns the header above the cell that holds an offset. A table
// whose rows have one cell more than its header numbers them in the first.
func (v *view) columnName(i int, cells []cell, at int) string {
	p, h := v.shown(), int(v.headers()[i])
	if h < 0 {
		return ""
	}
	names := p.cells(h)
	cells, names = p.align(cells, names)
	k := 0
	for k < len(cells)-1 && at > cells[k].end {
		k++
	}
	k -= max(0, len(cells)-len(names))
	if k < 0 || k >= len(names) {
		return ""
	}
	name := p.text[names[k].start:names[k].end]
	return partOf(name, p.text[cells[k+max(0, len(cells)-len(names))].start:at], p.text[at:cells[k+max(0, len(cells)-len(names))].end])
}

// align returns the cells of a row and those of its header as many as each other, where
// they are when they are cut at single blanks too: SHR S %CPU, Use% Mounted on.
func (p *page) align(cells, names []cell) (row, header []cell) {
	if len(cells) < len(names) {
		cells = p.cut(cells, len(names))
	}
	if len(cells) == len(names) {
		return cells, names
	}
	row, header = p.words(cells), p.words(names)
	if n := len(header); n == len(row)+1 && n > 3 && strings.EqualFold(p.text[header[n-1].start:header[n-1].end], "on") {
		header[n-2].end = header[n-1].end // Mounted on
		header = header[:n-1]
	}
	if len(row) == len(header) {
		return row, header
	}
	return cells, names
}

// isRowOf reports whether a line has a value for each name of a header, which counts
// more or fewer cells where one blank parts some.
func (p *page) isRowOf(i, header int) bool {
	cells, names := p.align(p.cells(i), p.cells(header))
	start, end := p.lineSpan(header)
	return len(cells) == len(names) && !hasDigit(p.text[start:end])
}

// cut returns the cells of a row cut at single blanks too, when that makes as many of
// them as the table has columns: where a cell is as wide as its column, one blank parts
// it from the next.
func (p *page) cut(cells []cell, columns int) []cell {
	if words := p.words(cells); len(words) == columns {
		return words
	}
	return cells
}

// words returns the words of cells, each as a cell of its own.
func (p *page) words(cells []cell) []cell {
	var out []cell
	for _, c := range cells {
		for start := c.start; start <= c.end; {
			end := strings.IndexByte(p.text[start:c.end], ' ')
			if end < 0 {
				end = c.end
			} else {
				end += start
			}
			out = append(out, cell{start, end})
			start = end + 1
		}
	}
	return out
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
// is: the marker of an item, or a first cell that counts the rows. Times of two lines
// may be a second apart and count none.
func (v *view) isOrdinal(t quantity.Token) bool {
	if isTime(t) {
		return false
	}
	p := v.shown()
	i := p.lineAt(t.Start())
	start := int(p.lines[i].start)
	if t.Start()-start > maxNear || strings.Trim(p.text[start:t.Start()], " |#-*") != "" {
		return false
	}
	switch c := byteAt(p.text, t.End()); {
	case c == '.' || c == ')':
		return byteAt(p.text, t.End()+1) == ' '
	case c != '\t' && strings.IndexByte(" |", c) < 0:
		return false
	}
	n, err := strconv.Atoi(t.Literal)
	return err == nil && (p.beginsWith(i-1, n-1) || p.beginsWith(i+1, n+1)) && !v.isCountedColumn(i, t.Start())
}

// isCountedColumn reports whether the column that holds an offset is named for a counted
// thing, so that its numbers are those of things: REVISION, PARTITION.
func (v *view) isCountedColumn(i, at int) bool {
	return slices.ContainsFunc(content(v.columnName(i, v.shown().cells(i), at)), countedStems.has)
}

// beginsWith reports whether the first cell of a line is a number.
func (p *page) beginsWith(i, n int) bool {
	if i < 0 || i >= len(p.lines) {
		return false
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(p.beginning(i), " |#-*"), strconv.Itoa(n))
	return ok && rest != "" && strings.IndexByte("\t |", rest[0]) >= 0
}
