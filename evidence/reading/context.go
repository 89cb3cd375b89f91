package reading

import (
	"slices"
	"strings"
)

// surroundings are the words around a number in an output, by how they stand to it.
type surroundings struct {
	beside []string // its key, column, row label, and the phrase that it stands in

	page       *page
	line       int
	start, end int // the part of the line that is near
}

// around returns the words of the line, and of the keys above. They are asked for
// more rarely than those beside, and are more.
func (s surroundings) around() []string {
	return appendContent(content(s.page.text[s.start:s.end]), s.page.keyAbove(s.line))
}

func containsWord(words []string, w string) bool {
	return slices.Contains(words, w)
}

// surroundings returns the words around a span of the page. One number is asked about
// several times in a row.
func (v *view) surroundings(start, end int) surroundings {
	v.aroundMu.Lock()
	defer v.aroundMu.Unlock()
	if at := (span32{int32(start), int32(end)}); v.around.page == nil || v.aroundAt != at {
		v.around, v.aroundAt = v.readAround(start, end), at
	}
	return v.around
}

// isPrintedExit reports whether a program says with what it exits, as curl does:
// curl: (28) Connection timed out.
func isPrintedExit(before, behind string) bool {
	program, ok := strings.CutSuffix(before, ": (")
	return ok && strings.HasPrefix(behind, ") ") && program != "" && isLower(program[len(program)-1])
}

func (v *view) readAround(start, end int) surroundings {
	v.effort.spend(stepsAround)
	p := v.shown()
	i := p.lineAt(start)
	lineStart, lineEnd := p.near(i, start, end)
	s := surroundings{page: p, line: i, start: lineStart, end: lineEnd}
	s.beside = appendStems(stemsOf(wordsBefore(p.text[lineStart:start])), wordsAfter(p.text[behindFraction(p.text, end):lineEnd]))
	if c := byteAt(p.text, start-1); (c == 'x' || p.text[start] == 'x') && !isAlnum(byteAt(p.text, start-2)) {
		s.beside = append(s.beside, "time") // x61: so many times
	}
	if key := p.keyOfEnd(i, start); key != "" {
		s.beside = appendContent(s.beside, key)
	}
	if isPrintedExit(p.text[lineStart:start], p.text[end:lineEnd]) {
		s.beside = append(s.beside, "exit")
	}
	if cells := p.cells(i); len(cells) > 1 {
		s.beside = appendContent(s.beside, v.columnName(i, cells, start))
		if start > cells[0].end {
			s.beside = appendContent(s.beside, p.text[cells[0].start:cells[0].end])
		}
		s.beside = appendContent(s.beside, p.metricIn(cells))
	} else if p.lines[i].parent >= 0 {
		s.beside = append(s.beside, v.keyWords(i)...)
	}
	return s
}

// numbering are the keys of the numbers by which things are told apart.
var numbering = setOf("id index ordinal number")

// parting are the keys that say which of the things above are counted.
var parting = setOf("total successful succeeded failed skipped ready available unavailable desired current running pending active healthy unhealthy expected waiting")

// keyWords returns the words that name the value on a line of JSON: its key,
// for a number that tells it apart the key of what it is one of and,
// for an element of an array, the key of the array and the name of the metric.
func (v *view) keyWords(i int) []string {
	p := v.shown()
	key := p.keyOfLine(i)
	out := content(key)
	if folded := strings.ToLower(key); numbering.has(folded) || parting.has(folded) {
		out = appendContent(out, p.keyAbove(i)) // brokers: [{id: 2}], shards: {failed: 3}
	}
	if _, end := p.lineSpan(i); byteAt(p.text, end-1) == ']' || byteAt(p.text, end-2) == ']' {
		for _, j := range p.object(i) {
			if naming.has(strings.ToLower(p.keyOfLine(j))) {
				out = appendContent(out, p.valueOfLine(j))
			}
		}
	}
	if strings.EqualFold(key, "value") { // {metric: exit_code, points: [{value: 1}]}
		for name := range p.namesOver(i) {
			out = append(out, content(name)...)
		}
	}
	return out
}
