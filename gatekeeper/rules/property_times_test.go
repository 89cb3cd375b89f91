package rules_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
)

// clock is how a time is written.
type clock struct {
	layout string
	zone   *time.Location
}

const (
	epochSeconds = "epoch seconds"
	epochMillis  = "epoch milliseconds"
)

func (c clock) write(at time.Time) string {
	switch at = at.In(c.zone); c.layout {
	case epochSeconds:
		return strconv.FormatInt(at.Unix(), 10)
	case epochMillis:
		return strconv.FormatInt(at.UnixMilli(), 10)
	}
	return at.Format(c.layout)
}

var shanghai = time.FixedZone("CST", 8*3600)

// shownClocks are how outputs write times, with how claims may then say them.
var shownClocks = []struct {
	clock
	said []clock
}{
	{clock{time.RFC3339, time.UTC}, append(dated, ofDay...)},
	{clock{"2006-01-02T15:04:05.000Z07:00", time.UTC}, append(dated, ofDay...)},
	{clock{time.RFC3339, shanghai}, append(dated, ofDay...)},
	{clock{epochSeconds, time.UTC}, append(dated, ofDay...)},
	{clock{epochMillis, time.UTC}, append(dated, ofDay...)},
	{clock{"2006-01-02 15:04:05", time.UTC}, ofDay},
	{clock{"Jan _2 15:04:05", time.UTC}, []clock{{"Jan _2 15:04:05", time.UTC}, {"Jan 2 15:04", time.UTC}, {"15:04:05", time.UTC}, {"15:04", time.UTC}}},
}

// dated spellings name the day and the zone, ofDay ones leave one of them out.
var (
	dated = []clock{
		{time.RFC3339, time.UTC}, {time.RFC3339, shanghai}, {"2006-01-02 15:04:05 UTC", time.UTC}, {"2006-01-02T15:04Z07:00", time.UTC},
		{"2006-01-02 15:04:05-07:00", shanghai}, {"January 2, 2006 15:04:05 UTC", time.UTC}, {epochSeconds, time.UTC},
	}
	ofDay = []clock{
		{"15:04:05 UTC", time.UTC}, {"15:04 UTC", time.UTC}, {"15:04:05", time.UTC}, {"15:04", time.UTC}, {"2006-01-02 15:04:05", time.UTC},
		{"2006-01-02 15:04", time.UTC}, {"2006年1月2日 15:04:05", time.UTC}, {"2006年1月2日15点04分", time.UTC},
	}
)

// timed is an output that shows times of pods, and one of them as a claim says it.
type timed struct {
	times  []time.Time
	shown  clock
	said   clock
	pods   []string
	output string
	format string
}

func drawTimes(t *rapid.T) timed {
	kind := rapid.SampledFrom(shownClocks).Draw(t, "clock")
	d := timed{shown: kind.clock, said: rapid.SampledFrom(kind.said).Draw(t, "said"), pods: podNames[:rapid.IntRange(1, 3).Draw(t, "pods")]}
	start := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for range d.pods {
		d.times = append(d.times, start.Add(time.Duration(rapid.IntRange(0, 250*86400).Draw(t, "seconds"))*time.Second))
	}
	formats := []string{"Pod %s was last seen at %s.", "Pod %s 最后一次出现于 %s。", "pod %s最后出现的时间为%s"}
	shape := rapid.SampledFrom([]string{"objects", "log lines", "table"}).Draw(t, "shape")
	if shape != "log lines" { // which have no such key
		formats = append(formats, "%s: last_seen %s")
	}
	d.format = rapid.SampledFrom(formats).Draw(t, "sentence")
	d.output = d.show(t, shape)
	return d
}

func (d timed) show(t *rapid.T, shape string) string {
	var text []string
	if shape == "table" {
		text = append(text, "NAME                          PHASE     LAST_SEEN")
	}
	var all []any
	for i, name := range d.pods {
		at := d.shown.write(d.times[i])
		switch shape {
		case "table":
			text = append(text, fmt.Sprintf("%-28s  Running   %s", name, at))
		case "log lines":
			text = append(text, fmt.Sprintf("%s pod %s was seen", at, name))
		case "objects":
			value := any(at)
			if strings.HasPrefix(d.shown.layout, "epoch") {
				value = json.Number(at)
			}
			all = append(all, map[string]any{"pod": name, "last_seen": value})
		}
	}
	value := lines(text)
	if all != nil {
		value = map[string]any{"items": all}
	}
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// shows reports whether a text says a time of the output in some way.
func (d timed) shows(text string) bool {
	said, err := time.Parse(d.said.layout, text)
	for _, at := range d.times {
		if err == nil && said.Equal(at) {
			return true
		}
		for _, zone := range []*time.Location{time.UTC, d.shown.zone, d.said.zone} {
			for _, rounding := range []time.Duration{0, 30 * time.Second} {
				if (clock{d.said.layout, zone}).write(at.Add(rounding)) == text {
					return true
				}
			}
		}
	}
	return strings.Contains(d.output, text)
}

// TestEverySpellingOfATimeIsAccepted: a time said in another zone, as an epoch, without
// its date or its seconds, in Chinese, is the same time.
func TestEverySpellingOfATimeIsAccepted(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		d := drawTimes(t)
		text := fmt.Sprintf(d.format, d.pods[0], d.said.write(d.times[0]))
		if ok, why := accepts(t, gate, d.output, text); !ok {
			t.Fatalf("refused: %s\nof %s\n%s", text, d.output, why)
		}
	})
}

// TestEveryOtherDigitOfATimeIsRefused: a time with one digit changed is refused, unless
// it is the time of something else.
func TestEveryOtherDigitOfATimeIsRefused(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		d := drawTimes(t)
		for _, changed := range changes(d.said.write(d.times[0])) {
			text := fmt.Sprintf(d.format, d.pods[0], changed)
			if d.shows(changed) {
				continue
			}
			if ok, _ := accepts(t, gate, d.output, text); ok {
				t.Fatalf("accepted: %s, where it is %s\nof %s", text, d.said.write(d.times[0]), d.output)
			}
		}
	})
}

// TestBothEndsOfARangeAreRead: each of the two times of a range must stand.
func TestBothEndsOfARangeAreRead(t *testing.T) {
	gate := gatekeeper.New(rules.Catalogue())
	rapid.Check(t, func(t *rapid.T) {
		d := drawTimes(t)
		d.said = rapid.SampledFrom([]clock{{"15:04", time.UTC}, {"15:04:05", time.UTC}}).Draw(t, "said")
		format := rapid.SampledFrom([]string{
			"Pods were seen between %s and %s UTC.", "Pods were seen from %s to %s.", "Pods were seen %s-%s UTC.", "在 %s 到 %s 之间出现了容器组。",
		}).Draw(t, "range")
		from, to := d.said.write(d.times[0]), d.said.write(d.times[len(d.times)-1])
		if ok, why := accepts(t, gate, d.output, fmt.Sprintf(format, from, to)); !ok {
			t.Fatalf("refused: "+format+"\nof %s\n%s", from, to, d.output, why)
		}
		for _, changed := range changes(to) {
			if d.shows(changed) {
				continue
			}
			for _, text := range []string{fmt.Sprintf(format, from, changed), fmt.Sprintf(format, changed, to)} {
				if ok, _ := accepts(t, gate, d.output, text); ok {
					t.Fatalf("accepted: %s\nof %s", text, d.output)
				}
			}
		}
	})
}
