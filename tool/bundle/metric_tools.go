package bundle

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

const metricsListSchema = `{"type":"object","additionalProperties":false,"properties":{
"name":{"type":"string","description":"only metrics whose name contains this"}}}`

const metricsQuerySchema = `{"type":"object","additionalProperties":false,"required":["metric"],"properties":{
"metric":{"type":"string","description":"the name of the metric, as metrics_list tells it"},
"labels":{"type":"object","additionalProperties":{"type":"string"},"description":"only series with all these labels"},
` + windowProperties + `,
"max_points":{"type":"integer","minimum":1,"maximum":20000,"default":2000,"description":"of each series at most so many points, the latest"}}}`

func (b *Bundle) metricTools() []tool.Tool {
	if b.metrics == nil {
		return nil
	}
	return []tool.Tool{
		b.newTool("metrics_list", superbiz.SourceObserved, metricsListSchema,
			"Lists the metrics that were saved, with their labels and the time they cover.", b.listMetrics),
		b.newTool("metrics_query", superbiz.SourceObserved, metricsQuerySchema,
			"Returns the series of a metric in a window: first, last, least and greatest value with their times, and the points.", b.queryMetric),
	}
}

// metricSummary is one element of metrics_list.
type metricSummary struct {
	Metric  string              `json:"metric"`
	Series  int                 `json:"series"`
	Samples int                 `json:"samples"`
	Labels  map[string][]string `json:"labels"`
	From    string              `json:"from"`
	To      string              `json:"to"`
}

// maxLabelValues is how many values of a label metrics_list shows.
const maxLabelValues = 50

func (b *Bundle) listMetrics(_ context.Context, text json.RawMessage) (tool.Result, error) {
	var arguments struct {
		Name string `json:"name"`
	}
	if err := decodeArguments(text, &arguments); err != nil {
		return tool.Result{}, err
	}
	var listed []metricSummary
	for _, name := range slices.Sorted(maps.Keys(b.metrics.byName)) {
		if strings.Contains(name, arguments.Name) {
			listed = append(listed, summarize(name, b.metrics.byName[name]))
		}
	}
	elements, err := rawElements(listed)
	if err != nil {
		return tool.Result{}, err
	}
	answer := listing{key: "metrics", elements: elements, scope: b.scope(nil)}
	return answer.result()
}

func summarize(name string, all []*series) metricSummary {
	summary := metricSummary{Metric: name, Series: len(all), Labels: map[string][]string{}}
	var first, last time.Time
	values := map[string]map[string]bool{}
	for _, one := range all {
		summary.Samples += len(one.points)
		first, last = earlier(first, one.points[0].at), later(last, one.points[len(one.points)-1].at)
		for label, value := range one.labels {
			if values[label] == nil {
				values[label] = map[string]bool{}
			}
			values[label][value] = true
		}
	}
	for label, seen := range values {
		sorted := slices.Sorted(maps.Keys(seen))
		summary.Labels[label] = sorted[:min(len(sorted), maxLabelValues)]
	}
	summary.From, summary.To = written(first), written(last)
	return summary
}

type metricArguments struct {
	Metric    string            `json:"metric"`
	Labels    map[string]string `json:"labels"`
	From      string            `json:"from"`
	To        string            `json:"to"`
	MaxPoints int               `json:"max_points"`
}

func (b *Bundle) queryMetric(_ context.Context, text json.RawMessage) (tool.Result, error) {
	arguments := metricArguments{MaxPoints: 2000}
	if err := decodeArguments(text, &arguments); err != nil {
		return tool.Result{}, err
	}
	all, err := b.metrics.named(arguments)
	if err != nil {
		return tool.Result{}, err
	}
	window, err := asked{arguments.From, arguments.To}.within(covering(b.Incident.Window(), b.metrics.first, b.metrics.last))
	if err != nil {
		return tool.Result{}, err
	}
	answer := listing{key: "series", window: stated(window), scope: b.scope(arguments.Labels)}
	var found []foundSeries
	for _, one := range all {
		if points := one.within(window); hasLabels(one.labels, arguments.Labels) && len(points) > 0 {
			found = append(found, one.found(points, arguments.MaxPoints))
			answer.truncated = answer.truncated || len(points) > arguments.MaxPoints
		}
	}
	if answer.elements, err = rawElements(found); err != nil {
		return tool.Result{}, err
	}
	return answer.result()
}

