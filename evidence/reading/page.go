package reading

import (
	"bytes"
	"sort"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/canon"
)

// Bounds of one page. Text beyond them is kept as it is; only structure is lost.
const (
	maxEmbedding = 6  // JSON inside strings of JSON is opened this deep
	maxEmbedded  = 64 // nesting of JSON inside a string
)

// page is one output as a person would print it: canonical text in lines, a line
// for each member of an object and each line of a text, with the way back to the
// values of the document. It is immutable once built.
type page struct {
	doc   *evidence.Document
	text  string
	lines []line
	at    []int32 // where each value of doc begins in text; one more for the end
}

// line is one line of a page. Where parent is a line too, it opens the object, the
// array or the indented block that this one stands in.
type line struct {
	start  int32
	node   int32 // the value that it shows, or that opens here
	parent int32 // -1 at the top
	last   int32 // the last line of what it opens; itself when it opens nothing
	goesOn bool  // it is a further line of the text that begins above
}

func newPage(doc *evidence.Document) *page {
	b := pageBuilder{page: &page{doc: doc, at: make([]int32, doc.Len()+1)}, parent: -1}
	b.dst = make([]byte, 0, len(doc.Raw())+len(doc.Raw())/8)
	b.page.lines = make([]line, 0, doc.Len()+1)
	b.value(doc.Root(), true)
	b.page.text = string(b.dst)
	b.page.at[doc.Len()] = int32(len(b.dst))
	return b.page
}

type pageBuilder struct {
	page     *page
	dst      []byte
	parent   int32
	node     int32         // value of the outermost document that is being shown
	embedded int           // how deep in JSON inside strings
	object   evidence.Node // or array whose member is being shown
}

// value shows one value; the line that it begins on has been opened, and holds its
// key if it has one.
func (b *pageBuilder) value(n evidence.Node, ownLine bool) {
	b.begin(n)
	if ownLine {
		b.open()
	}
	switch n.Kind() {
	case evidence.KindObject:
		b.container(n, '{', '}')
	case evidence.KindArray:
		b.container(n, '[', ']')
	case evidence.KindString:
		b.text(n.Text())
	default:
		b.dst = append(b.dst, n.Raw()...)
	}
}

// begin notes where a value of the outermost document begins.
func (b *pageBuilder) begin(n evidence.Node) {
	if b.embedded == 0 {
		b.node = int32(n.ID())
		b.page.at[n.ID()] = int32(len(b.dst))
	}
}

// open begins a line.
func (b *pageBuilder) open() {
	if len(b.dst) > 0 && b.dst[len(b.dst)-1] != '\n' {
		b.dst = append(b.dst, '\n')
	}
	i := int32(len(b.page.lines))
	b.page.lines = append(b.page.lines, line{int32(len(b.dst)), b.node, b.parent, i, false})
}

func (b *pageBuilder) container(n evidence.Node, opening, closing byte) {
	b.dst = append(b.dst, opening)
	if isRow(n) {
		b.row(n)
		b.dst = append(b.dst, closing)
		return
	}
	header, outer := int32(len(b.page.lines)-1), b.parent
	b.parent = header
	if g, ok := gridIn(b.object, n); ok {
		b.grid(g)
	} else {
		b.members(n)
	}
	b.parent = outer
	if n.Len() > 0 {
		b.page.lines[header].last = int32(len(b.page.lines) - 1)
		b.open() // the closing bracket has a line of its own
	}
	b.dst = append(b.dst, closing)
}

// members shows what a container holds, a line or more for each.
func (b *pageBuilder) members(n evidence.Node) {
	isText := isTextArray(n)
	for kid := range n.Children() {
		b.object = n
		b.member(kid)
		if !isText && kid.Ordinal() < n.Len()-1 {
			b.dst = append(b.dst, ',')
		}
	}
}

func (b *pageBuilder) member(kid evidence.Node) {
	b.begin(kid)
	b.open()
	if key := kid.Key(); key != "" {
		b.dst = canon.Append(b.dst, key, canon.Value)
		b.dst = append(b.dst, ": "...)
	}
	b.value(kid, false)
}

