package analyst

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// maxShifts is how many changes of metrics are told.
const maxShifts = 3

// minPoints is how many points a level needs.
const minPoints = 6

// detectLevelShifts tells which metrics went to another level, from what baseline,
// when, and by how much.
func detectLevelShifts(s *scene, r *report) {
	var shifts []shift
	for _, one := range s.seriesOf(anyMetric) {
		if found, ok := shiftOf(one); ok {
			shifts = append(shifts, found)
		}
	}
	slices.SortStableFunc(shifts, func(a, b shift) int { return cmp.Compare(b.size, a.size) })
	for _, found := range shifts[:min(len(shifts), maxShifts)] {
		r.add(s.shiftClaim(found))
	}
}

// shift is a change of a series from one level to another. Its indexes are of
// points of the series.
type shift struct {
	series
	baseline int     // the last point on the old level with its median value
	reached  int     // the first point with the extreme value of the new level
	from, to float64 // their values
	size     float64 // how large, seen from the baseline
}

// shiftOf finds the split of the points into two levels that lie furthest apart;
// none is one whose levels overlap. The method is the cumulative sum of the
// distances from the mean, whose largest excursion marks the change.
func shiftOf(one series) (shift, bool) {
	values, ok := one.values()
	if !ok || len(values) < minPoints || isCounter(one.metric) {
		return shift{}, false
	}
	split := splitOf(values)
	before, after := values[:split], values[split:]
	if len(before) < 2 || len(after) < 2 {
		return shift{}, false
	}
	old, new := median(before), median(after)
	spread := slices.Max(before) - slices.Min(before)
	if math.Abs(new-old) <= 2*spread || math.Abs(new-old) < 0.2*math.Abs(old) || new == old {
		return shift{}, false
	}
	found := shift{series: one, from: old, size: math.Abs(new-old) / math.Max(math.Abs(old), 1)}
	found.baseline = lastIndex(before, old)
	found.to = slices.Max(after)
	if new < old {
		found.to = slices.Min(after)
	}
	found.reached = split + slices.Index(after, found.to)
	return found, found.baseline >= 0
}

func isCounter(metric string) bool {
	for _, ending := range []string{"_total", "_bucket", "_sum", "_created"} {
		if strings.HasSuffix(metric, ending) {
			return true
		}
	}
	return false
}

// splitOf returns the index at which the second level begins.
func splitOf(values []float64) int {
	mean := 0.0
	for _, value := range values {
		mean += value / float64(len(values))
	}
	split, sum, largest := 0, 0.0, 0.0
	for i, value := range values {
		if sum += value - mean; math.Abs(sum) > largest {
			split, largest = i+1, math.Abs(sum)
		}
	}
	return split
}

// median returns a value that stands among the values.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)/2]
}

func lastIndex(values []float64, wanted float64) int {
	for i, value := range slices.Backward(values) {
		if value == wanted {
			return i
		}
	}
	return -1
}

// shiftClaim tells a shift, and by how much where the baseline is not nothing.
func (s *scene) shiftClaim(found shift) *claim {
	points := found.node.Member("points")
	baseline, reached := points.Elem(found.baseline), points.Elem(found.reached)
	by, percent := "", 0.0
	if found.from != 0 {
		percent = 100 * (found.to - found.from) / found.from
		by = fmt.Sprintf(" (%+.0f %%)", percent)
	}
	inEnglish, inChinese := "%s was %s at %s and rose to %s at %s%s.", "%[1]s 在 %[3]s 时为 %[2]s，到 %[5]s 时升至 %[4]s%[6]s。"
	if found.to < found.from {
		inEnglish, inChinese = "%s was %s at %s and fell to %s at %s%s.", "%[1]s 在 %[3]s 时为 %[2]s，到 %[5]s 时降至 %[4]s%[6]s。"
	}
	value := baseline.Elem(1)
	text := s.question.say(inEnglish, inChinese,
		s.called(found.series), value.Text(), timeOf(baseline.Elem(0)), reached.Elem(1).Text(), timeOf(reached.Elem(0)), by)
	made := observed(text).states(found.result, reached.Elem(1), reached.Elem(0), value, baseline.Elem(0)).
		states(found.result, found.node.Member("metric")).states(found.result, found.labels()...).from(reached.Elem(0))
	if by != "" {
		made.derives(fmt.Sprintf("%.0f", percent), "%", "percent_change",
			operand{found.result, value}, operand{found.result, reached.Elem(1)})
	}
	return made
}
