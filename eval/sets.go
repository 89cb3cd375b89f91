package eval

import (
	"slices"
	"strings"
)

// set checks a set of ids or paths. Where all that there could be is known, the absence
// of a stranger says nothing.
func (o *observer) set(name string, want *Set, got, all []string) {
	if want == nil {
		return
	}
	has := func(member string) bool { return slices.Contains(got, member) }
	shown := listed(got)
	asked := false
	part := func(part string, ok bool, of []string) {
		asked = true
		o.holds(name+part, ok, listed(of), shown)
	}
	if want.Exact != nil {
		part(".exact", sameMembers(*want.Exact, got), *want.Exact)
	}
	if len(want.All) > 0 {
		part(".all", !slices.ContainsFunc(want.All, func(m string) bool { return !has(m) }), want.All)
	}
	if len(want.Any) > 0 {
		part(".any", slices.ContainsFunc(want.Any, has), want.Any)
	}
	if stranger := strangerTo(all, want.None); stranger != "" {
		asked = true
		o.unseen(name+".none", "there is no "+stranger+" in the run at all")
	} else if len(want.None) > 0 {
		part(".none", !slices.ContainsFunc(want.None, has), want.None)
	}
	if !asked {
		o.unseen(name, "it names no member, and does not say exact")
	}
}

// strangerTo returns the first member that is not among all; nil is unknown.
func strangerTo(all, members []string) string {
	for _, m := range members {
		if all != nil && !slices.Contains(all, m) {
			return m
		}
	}
	return ""
}

func sameMembers(a, b []string) bool {
	a, b = slices.Compact(slices.Sorted(slices.Values(a))), slices.Compact(slices.Sorted(slices.Values(b)))
	return slices.Equal(a, b)
}

func listed(members []string) string {
	if len(members) == 0 {
		return "none"
	}
	return strings.Join(members, ", ")
}
