package analyst

import (
	"regexp"
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
)

// pod is one that does not run as it should, as one result shows it.
type pod struct {
	result    *result
	name      string
	namespace string
	claim     *claim
}

// maxTroubled is how many objects that do not run are looked at.
const maxTroubled = 4

// detectPods tells the pods that are not ready, restart or wait, and asks for what
// Kubernetes says of them.
func detectPods(s *scene, r *report) {
	for _, one := range s.troubledPods() {
		r.add(one.claim)
		r.ask(ask("kubernetes_describe", "kind", "pods", "name", one.name, "namespace", one.namespace).confirming())
	}
}

// troubledPods returns the pods that do not run, one for each workload, as every
// form of the list of pods shows them.
func (s *scene) troubledPods() []pod {
	var pods []pod
	for _, listed := range s.of("kubernetes_get") {
		if !isPods(listed.args["kind"]) {
			continue
		}
		found := append(s.podsOfTable(listed), s.podsOfItems(listed)...)
		for _, one := range found {
			known := slices.ContainsFunc(pods, func(p pod) bool { return workloadOf(p.name) == workloadOf(one.name) })
			if !known && len(pods) < maxTroubled {
				pods = append(pods, one)
			}
		}
	}
	return pods
}

func isPods(kind string) bool {
	switch strings.ToLower(kind) {
	case "pods", "pod", "po":
		return true
	}
	return false
}

// podsOfTable reads what kubectl get pods prints.
func (s *scene) podsOfTable(listed *result) []pod {
	var pods []pod
	for _, row := range tableOf(listed) {
		name, ready, status := row.cell("NAME"), row.cell("READY"), row.cell("STATUS")
		if !isName(name) || status == "" || runs(status, ready) {
			continue
		}
		text := s.question.say("Pod %s has STATUS %s.", "Pod %s 的 STATUS 为 %s。", name, status)
		if ready != "" {
			text = s.question.say("Pod %s has STATUS %s and READY %s.", "Pod %s 的 STATUS 为 %s，READY 为 %s。", name, status, quoted(ready))
		}
		made := observed(text).quotes(listed, row.line, name)
		for _, word := range []string{status, ready} {
			if word != "" {
				made.asserting(listed, row.line, "contains", word)
			}
		}
		pods = append(pods, pod{listed, name, listed.args["namespace"], made})
	}
	return pods
}

// runs reports whether a pod that prints a status and a readiness of n/m is as it
// should be.
func runs(status, ready string) bool {
	switch status {
	case "Completed", "Succeeded":
		return true
	case "Running":
		have, want, ok := strings.Cut(ready, "/")
		return !ok || have == want
	}
	return false
}

// podsOfItems reads a list of pods as the API returns it.
func (s *scene) podsOfItems(listed *result) []pod {
	var pods []pod
	for item := range listed.root.Member("items").Children() {
		name, namespace := at(item, "metadata", "name"), at(item, "metadata", "namespace")
		if !isName(name.Text()) {
			continue
		}
		for container := range at(item, "status", "containerStatuses").Children() {
			if made := s.containerClaim(listed, name, container); made != nil {
				pods = append(pods, pod{listed, name.Text(), namespace.Text(), made})
				break
			}
		}
		if phase := at(item, "status", "phase"); phase.Text() == "Pending" && at(item, "status", "containerStatuses").Len() == 0 {
			text := s.question.say("Pod %s is in phase %s.", "Pod %s 处于 %s 阶段。", name.Text(), phase.Text())
			pods = append(pods, pod{listed, name.Text(), namespace.Text(), observed(text).states(listed, phase, name)})
		}
	}
	return pods
}

// containerClaim tells the state of a container that waits, or was ended by more
// than its own will; nil for one that runs.
func (s *scene) containerClaim(listed *result, pod, status evidence.Node) *claim {
	name, restarts := status.Member("name"), status.Member("restartCount")
	waiting := at(status, "state", "waiting", "reason")
	last, code := at(status, "lastState", "terminated", "reason"), at(status, "lastState", "terminated", "exitCode")
	if !last.Valid() {
		last, code = at(status, "state", "terminated", "reason"), at(status, "state", "terminated", "exitCode")
	}
	state := ""
	if waiting.Valid() && waiting.Text() != "ContainerCreating" {
		state += s.question.say(" is waiting with reason %s;", "处于等待状态，原因为 %s；", waiting.Text())
	}
	if last.Valid() && last.Text() != "Completed" && code.Valid() {
		state += s.question.say(" terminated with reason %s and exit code %s;", "上次终止原因为 %s，退出码（exitCode）%s；", last.Text(), code.Text())
	}
	if state == "" {
		return nil
	}
	text := s.question.say("Container %s of pod %s%s it restarted %s times.", "Pod %[2]s 的容器 %[1]s %[3]s重启次数（restartCount）为 %[4]s。",
		name.Text(), pod.Text(), state, restarts.Text())
	made := observed(text).states(listed, name, pod, waiting, last, code, restarts)
	made.of = container{pod.Text(), name.Text()}
	return made
}

// generatedSuffix is what controllers put behind the name of a workload.
var generatedSuffix = regexp.MustCompile(`(-[a-z0-9]{5,10})?-[bcdfghjklmnpqrstvwxz2456789]{5}$|-[a-f0-9]{8,10}$|-\d+$`)

// workloadOf returns the name of the workload that a pod or replica set belongs to.
func workloadOf(name string) string { return generatedSuffix.ReplaceAllString(name, "") }
