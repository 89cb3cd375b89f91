package analyst

import (
	"slices"
	"strconv"
	"strings"
)

// maxServices is how many services are looked at in one step.
const maxServices = 6

// services returns the services that the question is about: those that it names,
// that of its scope, those of the alerts. The symptom comes first. The log of a workload
// holds those of its pods.
func (s *scene) services() []string {
	names := slices.Clone(s.question.named)
	names = append(names, s.question.scope.Service)
	for _, label := range []string{"service", "app", "deployment", "pod"} {
		names = append(names, s.alertLabels(label)...)
	}
	var known []string
	for _, name := range names {
		if name != "" && isName(name) && s.hasLog(name) && !slices.Contains(known, name) && !slices.Contains(known, workloadOf(name)) {
			known = append(known, name)
		}
	}
	return known[:min(len(known), maxServices)]
}

// hasLog reports whether there may be a log of a service: the list of logs has it,
// or there is no list.
func (s *scene) hasLog(service string) bool {
	listed := false
	for _, logs := range s.of("logs_list") {
		for each := range logs.root.Member("logs").Children() {
			listed = true
			name := each.Member("service").Text()
			if name == service || strings.HasPrefix(name, service+"-") {
				return true
			}
		}
	}
	return !listed
}

// failingServices returns those of the list of logs that have lines which report
// errors, most first.
func (s *scene) failingServices() []string {
	count := map[string]int{}
	for _, logs := range s.of("logs_list") {
		for each := range logs.root.Member("logs").Children() {
			if errors, err := strconv.Atoi(each.Member("errors").Text()); err == nil && errors > 0 {
				count[each.Member("service").Text()] += errors
			}
		}
	}
	var names []string
	for name := range count {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return strings.Compare(a, b)
	})
	return names[:min(len(names), maxServices)]
}
