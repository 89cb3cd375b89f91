package evidence

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Kind is the type of a JSON value.
type Kind uint8

// The kinds of JSON values. KindInvalid is that of the zero Node.
const (
	KindInvalid Kind = iota
	KindNull
	KindBool
	KindNumber
	KindString
	KindArray
	KindObject
)

// String returns the JSON name of the kind.
func (k Kind) String() string {
	return [...]string{"invalid", "null", "boolean", "number", "string", "array", "object"}[k]
}

// Document is one decoded JSON value. It is immutable and safe for concurrent
// use. Values live in one slice in document order, which keeps a 5 MB output at
// a handful of allocations; strings are unescaped only when asked for.
type Document struct {
	raw     string
	nodes   []node
	kids    []int32                    // children of containers, contiguous for each
	members map[int32]map[string]int32 // look-up tables of wide objects
}

type node struct {
	kind           Kind
	parent         int32
	ordinal        int32 // position within the parent
	firstKid, kids int32 // range in Document.kids
	after          int32 // the first value in document order that is not below this one
	start, end     int32 // span of the value in raw
	key            int32 // where the quoted member name begins in raw, 0 for none
}

// Root returns the whole value.
func (d *Document) Root() Node { return Node{d, 0} }

// Len returns the number of values in the document.
func (d *Document) Len() int { return len(d.nodes) }

// At returns the value with the given position in document order, 0 being the root.
func (d *Document) At(i int) Node { return Node{d, int32(i)} }

// Raw returns the JSON text of the whole document.
func (d *Document) Raw() string { return d.raw }

// Node is one value of a Document. The zero Node is of KindInvalid, and is empty
// in every other way.
type Node struct {
	doc *Document
	id  int32
}

func (n Node) data() node {
	if n.doc == nil {
		return node{parent: -1}
	}
	return n.doc.nodes[n.id]
}

// Valid reports whether n is a value.
func (n Node) Valid() bool { return n.doc != nil }

// ID returns the node's position in document order, 0 being the root.
func (n Node) ID() int { return int(n.id) }

// Document returns the document that n belongs to.
func (n Node) Document() *Document { return n.doc }

// Kind returns the type of the value.
func (n Node) Kind() Kind {
	if n.doc == nil {
		return KindInvalid
	}
	return n.doc.nodes[n.id].kind
}

// Raw returns the JSON text of the value.
func (n Node) Raw() string {
	if n.doc == nil {
		return ""
	}
	d := &n.doc.nodes[n.id]
	return n.doc.raw[d.start:d.end]
}

// Span returns where the value stands in Document.Raw.
func (n Node) Span() (start, end int) { return int(n.data().start), int(n.data().end) }

// Text returns a string unescaped, and the literal of any other value.
func (n Node) Text() string {
	if n.Kind() != KindString {
		return n.Raw()
	}
	return unquote(n.Raw())
}

// Key returns the member name of a value in an object, else "".
func (n Node) Key() string {
	start := int(n.data().key)
	if start == 0 {
		return ""
	}
	return unquote(n.doc.raw[start:stringEnd(n.doc.raw, start)])
}

// KeySpan returns where the quoted member name of a value in an object stands in
// Document.Raw; nowhere, 0 to 0, for any other value.
func (n Node) KeySpan() (start, end int) {
	if start = int(n.data().key); start == 0 {
		return 0, 0
	}
	return start, stringEnd(n.doc.raw, start)
}

// Ordinal returns the position of n within its array or object.
func (n Node) Ordinal() int { return int(n.data().ordinal) }

// Parent returns the array or object that holds n; the zero Node for the root.
func (n Node) Parent() Node {
	if p := n.data().parent; p >= 0 {
		return Node{n.doc, p}
	}
	return Node{}
}

// Len returns the number of elements or members; 0 for scalars.
func (n Node) Len() int {
	if n.doc == nil {
		return 0
	}
	return int(n.doc.nodes[n.id].kids)
}

// Elem returns the element or member at a position, or the zero Node.
func (n Node) Elem(i int) Node {
	if i < 0 || i >= n.Len() {
		return Node{}
	}
	d := &n.doc.nodes[n.id]
	return Node{n.doc, n.doc.kids[int(d.firstKid)+i]}
}

// Member returns the member of an object with a name, or the zero Node.
func (n Node) Member(name string) Node {
	if n.Kind() != KindObject {
		return Node{}
	}
	if table, ok := n.doc.members[n.id]; ok {
		if id, ok := table[name]; ok {
			return Node{n.doc, id}
		}
		return Node{}
	}
	for i := range n.Len() {
		if kid := n.Elem(i); kid.hasKey(name) {
			return kid
		}
	}
	return Node{}
}

// hasKey compares a member's name without unescaping it where it has no escapes.
func (n Node) hasKey(name string) bool {
	start := int(n.doc.nodes[n.id].key)
	first := byte('"')
	if name != "" {
		first = name[0]
	}
	if c := n.doc.raw[start+1]; c != first && c != '\\' {
		return false // most members of most objects
	}
	quoted := n.doc.raw[start:stringEnd(n.doc.raw, start)]
	if strings.IndexByte(quoted, '\\') >= 0 {
		return unquote(quoted) == name
	}
	return quoted[1:len(quoted)-1] == name
}

// Children yields the elements or members in document order.
func (n Node) Children() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for i := range n.Len() {
			if !yield(n.Elem(i)) {
				return
			}
		}
	}
}

// End returns the position in document order just after n and all below it.
func (n Node) End() int { return max(int(n.data().after), 1) }

// Path returns the normalized path of n.
func (n Node) Path() Path {
	var steps []Step
	for n.data().parent >= 0 {
		if n.Parent().Kind() == KindObject {
			steps = append(steps, Step{Name: n.Key(), Index: -1})
		} else {
			steps = append(steps, Step{Index: n.Ordinal()})
		}
		n = n.Parent()
	}
	slices.Reverse(steps)
	return Path{steps}
}

// Int returns the value of a number that is an int64 in plain digits.
func (n Node) Int() (int64, bool) {
	if n.Kind() != KindNumber {
		return 0, false
	}
	i, err := strconv.ParseInt(n.Raw(), 10, 64)
	return i, err == nil
}

func unquote(quoted string) string {
	if strings.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	out, err := jsontext.AppendUnquote(make([]byte, 0, len(quoted)), quoted)
	if err != nil { // cannot happen: the decoder accepted it
		return quoted[1 : len(quoted)-1]
	}
	return string(out)
}
