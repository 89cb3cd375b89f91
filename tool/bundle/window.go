package bundle

import (
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

// asked is the window that arguments ask for.
type asked struct {
	From string `json:"from"`
	To   string `json:"to"`
}

const windowProperties = `"from":{"type":"string","description":"RFC 3339 time, included; absent: the incident's start"},
"to":{"type":"string","description":"RFC 3339 time, included; absent: the incident's end"}`

// within returns the window that can be searched: what was asked, as far as the
// saved window goes. Nothing in common is a failure: of another time nothing was saved.
func (a asked) within(saved superbiz.Window) (superbiz.Window, error) {
	from, err := a.time("from", a.From)
	if err != nil {
		return saved, err
	}
	to, err := a.time("to", a.To)
	if err != nil {
		return saved, err
	}
	if !from.IsZero() && !to.IsZero() && to.Before(from) {
		return saved, tool.Fail(tool.CodeBadArguments, "to (%s) is before from (%s)", a.To, a.From)
	}
	window := superbiz.Window{From: later(from, saved.From), To: earlier(to, saved.To)}
	if !window.From.IsZero() && !window.To.IsZero() && window.To.Before(window.From) {
		return saved, tool.Fail(tool.CodeNotRecorded, "nothing was saved of that time: the incident was saved from %s to %s", written(saved.From), written(saved.To))
	}
	return window, nil
}

func (asked) time(name, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, tool.Fail(tool.CodeBadArguments, "%s is %q: write an RFC 3339 time, such as 2026-05-06T21:39:00Z", name, cut(text, 60))
	}
	return at.UTC(), nil
}

func later(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.After(a) {
		return b
	}
	return a
}

func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// contains says whether a time is in a window; an end that is zero is open.
func contains(window superbiz.Window, at time.Time) bool {
	return !at.Before(window.From) && (window.To.IsZero() || !at.After(window.To))
}

// covering returns the window of the incident, or, where it states none, the
// span of the data.
func covering(incident superbiz.Window, first, last time.Time) superbiz.Window {
	if incident.From.IsZero() {
		incident.From = first
	}
	if incident.To.IsZero() {
		incident.To = last
	}
	return incident
}

func stated(window superbiz.Window) *superbiz.Window {
	if window.From.IsZero() && window.To.IsZero() {
		return nil
	}
	return &window
}

func written(at time.Time) string {
	if at.IsZero() {
		return "an unknown time"
	}
	return at.UTC().Format(time.RFC3339Nano)
}