// named returns the series of a metric. A metric, label or value that was not
// saved at all says nothing about the system: that is a failure, not an absence.
func (m *metrics) named(arguments metricArguments) ([]*series, error) {
	all := m.byName[arguments.Metric]
	if all == nil {
		return nil, tool.Fail(tool.CodeNotRecorded, "no metric %s was saved; saved were %s", quoted(arguments.Metric), some(slices.Sorted(maps.Keys(m.byName))))
	}
	for name, value := range arguments.Labels {
		values := map[string]bool{}
		for _, one := range all {
			values[one.labels[name]] = true
		}
		if !values[value] {
			delete(values, "")
			return nil, tool.Fail(tool.CodeNotRecorded, "no series of %s with %s=%s was saved; saved values of %s: %s",
				quoted(arguments.Metric), cut(name, 60), quoted(value), cut(name, 60), some(slices.Sorted(maps.Keys(values))))
		}
	}
	return all, nil
}

func some(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	const most = 30
	text := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		text += ", …"
	}
	return text
}

// foundSeries is one element of metrics_query. Only what the source holds stands
// in it; first, last, min and max are points, picked out.
type foundSeries struct {
	Metric string            `json:"metric"`
	Labels map[string]string `json:"labels"`
	Count  int               `json:"count"` // of the points in the window
	First  foundPoint        `json:"first"`
	Last   foundPoint        `json:"last"`
	Min    *foundPoint       `json:"min,omitempty"`
	Max    *foundPoint       `json:"max,omitempty"`
	Points [][2]any          `json:"points"` // [time, value]
}

type foundPoint struct {
	At    string         `json:"at"`
	Value jsontext.Value `json:"value"`
}

// within returns the points of a window.
func (s *series) within(window superbiz.Window) []point {
	from, _ := slices.BinarySearchFunc(s.points, window.From, func(p point, at time.Time) int { return p.at.Compare(at) })
	to := from
	for to < len(s.points) && contains(window, s.points[to].at) {
		to++
	}
	return s.points[from:to]
}

func (s *series) found(points []point, most int) foundSeries {
	found := foundSeries{
		Metric: s.metric, Labels: s.labels, Count: len(points),
		First: points[0].found(), Last: points[len(points)-1].found(),
	}
	least, greatest := -1, -1
	for i, each := range points {
		if math.IsNaN(each.value) {
			continue
		}
		if least < 0 || each.value < points[least].value {
			least = i
		}
		if greatest < 0 || each.value > points[greatest].value {
			greatest = i
		}
	}
	if least >= 0 {
		low, high := points[least].found(), points[greatest].found()
		found.Min, found.Max = &low, &high
	}
	points = points[max(0, len(points)-most):]
	found.Points = make([][2]any, len(points))
	for i, each := range points {
		found.Points[i] = [2]any{written(each.at), each.json()}
	}
	return found
}

func (p point) found() foundPoint { return foundPoint{At: written(p.at), Value: p.json()} }

// json writes the value as it was written, where JSON can; NaN and Inf are text.
func (p point) json() jsontext.Value {
	literal := jsontext.Value(p.literal)
	if literal.IsValid() && literal.Kind() == '0' {
		return literal
	}
	if math.IsNaN(p.value) || math.IsInf(p.value, 0) {
		return jsontext.Value(`"` + strings.Trim(p.literal, ` "\`) + `"`)
	}
	return jsontext.Value(jsontext.Float(p.value).String())
}
