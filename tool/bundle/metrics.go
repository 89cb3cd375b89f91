package bundle

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// metrics are the series of all files of metrics/, by metric name.
type metrics struct {
	byName      map[string][]*series
	byKey       map[string]*series
	first, last time.Time
}

// series is one time series. Its points are in the order of time.
type series struct {
	metric string
	labels map[string]string
	points []point
}

// point is a sample; literal is its value as it was written.
type point struct {
	at      time.Time
	value   float64
	literal string
}

func (b *Bundle) readMetrics() error {
	found := &metrics{byName: map[string][]*series{}, byKey: map[string]*series{}}
	files := 0
	for _, name := range b.files.below("metrics") {
		var err error
		switch path.Ext(name) {
		case ".csv":
			err = found.readCSV(name, b.files.text[name])
		case ".om", ".prom", ".txt":
			err = found.readOpenMetrics(name, b.files.text[name])
		default:
			continue
		}
		if err != nil {
			return err
		}
		files++
	}
	if files == 0 {
		return nil
	}
	found.sort()
	b.metrics = found
	return nil
}

// add keeps one sample.
func (m *metrics) add(metric string, labels map[string]string, at point) {
	key := keyOf(metric, labels)
	one := m.byKey[key]
	if one == nil {
		one = &series{metric: metric, labels: labels}
		m.byKey[key] = one
		m.byName[metric] = append(m.byName[metric], one)
	}
	one.points = append(one.points, at)
	if m.first.IsZero() || at.at.Before(m.first) {
		m.first = at.at
	}
	if at.at.After(m.last) {
		m.last = at.at
	}
}

func keyOf(metric string, labels map[string]string) string {
	var key strings.Builder
	key.WriteString(metric)
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		key.WriteString("\x00" + name + "\x01" + labels[name])
	}
	return key.String()
}

// sort brings series and points into an order that does not depend on the files.
func (m *metrics) sort() {
	for _, all := range m.byName {
		slices.SortFunc(all, func(a, b *series) int { return compare(keyOf(a.metric, a.labels), keyOf(b.metric, b.labels)) })
		for _, one := range all {
			slices.SortStableFunc(one.points, func(a, b point) int { return a.at.Compare(b.at) })
		}
	}
	m.byKey = nil
}

// parseSampleTime reads RFC 3339, "2006-01-02 15:04:05" in UTC, or an epoch in
// seconds or milliseconds.
func parseSampleTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05", "2006-01-02T15:04:05"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC(), true
		}
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return time.Time{}, false
	}
	return fromEpoch(seconds)
}

// The epochs that are taken for a time: seconds up to the year 2286, and
// milliseconds beyond.
const (
	maxEpochSeconds = 1e10
	maxEpochMillis  = 1e13
)

func fromEpoch(number float64) (time.Time, bool) {
	switch {
	case number > 0 && number < maxEpochSeconds:
		whole, fraction := int64(number), number-float64(int64(number))
		return time.Unix(whole, int64(fraction*1e3+0.5)*1e6).UTC(), true
	case number >= maxEpochSeconds && number < maxEpochMillis:
		return time.UnixMilli(int64(number)).UTC(), true
	}
	return time.Time{}, false
}

func parseSampleValue(text string) (float64, bool) {
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil && !strings.ContainsAny(text, "xXpP_")
}
