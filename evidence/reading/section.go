package reading

import (
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
)

// maxSection bounds how many lines of a text a section has.
const maxSection = 400

// entry reads a line of a text as a key and its value: Restart Count: 3. Members of
// objects are none.
func (p *page) entry(i int) (key, value string) {
	text := p.beginning(i)
	if !p.isOfText(i) {
		return "", ""
	}
	if p.doc != nil && !p.lines[i].goesOn {
		if member := p.doc.At(int(p.lines[i].node)).Key(); member != "" {
			text = strings.TrimPrefix(text, member+": ") // the first line of a text
		}
	}
	key, value, ok := strings.Cut(text, ":")
	if !ok || value != "" && value[0] != ' ' && value[0] != '\t' {
		return "", ""
	}
	return strings.ToLower(strings.Trim(key, "- \t")), strings.TrimSpace(value)
}

// isOfText reports whether a line is one of several of a text.
func (p *page) isOfText(i int) bool {
	if p.doc == nil || p.lines[i].goesOn || i+1 < len(p.lines) && p.lines[i+1].goesOn {
		return true
	}
	parent := p.lines[i].parent
	return parent >= 0 && p.opens(int(parent), '[') && p.doc.At(int(p.lines[i].node)).Kind() == evidence.KindString
}

// stepsOfEntry is what it costs to read a line as an entry.
const stepsOfEntry = 128

// headings are the keys that a section of a text begins with.
var headings = setOf("name pod node host hostname container service instance deployment pod_name node_name instance_id broker queue topic")

// isHeading reports whether a line of a text begins the section of an object: Name: api-1.
func (p *page) isHeading(i int) bool {
	key, value := p.entry(i)
	return headings.has(key) && isThingName(value)
}

// section returns the lines from a heading to the next one with the same key.
func (p *page) section(head int) span32 {
	key, _ := p.entry(head)
	end := head
	for end+1 < len(p.lines) && end-head < maxSection && p.isBeside(end+1, head) {
		if next, _ := p.entry(end + 1); next == key {
			break
		}
		end++
	}
	return p.spanTo(head, end)
}

// isBeside reports whether two lines are of one text.
func (p *page) isBeside(i, j int) bool {
	return p.lines[i].parent == p.lines[j].parent || p.lines[i].node == p.lines[j].node
}

// heading returns the heading of the section that a line of a text stands in. A text in
// which the key of the line stands before the first heading has no sections that can be
// told: there a name comes behind what it is of.
func (v *view) heading(i int) (head int, ok bool) {
	p := v.shown()
	key, _ := p.entry(i)
	if key == "" {
		return 0, false
	}
	head = -1
	open := false // the key was met, and no heading above it yet
	for j := i - 1; j >= 0 && i-j < maxSection && p.isBeside(j, i) && v.effort.spend(stepsOfEntry); j-- {
		switch above, _ := p.entry(j); {
		case p.isHeading(j):
			open = false
			if head < 0 {
				head = j
			}
		case head >= 0 && above == key:
			open = true
		}
	}
	return head, head >= 0 && !open
}
