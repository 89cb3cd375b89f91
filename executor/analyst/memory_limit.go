package analyst

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// workingSet is the metric of what a container's limit of memory is held against.
var workingSet = regexp.MustCompile(`^container_memory_working_set_bytes$`)

// detectMemoryLimits looks closer at a container that was killed for its memory: which
// limit it has, which one it had in the revision before, and what it used then.
func detectMemoryLimits(s *scene, r *report) {
	for _, h := range r.hypotheses {
		workload, ok := strings.CutPrefix(h.object, "app/")
		if h.code != "oom_killed" || !ok {
			continue
		}
		r.ask(ask("kubernetes_get", "kind", "replicasets", "namespace", s.question.scope.Namespace).confirming())
		for _, metric := range s.metricsLike(workingSet) {
			r.ask(s.query(metric).confirming())
		}
		s.explainLimit(r, h, s.revisionsOf(workload))
		s.adviseRunbooks(r)
	}
}

// revision is the pod template that a deployment had at a time, as a replica set keeps it.
type revision struct {
	result *result
	set    evidence.Node // the name of the replica set
	number evidence.Node
	order  int
	limits map[string]evidence.Node // of memory, by container
	names  map[string]evidence.Node // of containers
}

// revisionsOf returns the revisions of a deployment, the newest first.
func (s *scene) revisionsOf(deployment string) []revision {
	var found []revision
	for _, listed := range s.of("kubernetes_get") {
		for item := range listed.root.Member("items").Children() {
			owner := at(item, "metadata", "ownerReferences", 0)
			if owner.Member("kind").Text() != "Deployment" || owner.Member("name").Text() != deployment {
				continue
			}
			if one, ok := revisionOf(listed, item); ok {
				found = append(found, one)
			}
		}
	}
	slices.SortFunc(found, func(a, b revision) int { return cmp.Compare(b.order, a.order) })
	return found
}

func revisionOf(listed *result, set evidence.Node) (revision, bool) {
	one := revision{
		result: listed, set: at(set, "metadata", "name"), number: at(set, "metadata", "annotations", "deployment.kubernetes.io/revision"),
		limits: map[string]evidence.Node{}, names: map[string]evidence.Node{},
	}
	order, err := strconv.Atoi(one.number.Text())
	if err != nil || !isName(one.set.Text()) {
		return one, false
	}
	one.order = order
	for container := range at(set, "spec", "template", "spec", "containers").Children() {
		name, limit := container.Member("name"), at(container, "resources", "limits", "memory")
		if isName(name.Text()) && limit.Kind() == evidence.KindString {
			one.names[name.Text()], one.limits[name.Text()] = name, limit
		}
	}
	return one, true
}

// explainLimit adds to the hypothesis which limit the container that was killed has,
// and that a revision before allowed it more.
func (s *scene) explainLimit(r *report, h *hypothesis, revisions []revision) {
	killed := killedContainer(h)
	at := slices.IndexFunc(revisions, func(one revision) bool { return one.owns(killed.pod) })
	if at < 0 || !revisions[at].limits[killed.name].Valid() {
		return
	}
	limit := revisions[at].limits[killed.name].Text()
	h.supported = append(h.supported, r.add(s.limitOf(revisions[at], killed.name)))
	h.text = s.question.say("Container %s needs more memory than its limit of %s allows.", "容器 %s 所需内存超过其限制 %s。", killed.name, limit)
	for _, before := range revisions[at+1:] {
		if had := before.limits[killed.name]; isLess(limit, had.Text()) {
			h.supported = append(h.supported, r.add(s.limitOf(before, killed.name)))
			if used := s.usedIn(before, killed.name); used != nil {
				h.supported = append(h.supported, r.add(used))
			}
			h.text = s.question.say("Container %s needs more memory than its limit of %s allows; in revision %s the limit was %s.",
				"容器 %s 所需内存超过其限制 %s；在版本（revision）%s 中其限制为 %s。", killed.name, limit, before.number.Text(), had.Text())
			s.adviseUndo(r, h, before)
			return
		}
	}
}

// isLess compares two quantities such as 256Mi and 1Gi.
func isLess(a, b string) bool {
	less, okLess := quantity.Parse(a)
	more, okMore := quantity.Parse(b)
	order, ok := quantity.Compare(less, more)
	return okLess && okMore && ok && order < 0
}

// owns reports whether a pod is one of the revision.
func (one revision) owns(pod string) bool { return strings.HasPrefix(pod, one.set.Text()+"-") }

// killedContainer returns the container of the claims that the hypothesis rests on.
func killedContainer(h *hypothesis) container {
	for _, c := range h.supported {
		if c.of.name != "" {
			return c.of
		}
	}
	return container{}
}

// limitOf tells the limit of a container in a revision.
func (s *scene) limitOf(one revision, container string) *claim {
	limit := one.limits[container]
	text := s.question.say("Revision %s, replica set %s, limits the memory of container %s to %s.",
		"版本（revision）%s（ReplicaSet %s）将容器 %s 的内存限制为 %s。", one.number.Text(), one.set.Text(), container, limit.Text())
	return observed(text).states(one.result, limit, one.number, one.set, one.names[container])
}

// usedIn tells the range of memory of a pod of a revision, of the one that used the
// most.
func (s *scene) usedIn(one revision, container string) *claim {
	var most series
	highest := 0.0
	for _, each := range s.seriesOf(workingSet) {
		labels := each.node.Member("labels")
		used, ok := numberOf(each.most().Member("value"))
		if ok && used > highest && labels.Member("container").Text() == container && one.owns(labels.Member("pod").Text()) {
			most, highest = each, used
		}
	}
	if highest == 0 {
		return nil
	}
	return s.rangeClaim(most)
}

// adviseUndo says how to go back to the revision before.
func (s *scene) adviseUndo(r *report, h *hypothesis, before revision) {
	deployment, namespace := strings.TrimPrefix(h.object, "app/"), s.question.scope.Namespace
	if !isName(namespace) {
		return
	}
	r.advise(superbiz.RecommendedAction{
		Text:    s.question.say("Raise the limit, or roll %s back to revision %s.", "调高内存限制，或将 %s 回滚到版本（revision）%s。", deployment, before.number.Text()),
		Command: "kubectl -n " + namespace + " rollout undo deployment/" + deployment + " --to-revision=" + before.number.Text(),
		Risk:    superbiz.RiskReversible, RequiresApproval: true, EvidenceBindings: evidenceOf(h.supported...),
	})
}
