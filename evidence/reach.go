package evidence

import (
	"bytes"
	"fmt"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
)

// maxReach is how many bytes of recorded output the bindings of one executor output
// may reach, each output counted as often as it is bound. An index makes most
// searches cheap, not all; an honest output reaches a small part of this.
const maxReach = 1 << 30

// Bounds of the outputs that are read for one executor output, each counted once.
// What is known of an output takes some twenty times its size in memory, and more
// where it is made of small values; these bounds keep that to half a gigabyte.
const (
	maxReadBytes  = 12 << 20
	maxReadValues = 1_000_000 // and words between commas, which cost as much
)

// Trim takes claims and actions out that would have more recorded text read or
// searched, together with those before them, than can be judged in time and memory.
// It returns a fault for each.
func (o *Output) Trim(l *Ledger) []Fault {
	var faults []Fault
	var reach int64
	reads := reader{ledger: l, outputs: make(map[*Source]*toRead), counts: o.reach(l) > maxReadValues}
	tooFar := func(bindings []superbiz.EvidenceBinding, f Fault) bool {
		more := l.reach(bindings)
		switch {
		case reach+more > maxReach:
			f.Message = fmt.Sprintf("reaches, with those before it, more than %d MiB of recorded output, each counted as often as it is bound: state less, or bind smaller outputs", maxReach>>20)
		case !reads.take(bindings):
			f.Message = fmt.Sprintf("binds, with those before it, outputs of more than %d MiB or %d values: bind fewer, or smaller ones", maxReadBytes>>20, maxReadValues)
		default:
			reach += more
			return false
		}
		faults = append(faults, f)
		return true
	}
	o.Claims = slices.DeleteFunc(o.Claims, func(c Claim) bool {
		return tooFar(c.EvidenceBindings, Fault{Target: c.Target, ClaimID: c.ClaimID})
	})
	o.Actions = slices.DeleteFunc(o.Actions, func(a Action) bool {
		return tooFar(a.EvidenceBindings, Fault{Target: a.Target, ActionID: a.ActionID})
	})
	return faults
}

// reach sums the sizes of the outputs that claims and actions cite.
func (o *Output) reach(l *Ledger) int64 {
	var sum int64
	for i := range o.Claims {
		sum += l.reach(o.Claims[i].EvidenceBindings)
	}
	for i := range o.Actions {
		sum += l.reach(o.Actions[i].EvidenceBindings)
	}
	return sum
}

// reach sums the sizes of the outputs that bindings cite.
func (l *Ledger) reach(bindings []superbiz.EvidenceBinding) int64 {
	var sum int64
	for _, b := range bindings {
		for _, id := range b.SourceInvocationIDs {
			if s := l.Cited(id, b.ToolName); s != nil {
				sum += int64(len(s.Invocation.Output))
			}
		}
	}
	return sum
}

// reader counts what has to be read of the outputs of a ledger.
type reader struct {
	ledger        *Ledger
	counts        bool // values are counted: there are bytes enough for too many
	outputs       map[*Source]*toRead
	bytes, values int
}

// toRead is an output that is cited.
type toRead struct {
	values int
	taken  bool
}

// take counts the outputs that bindings cite. It returns false, and counts none of
// them, when they are too much together with those before.
func (r *reader) take(bindings []superbiz.EvidenceBinding) bool {
	var more []*toRead
	size, values := r.bytes, r.values
	for _, b := range bindings {
		for _, id := range b.SourceInvocationIDs {
			s := r.ledger.Cited(id, b.ToolName)
			if s == nil {
				continue
			}
			if o := r.output(s); !o.taken {
				o.taken = true
				more = append(more, o)
				size += len(s.Invocation.Output)
				values += o.values
			}
		}
	}
	if size > maxReadBytes || values > maxReadValues {
		for _, o := range more {
			o.taken = false
		}
		return false
	}
	r.bytes, r.values = size, values
	return true
}

// output returns what is known of an output; its values are counted once.
func (r *reader) output(s *Source) *toRead {
	o := r.outputs[s]
	if o == nil {
		o = &toRead{}
		if r.counts {
			o.values = atMostValues(s.Invocation.Output)
		}
		r.outputs[s] = o
	}
	return o
}

// atMostValues returns a bound of the number of values in a JSON text.
func atMostValues(raw []byte) int {
	return 1 + bytes.Count(raw, []byte(",")) + bytes.Count(raw, []byte("[")) + bytes.Count(raw, []byte("{"))
}
