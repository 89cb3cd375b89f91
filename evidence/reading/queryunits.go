package reading

import (
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// queryUnits returns the units that the names of metrics in the call's arguments
// give: a query that aggregates a metric returns its samples without its name.
func (v *view) queryUnits() []quantity.Unit {
	v.queryOnce.Do(func() {
		if v.source == nil {
			return
		}
		if doc := v.callView().shown().doc; doc != nil {
			for i := range doc.Len() {
				if n := doc.At(i); n.Kind() == evidence.KindString {
					v.query = appendUnits(v.query, n.Text())
				}
			}
		}
	})
	return v.query
}

// maxQueryUnits bounds the units that one call's arguments give.
const maxQueryUnits = 4

func appendUnits(units []quantity.Unit, query string) []quantity.Unit {
	isRate := strings.Contains(query, "rate(")
	if isRate && len(units) < maxQueryUnits {
		units = append(units, quantity.PerSecond)
	}
	for _, w := range wordsIn(query) {
		u, ok := quantity.UnitOfKey(w)
		if !ok || u == quantity.None || !strings.Contains(w, "_") || len(units) >= maxQueryUnits {
			continue
		}
		units = append(units, u)
		if isRate && u.Dimension() == quantity.Time && strings.Contains(w, "cpu") {
			units = append(units, quantity.Core) // seconds of CPU a second
		}
		if perSecond, ok := quantity.ParseUnit(u.String() + "/s"); ok && isRate {
			units = append(units, perSecond)
		}
	}
	return units
}

// isSample reports whether a line of JSON holds the [time, value] of a sample.
func (p *page) isSample(i int) bool {
	start, end := p.lineSpan(i)
	sample := strings.TrimSuffix(p.text[start:end], ",") // others follow
	return strings.HasSuffix(sample, "]") && len(sample) < maxUnitName && strings.IndexByte(sample, '[') >= 0
}
