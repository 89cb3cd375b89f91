package analyst

import (
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// detectRelevance sees a question that the tools of the run cannot answer: one that
// is about none of the things that are known here, or only about things of which
// there is no trace. Nothing is then claimed of anything else.
func detectRelevance(s *scene, r *report) {
	q := s.question
	if len(q.named) > 0 {
		unknown := s.unknownNames()
		r.blind = len(unknown) == len(q.named)
		for _, name := range unknown {
			r.lacks(superbiz.MissingNotAvailable, q.say("Nothing is known here of %s.", "没有关于 %s 的任何记录。", name))
		}
		return
	}
	if len(q.topics) == 0 && !q.general && !s.mentions(q.text) {
		r.blind = true
		r.lacks(superbiz.MissingNotAvailable, q.say(
			"The question names nothing that the tools of this run can look at.", "该问题没有提到本次运行的工具能够查看的对象。"))
	}
}

// unknownNames returns the objects that the question names and that no result, and
// no word of the scope, has.
func (s *scene) unknownNames() []string {
	var unknown []string
	for _, name := range s.question.named {
		if !s.knows(name) {
			unknown = append(unknown, name)
		}
	}
	return unknown
}

func (s *scene) knows(name string) bool {
	scope := s.question.scope
	if name == scope.Service || name == scope.Namespace || name == scope.Cluster || strings.Contains(s.question.alert, name) {
		return true
	}
	for _, found := range s.results {
		if found.data() && strings.Contains(string(found.row.Output), name) {
			return true
		}
	}
	return false
}

// mentions reports whether a text has the name of the scope, of a service with a
// log, of an alert or of a metric.
func (s *scene) mentions(text string) bool {
	text = strings.ToLower(text)
	names := []string{s.question.scope.Service, s.question.scope.Namespace}
	for _, listed := range s.of("logs_list") {
		for each := range listed.root.Member("logs").Children() {
			names = append(names, each.Member("service").Text())
		}
	}
	for _, listed := range s.of("metrics_list") {
		for each := range listed.root.Member("metrics").Children() {
			names = append(names, each.Member("metric").Text())
		}
	}
	for _, name := range append(names, s.alertLabels("alertname")...) {
		if len(name) > 1 && strings.Contains(text, strings.ToLower(name)) {
			return true
		}
	}
	return false
}
