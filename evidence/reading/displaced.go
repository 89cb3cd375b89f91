package reading

import (
	"cmp"
	"slices"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// level is one level at which a line stands in a list: the list, by the line that
// opens it or names its columns, and the element or row.
type level struct{ list, element int }

// levels returns in which rows of tables and elements of arrays a line stands,
// the innermost first.
func (v *view) levels(i int) []level { return v.appendLevels(nil, i) }

func (v *view) appendLevels(out []level, i int) []level {
	p := v.shown()
	steps := stepsOfLine
	if h := int(v.headers()[i]); h >= 0 {
		out = append(out, level{h, i})
	}
	for ; p.lines[i].parent >= 0; i = int(p.lines[i].parent) {
		steps += stepsOfPlace
		parent := int(p.lines[i].parent)
		if p.opens(parent, '[') && p.opens(i, '{') {
			out = append(out, level{parent, i})
		}
	}
	v.effort.spend(steps)
	return out
}

// maxNamed bounds how many places of one name are looked at.
const maxNamed = 500

// isAnothers reports whether a number counts for another object than the claim
// names: beside its row or element there is one with a name of the claim and a
// number of its own for the same key. A name that the row of the number has too
// speaks for it, unless it stands in as many rows: a namespace, a phase.
func (s *subject) isAnothers(v *view, t quantity.Token) bool {
	if len(s.names) == 0 {
		return false
	}
	levels := v.levels(v.shown().lineAt(t.Start()))
	own, others := never, never // the fewest elements that a name stands in
	for _, name := range s.names {
		for _, l := range levels { // the innermost list that the name stands in decides
			elements := s.standing(v, name).in(l.list)
			if len(elements) == 0 {
				continue
			}
			if slices.Contains(elements, l) {
				own = min(own, len(elements))
			} else if s.counts(v, elements) {
				others = min(others, len(elements))
			}
			break
		}
	}
	return others < own && others < s.ownWords(v, levels)
}

// ownWords returns in how few elements a word stands that the claim has beside the
// number, and the element of the number has too: a name that is a plain word. One that
// further elements of a list around have is no such name: requests, limits.
func (s *subject) ownWords(v *view, levels []level) int {
	own := never
	for _, word := range s.words {
		most := 0
		for _, l := range levels {
			if elements := s.standing(v, word).in(l.list); slices.Contains(elements, l) {
				most = max(most, len(elements))
			}
		}
		if most > 0 {
			own = min(own, most)
		}
	}
	return own
}

const never = maxNamed + 1

// elements are elements of lists, in order and each once.
type elements []level

// in returns those of one list.
func (e elements) in(list int) elements {
	start, _ := slices.BinarySearchFunc(e, list, func(l level, list int) int { return l.list - list })
	end := start
	for end < len(e) && e[end].list == list {
		end++
	}
	return e[start:end]
}

// standing returns the elements of the lists of a view that a name stands in.
func (s *subject) standing(v *view, name string) elements {
	key := placeKey{v, name, 0}
	if in, ok := s.known[key]; ok {
		return in
	}
	var in elements
	places := 0
	for at := range v.spelt(name) {
		if places++; places > maxNamed {
			break
		}
		in = v.appendLevels(in, v.shown().lineAt(at))
	}
	slices.SortFunc(in, func(a, b level) int { return cmp.Or(a.list-b.list, a.element-b.element) })
	in = slices.Compact(in)
	if s.known == nil {
		s.known = make(map[placeKey]elements)
	}
	s.known[key] = in
	return in
}

// counts reports whether one of some elements has a number of its own.
func (s *subject) counts(v *view, in elements) bool {
	for _, l := range in {
		key := placeKey{v, "", l.element}
		counts, ok := s.counted[key]
		if !ok {
			counts = v.rowCounts(l.element, s.keys)
			if s.counted == nil {
				s.counted = make(map[placeKey]bool)
			}
			s.counted[key] = counts
		}
		if counts {
			return true
		}
	}
	return false
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

// subject is what a claim names, and what it counts, with what is known of where
// they stand. It serves one look-up and is not shared.
type subject struct {
	names   []string
	words   []string // that the claim has beside the number
	keys    keys
	known   map[placeKey]elements
	counted map[placeKey]bool
	filled  map[fillKey]bool
}

type placeKey struct {
	view    *view
	name    string
	element int
}

func newSubject(names []string, s *stated) *subject {
	return &subject{names: names, words: s.beside, keys: s.keys}
}