// isRow tells arrays that read best in one line: a few scalars, not all of them
// texts, such as the [time, value] pairs of a metric.
func isRow(n evidence.Node) bool {
	if n.Kind() != evidence.KindArray {
		return false
	}
	texts := 0
	for kid := range n.Children() {
		switch kid.Kind() {
		case evidence.KindObject, evidence.KindArray:
			return false
		case evidence.KindString:
			texts++
		}
	}
	return texts < n.Len()
}

func (b *pageBuilder) row(n evidence.Node) {
	for kid := range n.Children() {
		if kid.Ordinal() > 0 {
			b.dst = append(b.dst, ", "...)
		}
		b.value(kid, false)
	}
}

// isTextArray tells arrays of strings only: lines of a text more often than not,
// so they are joined as lines, without commas.
func isTextArray(n evidence.Node) bool {
	if n.Kind() != evidence.KindArray {
		return false
	}
	for kid := range n.Children() {
		if kid.Kind() != evidence.KindString {
			return false
		}
	}
	return true
}

// text shows a string: as the JSON that it holds, if it does, else line by line.
func (b *pageBuilder) text(s string) {
	if doc := b.embeddedDocument(s); doc != nil {
		b.embedded++
		b.object = evidence.Node{}
		b.value(doc.Root(), false)
		b.embedded--
		return
	}
	first := true
	for raw := range strings.Lines(s) {
		if !first {
			b.open()
			b.page.lines[len(b.page.lines)-1].goesOn = true
		}
		first = false
		b.textLine(raw)
	}
}

// textLine shows one raw line. It may hold escaped line breaks, and so be several.
func (b *pageBuilder) textLine(raw string) {
	from := len(b.dst)
	b.dst = canon.Append(b.dst, raw, canon.Value)
	for {
		next := bytes.IndexByte(b.dst[from:], '\n')
		if next < 0 {
			return
		}
		from += next + 1
		n := int32(len(b.page.lines))
		b.page.lines = append(b.page.lines, line{int32(from), b.node, b.parent, n, true})
	}
}

func (b *pageBuilder) embeddedDocument(s string) *evidence.Document {
	if b.embedded >= maxEmbedding || len(s) < 2 {
		return nil
	}
	s = strings.TrimSpace(s)
	if !strings.HasPrefix(s, "{") && !strings.HasPrefix(s, "[") || !strings.HasSuffix(s, "}") && !strings.HasSuffix(s, "]") {
		return nil
	}
	doc, err := evidence.Decode([]byte(s), maxEmbedded)
	if err != nil || doc.Root().Len() == 0 {
		return nil
	}
	return doc
}

// lineAt returns the line that holds a text offset.
func (p *page) lineAt(offset int) int {
	return sort.Search(len(p.lines), func(i int) bool { return int(p.lines[i].start) > offset }) - 1
}

// lineSpan returns where a line stands in the text, without its line break.
func (p *page) lineSpan(i int) (start, end int) {
	start, end = int(p.lines[i].start), len(p.text)
	if i+1 < len(p.lines) {
		end = int(p.lines[i+1].start)
	}
	for end > start && p.text[end-1] == '\n' {
		end--
	}
	return start, end
}

// lineText returns one line.
func (p *page) lineText(i int) string {
	start, end := p.lineSpan(i)
	return p.text[start:end]
}

// Bounds of what is read around a place: a line that is longer is no line that a
// person wrote, and only what is near counts.
const (
	maxNear = 256  // bytes on either side
	maxRow  = 4096 // bytes of a row of a table
)

// near returns the part of its line that stands around a span.
func (p *page) near(i, start, end int) (from, to int) {
	from, to = p.lineSpan(i)
	return max(from, start-maxNear), min(to, end+maxNear)
}

// beginning returns the first bytes of a line.
func (p *page) beginning(i int) string {
	start, end := p.lineSpan(i)
	return p.text[start:min(end, start+maxNear)]
}

// opens reports whether a line opens an object or an array, by its bracket.
func (p *page) opens(i int, bracket byte) bool {
	start, end := p.lineSpan(i)
	return end > start && p.text[end-1] == bracket
}

// span returns where a value with all below it is shown.
func (p *page) span(n evidence.Node) (start, end int) {
	return int(p.at[n.ID()]), int(p.at[n.End()])
}
