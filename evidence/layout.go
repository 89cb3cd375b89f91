package evidence

import "strings"

// wideObject is the number of members from which an object gets a look-up table.
const wideObject = 16

// layout fills a Document from a text that is known to be one JSON value, in one
// pass and without recursion.
type layout struct {
	doc      *Document
	maxDepth int
	open     []opened
	pending  []int32 // children of open containers
	key      int32   // where the member name begins that waits for its value
}

// opened is a container that is not closed yet.
type opened struct {
	id    int32
	first int // where its children begin in pending
}

// Room for what most outputs need.
const (
	usualDepth   = 8
	usualPending = 32
)

// layOut lays out a text that is known to be one JSON value. It returns false where
// that is too deep, or has too many others in it.
func layOut(raw string, maxDepth int) (*Document, bool) {
	values := min(mostValues(raw), MaxValues+1)
	l := layout{
		doc:      &Document{raw: raw, nodes: make([]node, 0, values), kids: make([]int32, 0, values)},
		maxDepth: maxDepth,
		open:     make([]opened, 0, usualDepth),
		pending:  make([]int32, 0, usualPending),
	}
	return l.doc, l.scan()
}

// largeText is the size from which room is made for no more values than there are.
const largeText = 4 << 20

// mostValues returns how many values to make room for: each but the first comes
// after a comma or an opening. Commas in strings count too, so a text is not
// believed to hold more than real outputs do; the room grows where one does.
func mostValues(raw string) int {
	if len(raw) > largeText {
		return countValues(raw)
	}
	const usual = 20 // bytes for a value
	return min(1+strings.Count(raw, ",")+strings.Count(raw, "[")+strings.Count(raw, "{"), len(raw)/usual+16)
}

// countValues is mostValues without what stands in strings. It takes a pass.
func countValues(raw string) int {
	n := 1
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			i = stringEnd(raw, i) - 1
		case ',', '[', '{':
			n++
		}
	}
	return n
}

// scan lays the values out; see layOut.
func (l *layout) scan() bool {
	raw := l.doc.raw
	for i := 0; i < len(raw); {
		if len(l.doc.nodes) > MaxValues {
			return false
		}
		switch c := raw[i]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
			i++
		case '{', '[':
			if !l.opening(i, c) {
				return false
			}
			i++
		case '}', ']':
			i++
			l.closing(i)
		case '"':
			end := stringEnd(raw, i)
			l.text(i, end)
			i = end
		default:
			end := literalEnd(raw, i)
			l.append(literalKind(c), i, end)
			i = end
		}
	}
	return len(l.doc.nodes) <= MaxValues
}

func (l *layout) opening(at int, c byte) bool {
	if len(l.open) >= l.maxDepth {
		return false
	}
	kind := KindArray
	if c == '{' {
		kind = KindObject
	}
	id := l.append(kind, at, at)
	l.open = append(l.open, opened{id, len(l.pending)})
	return true
}

func (l *layout) closing(end int) {
	last := l.open[len(l.open)-1]
	l.open = l.open[:len(l.open)-1]
	n := &l.doc.nodes[last.id]
	n.end, n.after = int32(end), int32(len(l.doc.nodes))
	n.firstKid, n.kids = int32(len(l.doc.kids)), int32(len(l.pending)-last.first)
	l.doc.kids = append(l.doc.kids, l.pending[last.first:]...)
	l.pending = l.pending[:last.first]
	if n.kind == KindObject && n.kids > wideObject {
		l.doc.indexMembers(last.id)
	}
}

// text takes a string for a member name where one is due, else for a value.
func (l *layout) text(start, end int) {
	if depth := len(l.open); depth > 0 && l.key == 0 && l.doc.nodes[l.open[depth-1].id].kind == KindObject {
		l.key = int32(start)
		return
	}
	l.append(KindString, start, end)
}

// append adds a value below the innermost open container.
func (l *layout) append(kind Kind, start, end int) int32 {
	id := int32(len(l.doc.nodes))
	n := node{kind: kind, parent: -1, after: id + 1, start: int32(start), end: int32(end), key: l.key}
	if depth := len(l.open); depth > 0 {
		parent := l.open[depth-1]
		n.parent, n.ordinal = parent.id, int32(len(l.pending)-parent.first)
		l.pending = append(l.pending, id)
	}
	l.key = 0
	l.doc.nodes = append(l.doc.nodes, n)
	return id
}

func (d *Document) indexMembers(id int32) {
	if d.members == nil {
		d.members = make(map[int32]map[string]int32)
	}
	table := make(map[string]int32, d.nodes[id].kids)
	for kid := range (Node{d, id}).Children() {
		table[kid.Key()] = kid.id
	}
	d.members[id] = table
}

// stringEnd returns the end of the quoted string that begins at i.
func stringEnd(raw string, i int) int {
	for i++; ; i++ {
		i += strings.IndexByte(raw[i:], '"')
		escapes := 0
		for raw[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i + 1
		}
	}
}

// literalEnd returns the end of the number, boolean or null that begins at i.
func literalEnd(raw string, i int) int {
	for i < len(raw) && raw[i] != ',' && raw[i] != '}' && raw[i] != ']' && raw[i] > ' ' {
		i++
	}
	return i
}

func literalKind(first byte) Kind {
	switch first {
	case 'n':
		return KindNull
	case 't', 'f':
		return KindBool
	default:
		return KindNumber
	}
}
