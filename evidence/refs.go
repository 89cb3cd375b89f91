package evidence

import (
	"cmp"
	"fmt"
	"slices"
)

// Refs says which paths of one output may be cited. The zero Refs allows none.
type Refs struct {
	paths    map[string]bool   // normalized paths
	slices   map[string][]span // by the normalized path of the array
	sentinel bool              // $.no_evidence is listed
}

// ParseRefs parses the evidence_refs of a row: paths, or paths that end in a
// slice. All that can be parsed is kept; the error names the first that cannot.
func ParseRefs(refs []string) (Refs, error) {
	r := Refs{paths: make(map[string]bool), slices: make(map[string][]span)}
	var first error
	for i, text := range refs {
		p := pathParser{text: text}
		path, slice, err := p.parse()
		switch {
		case err != nil:
			if first == nil {
				first = fmt.Errorf("evidence_refs[%d]: %w", i, err)
			}
		case slice == nil && path.IsNoEvidence():
			r.sentinel = true
		case slice != nil:
			key := path.String()
			r.slices[key] = append(r.slices[key], *slice)
		default:
			r.paths[path.String()] = true
		}
	}
	for key, spans := range r.slices {
		r.slices[key] = merge(spans)
	}
	return r, first
}

// NoEvidence reports whether the sentinel $.no_evidence is listed.
func (r Refs) NoEvidence() bool { return r.sentinel }

// Citable reports whether path equals a listed path, is an element of a listed
// slice, or is below either. The sentinel is citable where it is listed itself.
func (r Refs) Citable(path Path) bool {
	if path.IsNoEvidence() {
		return r.sentinel
	}
	if r.paths["$"] {
		return true
	}
	at := append(make([]byte, 0, usualPath), '$')
	for _, s := range path.steps {
		if s.Index >= 0 && inSlices(r.slices[string(at)], s.Index) {
			return true
		}
		at = appendStep(at, s)
		if r.paths[string(at)] {
			return true
		}
	}
	return false
}

// usualPath is longer than most paths.
const usualPath = 128

// CoversArray reports whether listed slices cover an array of a length whole, so
// that the array itself may be counted and searched.
func (r Refs) CoversArray(path Path, length int) bool {
	spans := r.slices[path.String()]
	return len(spans) > 0 && spans[0].from == 0 && spans[0].to >= length
}

// merge sorts spans and joins those that touch, so that look-ups can be binary.
func merge(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) // of two that begin alike, the longer first
	})
	out := spans[:1]
	for _, s := range spans[1:] {
		if last := &out[len(out)-1]; s.from <= last.to {
			last.to = max(last.to, s.to)
		} else {
			out = append(out, s)
		}
	}
	return out
}

func inSlices(spans []span, index int) bool {
	i, found := slices.BinarySearchFunc(spans, index, func(s span, index int) int { return cmp.Compare(s.from, index) })
	if !found {
		i--
	}
	return i >= 0 && index < spans[i].to
}
