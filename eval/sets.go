package eval

import (
	"slices"
	"strings"
)

// set checks a set of ids or paths.
func (o *observer) set(name string, want *Set, got []string) {
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
	if len(want.None) > 0 {
		part(".none", !slices.ContainsFunc(want.None, has), want.None)
	}
	if !asked {
		o.unseen(name, "it names no member, and does not say exact")
	}
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
