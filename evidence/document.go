package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
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

// Limits of one document. A JSON value beyond them is refused, not cut.
const (
	MaxOutputDepth   = 512           // nesting of a tool's output
	MaxDocumentBytes = math.MaxInt32 // offsets are 32 bits wide
)

// ErrTooDeep is returned for a value nested deeper than allowed.
var ErrTooDeep = errors.New("nested too deeply")

// wideObject is the number of members from which an object gets a look-up table.
const wideObject = 16

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
	kind             Kind
	parent           int32
	ordinal          int32 // position within the parent
	firstKid, kids   int32 // range in Document.kids
	start, end       int32 // span of the value in raw
	keyStart, keyEnd int32 // span of the quoted member name in raw
}

// Decode decodes exactly one JSON value nested at most maxDepth deep. Duplicate
// keys, invalid UTF-8 and trailing data are errors; they carry the byte offset.
func Decode(raw []byte, maxDepth int) (*Document, error) {
	if len(raw) >= MaxDocumentBytes {
		return nil, fmt.Errorf("decode JSON: %d bytes are more than the limit of %d", len(raw), MaxDocumentBytes-1)
	}
	b := builder{
		doc:      &Document{raw: string(raw)},
		dec:      jsontext.NewDecoder(bytes.NewBuffer(raw)),
		maxDepth: maxDepth,
	}
	// An estimate of one value per 24 bytes avoids most regrowth on real outputs.
	b.doc.nodes = make([]node, 0, len(raw)/24+1)
	if err := b.build(); err != nil {
		return nil, describe(err, b.dec.InputOffset())
	}
	return b.doc, nil
}

// describe says what is wrong at which byte.
func describe(err error, offset int64) error {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		offset = syntactic.ByteOffset
	}
	return fmt.Errorf("decode JSON at byte %d: %w", offset, reason(err))
}

// reason leaves out the library's pointer to the place of an error, and cuts
// names: either can be as long as the text itself.
func reason(err error) error {
	var syntactic *jsontext.SyntacticError
	switch {
	case !errors.As(err, &syntactic):
		return err
	case errors.Is(err, jsontext.ErrDuplicateName):
		return fmt.Errorf("%w %s", syntactic.Err, Quote(syntactic.JSONPointer.LastToken()))
	default:
		return syntactic.Err
	}
}

// builder fills a Document from a token stream, without recursion.
type builder struct {
	doc      *Document
	dec      *jsontext.Decoder
	maxDepth int
	open     []int32 // containers not closed yet
	pending  []int32 // children of open containers
	marks    []int   // where the children of each open container begin in pending
}

func (b *builder) build() error {
	for {
		if err := b.value(); err != nil {
			return err
		}
		for len(b.open) > 0 && b.atEnd() {
			if err := b.close(); err != nil {
				return err
			}
		}
		if len(b.open) == 0 {
			return b.finish()
		}
	}
}

func (b *builder) atEnd() bool {
	k := b.dec.PeekKind()
	return k == '}' || k == ']'
}

// value reads the member name, if one is due, and then a scalar or an opening.
func (b *builder) value() error {
	n := node{parent: -1}
	if len(b.open) > 0 {
		n.parent = b.open[len(b.open)-1]
		n.ordinal = int32(len(b.pending) - b.marks[len(b.marks)-1])
		if b.doc.nodes[n.parent].kind == KindObject {
			key, err := b.dec.ReadValue()
			if err != nil {
				return noEOF(err)
			}
			n.keyEnd = int32(b.dec.InputOffset())
			n.keyStart = n.keyEnd - int32(len(key))
		}
	}
	return b.body(n)
}

func (b *builder) body(n node) error {
	id := int32(len(b.doc.nodes))
	switch k := b.dec.PeekKind(); k {
	case '{', '[':
		if _, err := b.dec.ReadToken(); err != nil {
			return noEOF(err)
		}
		if len(b.open) >= b.maxDepth {
			return fmt.Errorf("more than %d levels: %w", b.maxDepth, ErrTooDeep)
		}
		n.kind = KindArray
		if k == '{' {
			n.kind = KindObject
		}
		n.start = int32(b.dec.InputOffset()) - 1
		b.append(n)
		b.open = append(b.open, id)
		b.marks = append(b.marks, len(b.pending))
	default:
		v, err := b.dec.ReadValue()
		if err != nil {
			return noEOF(err)
		}
		n.kind = scalarKind(v.Kind())
		n.end = int32(b.dec.InputOffset())
		n.start = n.end - int32(len(v))
		b.append(n)
	}
	return nil
}

func (b *builder) append(n node) {
	if len(b.open) > 0 {
		b.pending = append(b.pending, int32(len(b.doc.nodes)))
	}
	b.doc.nodes = append(b.doc.nodes, n)
}

func (b *builder) close() error {
	if _, err := b.dec.ReadToken(); err != nil {
		return noEOF(err)
	}
	last := len(b.open) - 1
	id, mark := b.open[last], b.marks[last]
	n := &b.doc.nodes[id]
	n.end = int32(b.dec.InputOffset())
	n.firstKid, n.kids = int32(len(b.doc.kids)), int32(len(b.pending)-mark)
	b.doc.kids = append(b.doc.kids, b.pending[mark:]...)
	b.open, b.marks, b.pending = b.open[:last], b.marks[:last], b.pending[:mark]
	if n.kind == KindObject && n.kids > wideObject {
		b.indexMembers(id)
	}
	return nil
}

func (b *builder) indexMembers(id int32) {
	if b.doc.members == nil {
		b.doc.members = make(map[int32]map[string]int32)
	}
	table := make(map[string]int32, b.doc.nodes[id].kids)
	for kid := range (Node{b.doc, id}).Children() {
		table[kid.Key()] = kid.id
	}
	b.doc.members[id] = table
}

func (b *builder) finish() error {
	if _, err := b.dec.ReadToken(); !errors.Is(err, io.EOF) {
		if err == nil {
			err = errors.New("more than one JSON value")
		}
		return err
	}
	return nil
}

func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func scalarKind(k jsontext.Kind) Kind {
	switch k {
	case 'n':
		return KindNull
	case 't', 'f':
		return KindBool
	case '0':
		return KindNumber
	default:
		return KindString
	}
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
	d := n.data()
	if d.keyEnd == 0 {
		return ""
	}
	return unquote(n.doc.raw[d.keyStart:d.keyEnd])
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
	d := &n.doc.nodes[n.id]
	quoted := n.doc.raw[d.keyStart:d.keyEnd]
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
func (n Node) End() int {
	for n.Len() > 0 {
		n = n.Elem(n.Len() - 1)
	}
	return int(n.id) + 1
}

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
	out, err := jsontext.AppendUnquote(nil, quoted)
	if err != nil { // cannot happen: the decoder accepted it
		return quoted[1 : len(quoted)-1]
	}
	return string(out)
}
