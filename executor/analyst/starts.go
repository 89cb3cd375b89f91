package analyst

import (
	"regexp"
	"time"
)

var (
	startMetric   = regexp.MustCompile(`start_time_seconds$`)
	upMetric      = regexp.MustCompile(`(^|_)up$`)
	restartMetric = regexp.MustCompile(`restarts_total$`)
)

// lookAtStarts tells since when a server runs and whether it was up. A start time
// that is one and the same, and before the window, speaks against a crash in it.
func lookAtStarts(s *scene, r *report, seen *sighting) {
	if len(s.databases()) > 0 {
		r.ask(sqlQuery(sqlStarted).confirming())
	}
	if c := s.startedClaim(); c != nil {
		r.add(c)
	}
	for _, one := range s.seriesOf(startMetric) {
		c := r.add(s.rangeClaim(one))
		if one.least().Member("value").Raw() == one.most().Member("value").Raw() {
			seen.refutes = append(seen.refutes, c)
		} else {
			seen.bears = append(seen.bears, c)
		}
	}
	for _, one := range append(s.seriesOf(upMetric), s.seriesOf(restartMetric)...) {
		c := r.add(s.rangeClaim(one))
		if least, ok := numberOf(one.least().Member("value")); ok && least == 0 && upMetric.MatchString(one.metric) {
			seen.bears = append(seen.bears, c)
		}
	}
}

// startedClaim tells since when the database runs, as it says itself.
func (s *scene) startedClaim() *claim {
	found := s.sql(sqlStarted)
	started := found.cell("started_at")
	if _, err := time.Parse(time.RFC3339, started.Text()); !started.Valid() || err != nil {
		return nil
	}
	return observed(s.question.say("started_at of the database server is %s.", "数据库服务器的 started_at 为 %s。", timeOf(started))).states(found, started)
}
