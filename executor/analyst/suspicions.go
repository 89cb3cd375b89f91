package analyst

import (
	"regexp"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// detectSuspicions looks for what the question suspects: in alerts, in logs, in
// metrics. What was looked for and not found is said as that, and no more.
func detectSuspicions(s *scene, r *report) {
	blind := 0
	for _, topic := range s.question.topics {
		seen := &sighting{topic: topic}
		s.lookInLogs(r, seen)
		s.lookInMetrics(r, seen)
		s.lookCloser(r, seen)
		if !seen.looked {
			blind++
			r.lacks(superbiz.MissingNotAvailable, s.question.say("No log and no metric was recorded that would show %s.",
				"没有记录能够显示%s的日志或指标。", topic.name(s.question.language)))
			continue
		}
		s.judge(r, seen)
	}
	r.blind = r.blind || blind > 0 && blind == len(s.question.topics) && !s.question.general
}

// sighting is what was seen of a topic.
type sighting struct {
	topic   topic
	looked  bool
	bears   []*claim // what bears the suspicion out
	refutes []*claim // what speaks against it
}

// lookInLogs searches the logs of the services for the lines that report a topic.
func (s *scene) lookInLogs(r *report, seen *sighting) {
	if seen.topic.lines == "" {
		return
	}
	for _, service := range s.suspectedServices() {
		r.ask(s.search(service, "regexp", seen.topic.lines).confirming())
		found := s.searched(service, "regexp", seen.topic.lines)
		switch {
		case found == nil:
		case found.nothing():
			seen.looked = true
			seen.refutes = append(seen.refutes, r.add(s.noLineClaim(found, seen.topic)))
		case found.data():
			seen.looked = true
			seen.bears = append(seen.bears, r.add(s.topicLinesClaim(found, seen.topic)))
		}
	}
}

// topicLinesClaim tells the lines that report a topic: what most of them say, where
// that was counted, else the words that were searched for.
func (s *scene) topicLinesClaim(found *result, t topic) *claim {
	lines := regexp.MustCompile(t.lines)
	for _, errors := range s.of("logs_errors") {
		if errors.args["service"] != found.args["service"] {
			continue
		}
		for _, kind := range kindsOf(errors) {
			counted := s.searched(found.args["service"], "pattern", kind.pattern)
			if lines.MatchString(kind.pattern) && counted != nil && counted.data() {
				return s.linesClaim(counted, kind.pattern)
			}
		}
	}
	return s.linesClaim(found, lines.FindString(found.lines().Elem(0).Text()))
}

// suspectedServices are those that the question is about, or all that have a log.
func (s *scene) suspectedServices() []string {
	if known := s.services(); len(known) > 0 {
		return known
	}
	var names []string
	for _, logs := range s.of("logs_list") {
		for each := range logs.root.Member("logs").Children() {
			if name := each.Member("service").Text(); isName(name) && len(names) < maxServices {
				names = append(names, name)
			}
		}
	}
	return names
}

// noLineClaim says what was searched for, where and when, and that it is not there.
func (s *scene) noLineClaim(found *result, t topic) *claim {
	service, searched := found.args["service"], quoted(strings.TrimPrefix(t.lines, anyCase))
	if from, to, ok := found.window(); ok {
		return absent(s.question.say("No line of the log of %s from %s to %s matches %s.",
			"%s 的日志在 %s 至 %s 之间没有匹配 %s 的行。", service, from, to, searched)).nothing(found)
	}
	return absent(s.question.say("No line of the log of %s matches %s.", "%s 的日志中没有匹配 %s 的行。", service, searched)).nothing(found)
}

// lookInMetrics tells the metrics that show a topic: from which level they went to
// which, or else their range.
func (s *scene) lookInMetrics(r *report, seen *sighting) {
	if seen.topic.metrics == nil {
		return
	}
	for _, metric := range s.metricsLike(seen.topic.metrics) {
		r.ask(s.query(metric).confirming())
	}
	all := s.seriesOf(seen.topic.metrics)
	seen.looked = seen.looked || len(all) > 0
	if seen.topic.closer != nil {
		return // told by what looks closer
	}
	for _, one := range all[:min(len(all), maxSeries)] {
		if found, ok := shiftOf(one); ok {
			r.add(s.shiftClaim(found))
			continue
		}
		r.add(s.rangeClaim(one))
	}
}

// maxSeries is how many series of a topic are told.
const maxSeries = 6

// lookCloser lets a topic that knows more than lines and metrics say it.
func (s *scene) lookCloser(r *report, seen *sighting) {
	if seen.topic.closer != nil {
		seen.topic.closer(s, r, seen)
	}
}

// judge makes a hypothesis of what was seen of a suspicion. That something was not
// found does not refute it; a measurement may.
func (s *scene) judge(r *report, seen *sighting) {
	if seen.topic.code == connectionTopic().code {
		return // detectConnections does
	}
	h := &hypothesis{
		status: superbiz.HypothesisOpen, supported: seen.bears, contradicted: seen.refutes, weight: 10 * len(seen.bears),
		text: s.question.say("The cause is %s.", "原因是%s。", seen.topic.name(s.question.language)),
	}
	measured := false
	for _, c := range seen.refutes {
		measured = measured || c.kind == superbiz.ClaimObservation
	}
	switch {
	case len(seen.bears) > 0:
		h.status, h.contradicted = superbiz.HypothesisSupported, nil
		if isName(s.question.scope.Service) {
			h.code, h.object = seen.topic.code, "app/"+s.question.scope.Service
		}
	case measured:
		h.status = superbiz.HypothesisRefuted
	}
	r.suspect(h)
}
