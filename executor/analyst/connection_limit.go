package analyst

import (
	"regexp"
	"strconv"

	superbiz "github.com/superbizagent/superbizagent"
)

// limit is how many connections ordinary clients may open.
type limit struct {
	claim         *claim
	most, kept    operand
	forClients    float64
	hasForClients bool
}

// limitClaim tells the limit, as the database or else its metrics state it.
func (s *scene) limitClaim(r *report) limit {
	found := limit{
		most: s.setting(sqlMaxConnections, "max_connections", maxConnectionsMetric),
		kept: s.setting(sqlReserved, "superuser_reserved_connections", reservedMetric),
	}
	most, ok := numberOf(found.most.node)
	if !ok {
		return limit{}
	}
	kept, ok := numberOf(found.kept.node)
	if !ok {
		found.forClients, found.hasForClients = most, true
		found.claim = r.add(observed(s.question.say("max_connections is %s.", "max_connections 为 %s。", found.most.node.Text())).
			states(found.most.result, found.most.node))
		return found
	}
	found.forClients, found.hasForClients = most-kept, true
	left := strconv.FormatFloat(found.forClients, 'f', -1, 64)
	text := s.question.say("max_connections is %s and superuser_reserved_connections is %s, which leaves %s connections to ordinary clients.",
		"max_connections 为 %s，superuser_reserved_connections 为 %s，普通客户端可用的连接数为 %s。", found.most.node.Text(), found.kept.node.Text(), left)
	found.claim = r.add(observed(text).states(found.most.result, found.most.node).states(found.kept.result, found.kept.node).
		derives(left, "", superbiz.DeriveDifference, found.most, found.kept))
	return found
}

var (
	maxConnectionsMetric = regexp.MustCompile(`(^|_)max_connections$`)
	reservedMetric       = regexp.MustCompile(`superuser_reserved_connections$`)
	usedMetric           = regexp.MustCompile(`(^|_)connections_(used|in_use|open|active|current)$|threads_connected$`)
)

// setting returns a setting as a query returned it, or else the last value of the
// only series of a metric.
func (s *scene) setting(query, column string, metric *regexp.Regexp) operand {
	if found := s.sql(query); found != nil && found.cell(column).Valid() {
		return operand{found, found.cell(column)}
	}
	if all := s.seriesOf(metric); len(all) == 1 {
		return operand{all[0].result, all[0].last().Member("value")}
	}
	return operand{}
}

// usedClaim tells how many connections were used at most, and whether those are as
// many as ordinary clients may open.
func (s *scene) usedClaim(r *report, limit limit) (*claim, bool) {
	all := s.seriesOf(usedMetric)
	if len(all) != 1 {
		return nil, false
	}
	one := all[0]
	most, ok := numberOf(one.most().Member("value"))
	if !ok {
		return nil, false
	}
	full := limit.hasForClients && most >= limit.forClients
	if shift, ok := shiftOf(one); ok {
		return r.add(s.shiftClaim(shift)), full
	}
	return r.add(s.rangeClaim(one)), full
}
