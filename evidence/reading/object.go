package reading

import "strings"

// maxSiblings bounds how much of an object or a table is looked at.
const maxSiblings = 64

// maxPassed bounds how many lines are passed over, such as those of a text that is a
// member, to find them.
const maxPassed = 4 * maxSiblings

// siblings returns the other members of the object that a line stands in, and
// nothing for lines of a text.
func (p *page) siblings(i int) []int {
	parent := p.lines[i].parent
	if parent < 0 || !p.opens(int(parent), '{') {
		return nil
	}
	var out []int
	tried := 0
	for j := int(parent) + 1; j <= int(p.lines[parent].last) && len(out) < maxSiblings && tried < maxPassed; j = int(p.lines[j].last) + 1 {
		tried++
		if j != i && p.lines[j].parent == parent && !p.lines[j].goesOn {
			out = append(out, j)
		}
	}
	return out
}

// object returns the other lines of the object that a line stands in, with those
// of an object that is a member of it, as the labels of a metric are. Arrays on
// the way up are passed over.
func (p *page) object(i int) []int {
	i = p.inArrays(i)
	var out []int
	for _, j := range p.siblings(i) {
		out = append(out, j)
		if p.opens(j, '{') {
			for k := j + 1; k <= int(p.lines[j].last) && len(out) < maxSiblings; k++ {
				out = append(out, k)
			}
		}
	}
	return out
}

// inArrays returns the line of the member whose value, an array in arrays perhaps, a
// line is an element of; the line itself when it is none.
func (p *page) inArrays(i int) int {
	for depth := 0; depth < 3 && p.lines[i].parent >= 0 && p.opens(int(p.lines[i].parent), '['); depth++ {
		i = int(p.lines[i].parent)
	}
	return i
}

// memberLine is a line that belongs to a member of an object.
type memberLine struct{ line, member int }

// linesOf returns the lines that object has, for all members of the object that a
// line opens; nothing when it opens none.
func (p *page) linesOf(object int32) []memberLine {
	if object < 0 || !p.opens(int(object), '{') {
		return nil
	}
	var out []memberLine
	for j := int(object) + 1; j <= int(p.lines[object].last) && len(out) <= maxSiblings; j = int(p.lines[j].last) + 1 {
		if p.lines[j].parent != object {
			continue
		}
		out = append(out, memberLine{j, j})
		if p.opens(j, '{') {
			for k := j + 1; k <= int(p.lines[j].last) && len(out) <= maxSiblings; k++ {
				out = append(out, memberLine{k, j})
			}
		}
	}
	return out
}

// owner returns the line that opens the object that a line stands in, past arrays,
// or -1.
func (p *page) owner(i int) int {
	for i = int(p.lines[i].parent); i >= 0 && !p.opens(i, '{'); i = int(p.lines[i].parent) {
	}
	return i
}

// keyOfLine returns the key of a member's line, or "".
func (p *page) keyOfLine(i int) string {
	key, _, ok := strings.Cut(p.beginning(i), ": ")
	if !ok {
		return ""
	}
	return key
}

// valueOfLine returns what stands behind the key of a member's line.
func (p *page) valueOfLine(i int) string {
	_, value, _ := strings.Cut(p.beginning(i), ": ")
	return strings.TrimRight(value, ",")
}

// objectHas reports whether a word stands in the object that an offset is in.
func (v *view) objectHas(at int, stem string) bool {
	p := v.shown()
	for _, j := range p.object(p.lineAt(at)) {
		text := p.beginning(j)
		if !v.effort.spend(stepsOfWords * len(text)) {
			return false
		}
		if containsWord(content(text), stem) {
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
