package model

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/superbizagent/superbizagent/evidence"
)

// pruner renders a value within about a number of bytes: of a long array both ends,
// where a window's edges are, and the elements in between that tell of trouble. What
// is left out shows as an absent index or member.
type pruner struct {
	shown int // values
}

// Of a long array so many elements at most are shown at each end, and so many in
// between that tell of trouble.
const (
	edge     = 24
	troubles = 40
	least    = 80 // bytes that a string or an element gets, if it gets any
)

// value returns a value within about left bytes.
func (p *pruner) value(n evidence.Node, left int) json.RawMessage {
	if len(n.Raw()) <= left {
		p.shown += n.End() - n.ID()
		return json.RawMessage(n.Raw())
	}
	p.shown++
	switch n.Kind() {
	case evidence.KindObject:
		return p.object(n, left)
	case evidence.KindArray:
		return p.array(n, left)
	case evidence.KindString:
		return cutText(n.Text(), max(left, least))
	default:
		return json.RawMessage(n.Raw())
	}
}

// cutText keeps the head and the tail of a string.
func cutText(text string, left int) json.RawMessage {
	if len(text) > left {
		from, to := left/2, len(text)-left/2
		for from > 0 && !utf8.RuneStart(text[from]) {
			from--
		}
		for to < len(text) && !utf8.RuneStart(text[to]) {
			to++
		}
		text = text[:from] + " …(" + strconv.Itoa(to-from) + " bytes cut)… " + text[to:]
	}
	return json.RawMessage(asJSON(text))
}

// object gives each member its share of what is left; what a short one does not use
// is for those after it.
func (p *pruner) object(n evidence.Node, left int) json.RawMessage {
	out := []byte("{")
	members := n.Len()
	for kid := range n.Children() {
		if left <= 0 {
			break
		}
		before := len(out)
		out = p.member(out, kid.Key(), kid, max(left/members, least))
		left -= len(out) - before
		members--
	}
	return append(out, '}')
}

// array shows what it picks as an object of elements by index, so that a path that is
// read off it is right.
func (p *pruner) array(n evidence.Node, left int) json.RawMessage {
	picks := pick(n, left)
	slices.Sort(picks)
	out := []byte("{")
	for i, at := range picks {
		before := len(out)
		out = p.member(out, strconv.Itoa(at), n.Elem(at), max(left/(len(picks)-i), least))
		left -= len(out) - before
	}
	return append(out, '}')
}

func (p *pruner) member(out []byte, key string, n evidence.Node, left int) []byte {
	if len(out) > 1 {
		out = append(out, ',')
	}
	out = append(append(out, asJSON(key)...), ':')
	return append(out, p.value(n, left-len(key))...)
}

// pick returns the indexes of those elements of an array that are shown: from both
// ends and from the trouble between them by turns, until the bytes are spent.
func pick(n evidence.Node, left int) []int {
	count := n.Len()
	ends := min(edge, (count+1)/2)
	worrying := worrying(n, ends, count-ends)
	const longest = 600 // what an element is thought to take at most
	var picks []int
	take := func(at int) {
		if left > 0 && !slices.Contains(picks, at) {
			picks = append(picks, at)
			left -= min(len(n.Elem(at).Raw()), longest) + len(`"00000":,`)
		}
	}
	for i := range max(ends, len(worrying)) {
		if i < ends {
			take(i)
			take(count - 1 - i)
		}
		if i < len(worrying) {
			take(worrying[i])
		}
	}
	return picks
}

// worrying returns the first elements between two indexes that tell of trouble.
func worrying(n evidence.Node, from, to int) []int {
	var found []int
	for at := from; at < to && len(found) < troubles; at++ {
		if tellsOfTrouble(n.Elem(at).Raw()) {
			found = append(found, at)
		}
	}
	return found
}
