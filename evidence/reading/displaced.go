package reading

import (
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// level is one level at which a line stands in a list: the list, by the line that
// opens it or names its columns, and the element or row.
type level struct{ list, element int }

// levels returns in which rows of tables and elements of arrays a line stands,
// the innermost first.
func (v *view) levels(i int) []level {
	p := v.shown()
	var out []level
	if h := int(v.headers()[i]); h >= 0 {
		out = append(out, level{h, i})
	}
	for ; p.lines[i].parent >= 0; i = int(p.lines[i].parent) {
		parent := int(p.lines[i].parent)
		if p.opens(parent, '[') && p.opens(i, '{') {
			out = append(out, level{parent, i})
		}
	}
	return out
}

// maxNamed bounds how many places of one name are looked at.
const maxNamed = 500

// isAnothers reports whether a number counts for another object than the claim
// names: beside its row or element there is one with a name of the claim and a
// number of its own for the same key. A name that the row of the number has too
// speaks for it, unless it stands in as many rows: a namespace, a phase.
func (s subject) isAnothers(v *view, t quantity.Token) bool {
	levels := v.levels(v.shown().lineAt(t.Start()))
	if len(levels) == 0 {
		return false
	}
	own, others := never, never // the fewest elements that a name stands in
	for _, name := range s.names {
		seen := s.rowsOf(v, levels, name)
		switch {
		case seen.own:
			own = min(own, seen.rows)
		case seen.counts:
			others = min(others, seen.rows)
		}
	}
	return others < own
}

const never = maxNamed + 1

// rows is where a name stands in the list that a number is in.
type rows struct {
	own    bool // in the number's own element
	counts bool // in another one, with a number of its own
	rows   int  // in how many elements
}

func (s subject) rowsOf(v *view, levels []level, name string) rows {
	var out rows
	last := -1
	for at := range v.spelt(name) {
		same, other := relate(levels, v.levels(v.shown().lineAt(at)))
		if !same && other.list < 0 || other.element == last {
			continue
		}
		last = other.element
		if out.rows++; out.rows == maxNamed {
			break
		}
		out.own = out.own || same
		out.counts = out.counts || !same && v.rowCounts(other.element, s.keys)
	}
	return out
}

// relate tells whether a second line stands in the same element of a list as a
// first one or, if not, the element of the first one's list that it stands in. The
// innermost list that both stand in decides.
func relate(first, second []level) (same bool, other level) {
	for _, a := range first {
		for _, b := range second {
			if a.list == b.list {
				return a == b, b
			}
		}
	}
	return false, level{-1, -1}
}

// rowCounts reports whether a number stands beside one of some keys in a row or an
// element.
func (v *view) rowCounts(i int, keys keys) bool {
	p := v.shown()
	for j := i; j <= min(int(p.lines[i].last), i+4*maxSiblings); j++ {
		if v.countsInLine(j, keys) {
			return true
		}
	}
	return false
}

// subject is what a claim names, and what it counts.
type subject struct {
	names []string
	keys  keys
}
