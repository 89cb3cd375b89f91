package evidence

import (
	"fmt"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
)

// maxReach is how many bytes of recorded output the bindings of one executor output
// may reach, each output counted as often as it is bound. An index makes most
// searches cheap, not all; an honest output reaches a small part of this.
const maxReach = 1 << 30

// Trim takes claims and actions out that would have more recorded text searched,
// together with those before them, than can be judged in time. It returns a fault
// for each.
func (o *Output) Trim(l *Ledger) []Fault {
	var faults []Fault
	var reach int64
	tooFar := func(bindings []superbiz.EvidenceBinding, f Fault) bool {
		more := l.reach(bindings)
		if reach+more <= maxReach {
			reach += more
			return false
		}
		f.Message = fmt.Sprintf("reaches, with those before it, more than %d bytes of recorded output: state less, or bind smaller outputs", maxReach)
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
