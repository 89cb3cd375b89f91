package bundle

import (
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// lineTime returns the time at which a line of a log was written: a time in a
// JSON line's ts, time, timestamp, @timestamp or t, else one at the head of the line.
func lineTime(line string) (time.Time, bool) {
	line = strings.TrimLeft(line, " \t\ufeff")
	if strings.HasPrefix(line, "{") {
		return jsonTime(line)
	}
	head := strings.TrimLeft(line, "[(<")
	if at, ok := headTime(head); ok {
		return at, true
	}
	// docker compose and kubectl --prefix put a name before the time
	if _, rest, ok := strings.Cut(head[:min(len(head), 120)], " | "); ok {
		return headTime(strings.TrimLeft(rest, "[( "))
	}
	return time.Time{}, false
}

// jsonTime looks at the top-level members of a JSON line. What is no JSON has no time.
func jsonTime(line string) (time.Time, bool) {
	decoder := jsontext.NewDecoder(strings.NewReader(line))
	if _, err := decoder.ReadToken(); err != nil {
		return time.Time{}, false
	}
	for decoder.PeekKind() == '"' {
		name, err := decoder.ReadToken()
		if err != nil {
			return time.Time{}, false
		}
		wanted := isTimeName(name.String())
		value, err := decoder.ReadValue()
		if err != nil {
			return time.Time{}, false
		}
		if wanted {
			if at, ok := parseLogTime(strings.Trim(string(value), `"`)); ok {
				return at, true
			}
		}
	}
	return time.Time{}, false
}

func isTimeName(name string) bool {
	switch name {
	case "ts", "time", "timestamp", "@timestamp", "t", "Timestamp", "eventTime", "datetime":
		return true
	}
	return false
}

// layouts are those of times at the head of a line. A comma before the
// fraction is a point to the time package.
var layouts = []string{
	time.RFC3339,
	"2006-01-02 15:04:05 MST",
	"2006-01-02 15:04:05 -0700",
	"2006-01-02 15:04:05Z07:00",
	"2006-01-02T15:04:05-0700",
	"2006-01-02 15:04:05",
	"2006-01-02T15:04:05",
	"2006/01/02 15:04:05",
	"02/Jan/2006:15:04:05 -0700",
}

// headTime reads the time at the head of a text.
func headTime(text string) (time.Time, bool) {
	if len(text) < len("2006-01-02T15:04:05") || text[0] < '0' || text[0] > '9' {
		return time.Time{}, false
	}
	for _, words := range []int{3, 2, 1} {
		head, ok := firstWords(text, words)
		if !ok {
			continue
		}
		if at, ok := parseLayouts(strings.TrimRight(head, "]):|,;")); ok {
			return at, true
		}
	}
	return time.Time{}, false
}

// maxTime bounds the text of a time.
const maxTime = 48

// firstWords returns the first words of a text, with the single spaces between them.
func firstWords(text string, words int) (string, bool) {
	for i := 0; i < len(text) && i < maxTime; i++ {
		if text[i] == ' ' || text[i] == '\t' {
			if words--; words == 0 {
				return text[:i], true
			}
		}
	}
	return text, words == 1 && len(text) <= maxTime
}

func parseLayouts(text string) (time.Time, bool) {
	if len(text) > maxTime {
		return time.Time{}, false
	}
	for _, layout := range layouts {
		at, err := time.Parse(layout, text)
		if err == nil && isKnownZone(at, layout) {
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

// isKnownZone refuses abbreviations such as CST, which the time package takes
// with an offset of nothing: a wrong instant is worse than none.
func isKnownZone(at time.Time, layout string) bool {
	if !strings.HasSuffix(layout, "MST") {
		return true
	}
	zone, _ := at.Zone()
	return zone == "UTC" || zone == "GMT" || zone == "Z"
}

// parseLogTime reads a time that is a value of its own: a layout or an epoch in
// seconds, milli-, micro- or nanoseconds.
func parseLogTime(text string) (time.Time, bool) {
	if at, ok := parseLayouts(text); ok {
		return at, true
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return time.Time{}, false
	}
	for number >= maxEpochMillis && number < 1e20 {
		number /= 1000
	}
	return fromEpoch(number)
}
