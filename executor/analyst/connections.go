package analyst

import (
	"regexp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// detectConnections sees a database whose connections are used up: how many there
// may be, how many there are, who holds them, and whom it refused.
func detectConnections(s *scene, r *report) {
	topic := connectionTopic()
	if !s.suspects(topic) {
		return
	}
	askConnections(s, r, topic)
	limit := s.limitClaim(r)
	used, full := s.usedClaim(r, limit)
	holder := s.holderClaim(r)
	refused := s.refusedClaims(r, topic)
	if limit.claim == nil && used == nil && holder.claim == nil && len(refused) == 0 {
		return
	}
	release := s.releaseClaim(r, holder, refused)
	h := &hypothesis{status: superbiz.HypothesisOpen, weight: 50 + len(refused)}
	if name := s.databaseName(topic); name != "" {
		h.code, h.object = topic.code, "app/"+name
	}
	if full || len(refused) > 0 {
		h.status, h.weight = superbiz.HypothesisSupported, h.weight+50
	} else if !s.asksFor(topic) {
		return
	}
	for _, c := range append([]*claim{used, limit.claim, holder.claim, release.claim}, refused...) {
		if c != nil {
			h.supported = append(h.supported, c)
		}
	}
	h.text = s.exhaustionText(holder, release, h.status)
	r.suspect(h)
	if h.status == superbiz.HypothesisSupported {
		adviseConnections(s, r, holder, release)
	}
}

func askConnections(s *scene, r *report, t topic) {
	r.ask(sqlQuery(sqlMaxConnections).confirming())
	r.ask(sqlQuery(sqlReserved).confirming())
	for _, database := range s.databases() {
		r.ask(sqlQuery(sqlClients(database)).confirming())
	}
	for _, metric := range s.metricsLike(t.metrics) {
		r.ask(s.query(metric).confirming())
	}
	for _, service := range s.services() {
		r.ask(s.search(service, "regexp", t.lines).confirming())
	}
}

// holder is the client that holds the most connections.
type holder struct {
	claim *claim
	name  string
	count string
	state string
}

// holderClaim tells who holds the most connections, in which state.
func (s *scene) holderClaim(r *report) holder {
	found := s.mostClients()
	name, count, state := found.cell("application_name"), found.cell("connections"), found.cell("state")
	if !count.Valid() || name.Text() == "" || state.Text() == "" {
		return holder{}
	}
	made := holder{name: name.Text(), count: count.Text(), state: state.Text()}
	oldest := found.cell("oldest_transaction_seconds")
	if oldest.Kind() != evidence.KindNumber {
		text := s.question.say("%s connections of %s are in state %s.", "%[2]s 有 %[1]s 个连接（connections）处于 %[3]s 状态。", made.count, made.name, quoted(made.state))
		made.claim = r.add(observed(text).states(found, count, name, state))
		return made
	}
	text := s.question.say("%s connections of %s are in state %s; its oldest transaction is %s s old.",
		"%[2]s 有 %[1]s 个连接（connections）处于 %[3]s 状态，其最早的事务已持续 %[4]s s。", made.count, made.name, quoted(made.state), oldest.Text())
	made.claim = r.add(observed(text).states(found, count, name, state, oldest))
	return made
}

// mostClients returns the result about the database of which one client holds the
// most connections, or nil.
func (s *scene) mostClients() *result {
	var most *result
	held := 0.0
	for _, database := range s.databases() {
		found := s.sql(sqlClients(database))
		if count, ok := numberOf(found.cell("connections")); ok && count > held {
			most, held = found, count
		}
	}
	return most
}

// refusedClaims tells the log lines that report refused connections.
func (s *scene) refusedClaims(r *report, t topic) []*claim {
	var claims []*claim
	for _, errors := range s.of("logs_errors") {
		for _, kind := range kindsOf(errors) {
			found := s.searched(errors.args["service"], "pattern", kind.pattern)
			if found != nil && found.data() && regexp.MustCompile(t.lines).MatchString(kind.pattern) {
				claims = append(claims, r.add(s.linesClaim(found, kind.pattern)))
			}
		}
	}
	return claims
}

// databaseName is what the database is called: the service of the alert, of the
// metric, or of the question's scope.
func (s *scene) databaseName(t topic) string {
	var names []string
	for _, listed := range s.of("alerts_list") {
		for alert := range listed.root.Member("alerts").Children() {
			if t.asked.MatchString(splitWords(at(alert, "labels", "alertname").Text())) {
				names = append(names, at(alert, "labels", "service").Text())
			}
		}
	}
	for _, one := range s.seriesOf(usedMetric) {
		names = append(names, at(one.node, "labels", "service").Text())
	}
	for _, name := range append(names, s.question.scope.Service) {
		if isName(name) {
			return name
		}
	}
	return ""
}
