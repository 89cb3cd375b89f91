package analyst

import (
	"regexp"

	"github.com/superbizagent/superbizagent/evidence"
)

// maxMetrics is how many metrics of one topic are looked at.
const maxMetrics = 8

// metricsLike returns the names of the listed metrics that match.
func (s *scene) metricsLike(names *regexp.Regexp) []string {
	var found []string
	for _, listed := range s.of("metrics_list") {
		for each := range listed.root.Member("metrics").Children() {
			if name := each.Member("metric").Text(); names.MatchString(name) && len(found) < maxMetrics {
				found = append(found, name)
			}
		}
	}
	return found
}

// series is one series of a metric in a window.
type series struct {
	result *result
	node   evidence.Node
	metric string
}

// seriesOf returns the series that were found of the metrics that match.
func (s *scene) seriesOf(names *regexp.Regexp) []series {
	var found []series
	for _, queried := range s.of("metrics_query") {
		for each := range queried.root.Member("series").Children() {
			if name := each.Member("metric").Text(); names.MatchString(name) {
				found = append(found, series{queried, each, name})
			}
		}
	}
	return found
}

func (s *scene) query(metric string) call {
	return ask("metrics_query", "metric", metric).within(s.question.window)
}

func (one series) first() evidence.Node { return one.node.Member("first") }
func (one series) last() evidence.Node  { return one.node.Member("last") }
func (one series) least() evidence.Node { return one.node.Member("min") }
func (one series) most() evidence.Node  { return one.node.Member("max") }

// labels returns the labels that tell this series from the others of its metric,
// and the thing that it is of.
func (one series) labels() []evidence.Node {
	labels := one.node.Member("labels")
	var telling []evidence.Node
	for label := range labels.Children() {
		if len(telling) < 4 && label.Text() != "" && (one.differs(label.Key()) || isThing(label.Key())) {
			telling = append(telling, label)
		}
	}
	return telling
}

// differs reports whether another series of the same result has another value.
func (one series) differs(name string) bool {
	value := at(one.node, "labels", name).Text()
	for other := range one.node.Parent().Children() {
		if at(other, "labels", name).Text() != value {
			return true
		}
	}
	return false
}

func isThing(name string) bool {
	switch name {
	case "instance", "pod", "container", "node", "mountpoint":
		return true
	}
	return false
}

// called returns how a claim calls the series: its metric and labels.
func (s *scene) called(one series) string { return one.metric + s.question.inBrackets(one.labels()) }

// values returns the values of the points, and false where one is no number.
func (one series) values() ([]float64, bool) {
	points := one.node.Member("points")
	values := make([]float64, 0, points.Len())
	for point := range points.Children() {
		value, ok := numberOf(point.Elem(1))
		if !ok {
			return nil, false
		}
		values = append(values, value)
	}
	return values, len(values) > 0
}

// anyMetric matches every name.
var anyMetric = regexp.MustCompile(``)
