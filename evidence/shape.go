package evidence

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// presence says whether a field must be there.
type presence bool

const (
	required presence = true
	optional presence = false
)

// object reads the fields of one JSON object and reports what is wrong with them.
type object struct {
	reader *outputReader
	node   Node
}

// object checks that n is an object without other than the known fields.
func (r *outputReader) object(n Node, known ...string) object {
	if n.Kind() != KindObject {
		r.fault(n, "", "must be an object, not "+article(n.Kind()))
		return object{reader: r}
	}
	for kid := range n.Children() {
		key := kid.Key()
		if slices.Contains(known, key) {
			continue
		}
		if why, ok := removedFields[key]; ok {
			r.fault(kid, "", why)
		} else {
			r.fault(kid, "", "is no field of executor_evidence_v2 here; allowed are "+strings.Join(known, ", "))
		}
	}
	return object{r, n}
}

// member returns a field of a kind; the zero Node when it is absent or wrong. A
// null in an optional field is absence.
func (o object) member(field string, kind Kind, p presence) Node {
	if !o.node.Valid() {
		return Node{} // reported already
	}
	n := o.node.Member(field)
	switch {
	case !n.Valid() || n.Kind() == KindNull:
		if p == required {
			o.reader.fault(o.node, field, "is missing")
		}
		return Node{}
	case n.Kind() != kind:
		o.reader.fault(o.node, field, "must be "+article(kind)+", not "+article(n.Kind()))
		return Node{}
	}
	return n
}

// array returns an array, whose children are its elements; the zero Node has none.
func (o object) array(field string, p presence) Node { return o.member(field, KindArray, p) }

// filled reads a required array that is not empty; fix says what belongs in it.
func (o object) filled(field, fix string) Node {
	array := o.array(field, required)
	if array.isEmptyArray() {
		o.reader.fault(o.node, field, "is empty: "+fix)
	}
	return array
}

// text reads a required string that is not blank.
func (o object) text(field string) string {
	return o.notBlank(field, o.member(field, KindString, required))
}

func (o object) optionalText(field string) string {
	return o.notBlank(field, o.member(field, KindString, optional))
}

func (o object) notBlank(field string, n Node) string {
	if !n.Valid() {
		return ""
	}
	if strings.TrimSpace(n.Text()) == "" {
		o.reader.fault(o.node, field, "is blank")
	}
	return n.Text()
}

func (o object) mustBe(field, want string) {
	if n := o.member(field, KindString, required); n.Valid() && n.Text() != want {
		o.reader.fault(o.node, field, "is "+Quote(n.Text())+", must be "+Quote(want))
	}
}

func (o object) oneOf(field string, allowed ...string) string {
	n := o.member(field, KindString, required)
	if !n.Valid() {
		return ""
	}
	if !slices.Contains(allowed, n.Text()) {
		o.reader.fault(o.node, field, "is "+Quote(n.Text())+", must be one of "+strings.Join(allowed, ", "))
		return ""
	}
	return n.Text()
}

func (o object) confidence() *float64 {
	n := o.member("confidence", KindNumber, optional)
	if !n.Valid() {
		return nil
	}
	f, err := strconv.ParseFloat(n.Raw(), 64)
	if err != nil || f < 0 || f > 1 {
		o.reader.fault(o.node, "confidence", "is "+cut(n.Raw())+", must be from 0 to 1")
		return nil
	}
	return &f
}

// childrenOf yields the children of a node of a kind, and nothing for others.
func (n Node) childrenOf(kind Kind) iter.Seq[Node] {
	if n.Kind() != kind {
		return func(func(Node) bool) {}
	}
	return n.Children()
}

func (n Node) stringOr(fallback string) string {
	if n.Kind() != KindString {
		return fallback
	}
	return n.Text()
}

func (n Node) isEmptyArray() bool { return n.Kind() == KindArray && n.Len() == 0 }

func (n Node) isTrue() bool { return n.Kind() == KindBool && n.Raw() == "true" }

// targetOf returns the path of a node without "$.".
func targetOf(n Node) string {
	b := appendTarget(make([]byte, 0, usualPath), n)
	return strings.TrimPrefix(string(b), ".")
}

// appendTarget writes the steps down to a node. An executor's output is not deep.
func appendTarget(b []byte, n Node) []byte {
	parent := n.Parent()
	if !parent.Valid() {
		return b
	}
	b = appendTarget(b, parent)
	step := Step{Index: n.Ordinal()}
	if parent.Kind() == KindObject {
		step = Step{Name: cut(n.Key()), Index: -1} // of a field that nobody knows
	}
	return appendStep(b, step)
}

func join(target, field string) string {
	if target == "" {
		return field
	}
	return target + "." + field
}

func article(k Kind) string {
	switch k {
	case KindArray, KindObject:
		return "an " + k.String()
	case KindNull:
		return "null"
	default:
		return "a " + k.String()
	}
}

func isSnakeCase(s string) bool {
	for i, part := range strings.Split(s, "_") {
		if part == "" || i == 0 && part[0] >= '0' && part[0] <= '9' {
			return false
		}
		if strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	return true
}
