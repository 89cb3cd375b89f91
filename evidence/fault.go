package evidence

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxFaults is how many faults are listed of one output. The text of a hostile one
// could be made of them, and whoever has to mend it needs no more to begin with.
const maxFaults = 200

// maxIDBytes bounds the ids of an output: each finding repeats one.
const maxIDBytes = 256

// unique reads an id; of two alike the later one is malformed.
func (r *outputReader) unique(o object, field string) string {
	id := o.text(field)
	key := field + "\x00" + id
	switch {
	case len(id) > maxIDBytes:
		r.fault(o.node, field, fmt.Sprintf("has %d bytes, the limit is %d: give it a shorter name, such as c1", len(id), maxIDBytes))
	case id != "" && r.ids[key]:
		r.fault(o.node, field, Quote(id)+" is used twice; ids are unique in an output")
	}
	r.ids[key] = true
	return id
}

func (r *outputReader) disown() { r.owner = Fault{} }

// idOf reads the id of a part for its faults, whether or not it is sound.
func idOf(n Node, field string) string {
	id := n.Member(field).stringOr("")
	return strings.ToValidUTF8(id[:min(len(id), maxIDBytes)], "")
}

// fault notes what is wrong with a node or, where field is not empty, with that
// member of it, whether or not it is there.
func (r *outputReader) fault(n Node, field, message string) {
	r.count++
	if r.count > maxFaults {
		return
	}
	f := r.owner
	f.Target, f.Message, f.position = targetOf(n), message, n.ID()
	if field != "" {
		f.Target = join(f.Target, field)
		if member := n.Member(field); member.Valid() {
			f.position = member.ID()
		}
	}
	r.faults = append(r.faults, f)
}

// sorted returns the faults in document order, and how many more there are.
func (r *outputReader) sorted() []Fault {
	slices.SortStableFunc(r.faults, func(a, b Fault) int { return cmp.Compare(a.position, b.position) })
	if more := r.count - len(r.faults); more > 0 {
		r.faults = append(r.faults, Fault{Message: fmt.Sprintf("there are %d more faults of shape", more)})
	}
	return r.faults
}
