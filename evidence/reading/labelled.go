package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/canon"
)

// labels are the keys whose values are the names of objects, whatever these look like:
// "service": "ferry".
var labels = setOf("service container pod app job deployment queue topic component")

// Bounds of what is looked at for labels, and of how many names they may give. One of
// fewer letters is no name.
const (
	maxLabelLines  = 4096
	maxLabelled    = 64
	minLabelledLen = 4
)

// labelled returns the plain words by which labels tell objects of an output apart.
func (v *view) labelled() []string {
	v.labelledOnce.Do(func() {
		p, first, apart := v.shown(), make(map[string]string), make(map[string]bool)
		for i := range min(len(p.lines), maxLabelLines) {
			key := strings.ToLower(p.keyOfLine(i))
			if !labels.has(key) || len(v.plain) == maxLabelled {
				continue
			}
			name := strings.Trim(p.valueOfLine(i), `" `)
			if len(name) < minLabelledLen || !isLowerWord(name) || slices.Contains(v.plain, name) {
				continue
			}
			v.plain = append(v.plain, name)
			if first[key] == "" {
				first[key] = name
			} else {
				apart[first[key]], apart[name] = true, true
			}
		}
		v.plain = slices.DeleteFunc(v.plain, func(name string) bool { return !apart[name] })
	})
	return v.plain
}

// ownerIn returns the object of which the text states a value, and whether its name is one
// that only the output or the text tells from other words.
func (c *Claim) ownerIn(s *stated, v *view) (name string, told bool) {
	if name := c.objectOf(s); name != "" {
		return name, s.owner != ""
	}
	return c.labelledOf(s, v), true
}

// labelledOf returns the name in plain words of the object that the text states a value of,
// when it has no other name: ferry in failures of ferry reached 6.42/s.
func (c *Claim) labelledOf(s *stated, v *view) string {
	if !isProperty(s.token) || c.namesThing() {
		return ""
	}
	var of Mention
	for _, name := range v.labelled() {
		at := wholeWord(c.claim.Text, name)
		if at < 0 {
			continue
		}
		if of.Text != "" {
			return "" // of which of them?
		}
		of = Mention{Text: name, Start: at, End: at + len(name)}
	}
	if of.Text == "" || c.contrastsBetween(of, s) {
		return ""
	}
	return canon.String(of.Text, canon.Value)
}

// namesThing reports whether the text has the name of an object that is spelt as one.
func (c *Claim) namesThing() bool {
	return slices.ContainsFunc(c.Mentions(), func(m Mention) bool { return m.Kind == KindName && isThingName(m.Text) })
}

// wholeWord returns where a word stands in a text that is no part of a longer one, or -1.
func wholeWord(text, word string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return -1
		}
		i += from
		from = i + len(word)
		if (i == 0 || !isNameByte(text[i-1])) && !isNameByte(byteAt(text, from)) {
			return i
		}
	}
}
