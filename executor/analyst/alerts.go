package analyst

import (
	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// maxAlerts is how many alerts are told.
const maxAlerts = 8

// detectAlerts tells the alerts that are active.
func detectAlerts(s *scene, r *report) {
	told := 0
	for _, listed := range s.of("alerts_list") {
		for alert := range listed.root.Member("alerts").Children() {
			if told == maxAlerts {
				return
			}
			if c := alertClaim(s, listed, alert); c != nil {
				r.add(c)
				told++
			}
		}
	}
}

// alertClaim names an alert of Alertmanager by its alertname; nil for one that has
// none, or is not active.
func alertClaim(s *scene, listed *result, alert evidence.Node) *claim {
	labels, state, since := alert.Member("labels"), at(alert, "status", "state"), alert.Member("startsAt")
	name := labels.Member("alertname")
	if !name.Valid() || name.Text() == "" || state.Valid() && state.Text() != "active" {
		return nil
	}
	things := about(labels)
	called := name.Text() + s.question.inBrackets(things)
	text := s.question.say("Alert %s is active.", "告警 %s 处于 active 状态。", called)
	if since.Valid() {
		text = s.question.say("Alert %s is active since %s.", "告警 %s 自 %s 起处于 active 状态。", called, timeOf(since))
	}
	return observed(text).states(listed, name, state, since).states(listed, things...)
}

// aboutLabels are the labels that say which thing a signal is of.
func aboutLabels() []string {
	return []string{"severity", "namespace", "service", "instance", "deployment", "pod", "container", "node", "job"}
}

// about returns at most three of the labels that say which thing a signal is of.
func about(labels evidence.Node) []evidence.Node {
	var found []evidence.Node
	for _, name := range aboutLabels() {
		if label := labels.Member(name); label.Kind() == evidence.KindString && label.Text() != "" && len(found) < 3 {
			found = append(found, label)
		}
	}
	return found
}

// alertTexts returns what the alerts say, the one of the question first.
func (s *scene) alertTexts() []string {
	texts := []string{s.question.alert}
	for _, listed := range s.of("alerts_list") {
		for alert := range listed.root.Member("alerts").Children() {
			texts = append(texts, at(alert, "labels").Raw()+" "+at(alert, "annotations").Raw())
		}
	}
	return texts
}

// alertLabels yields the values of a label of all alerts.
func (s *scene) alertLabels(name string) []string {
	var values []string
	for _, listed := range s.of("alerts_list") {
		for alert := range listed.root.Member("alerts").Children() {
			if value := at(alert, "labels", name); value.Valid() {
				values = append(values, value.Text())
			}
		}
	}
	return values
}

// adviseRunbooks says to read the runbooks that alerts name.
func (s *scene) adviseRunbooks(r *report) {
	for _, listed := range s.of("alerts_list") {
		for alert := range listed.root.Member("alerts").Children() {
			if book := at(alert, "annotations", "runbook"); book.Kind() == evidence.KindString && isName(book.Text()) {
				r.advise(superbiz.RecommendedAction{
					Text: s.question.say("Read the runbook %s, which the alert names.", "阅读告警所指的操作手册 %s。", book.Text()),
					Risk: superbiz.RiskReadOnly, EvidenceBindings: new(claim).states(listed, book).bindings,
				})
			}
		}
	}
}
