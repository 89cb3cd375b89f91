// Package searched tells what a recorded call searched: over which time, and about
// which subject. A claim may not say more.
package searched

import (
	"slices"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// Names of arguments that bound a search in time.
var (
	fromNames = []string{"from", "start", "since", "begin", "start_time", "startTime", "from_time", "since_time", "sinceTime"}
	toNames   = []string{"to", "end", "until", "end_time", "endTime", "to_time"}
)

// Window returns the time that a call searched: what its adapter recorded or, without
// that, what its arguments say in times. An end that is not stated is zero. It returns
// false where neither end is known.
func Window(s *evidence.Source) (superbiz.Window, bool) {
	if w := s.Invocation.RetrievalDetails.Window; w != nil && (!w.From.IsZero() || !w.To.IsZero()) {
		return *w, true
	}
	doc, err := evidence.Decode(s.Invocation.Arguments, evidence.MaxOutputDepth)
	if err != nil {
		return superbiz.Window{}, false
	}
	var w superbiz.Window
	for n := range doc.Root().Children() {
		at, ok := instant(n.Text())
		switch {
		case !ok:
		case slices.Contains(fromNames, n.Key()):
			w.From = at
		case slices.Contains(toNames, n.Key()):
			w.To = at
		}
	}
	return w, !w.From.IsZero() || !w.To.IsZero()
}

// instant reads an argument that is wholly a time or an epoch.
func instant(text string) (time.Time, bool) {
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return at, true // with its zone
	}
	t, ok := quantity.Parse(text)
	if !ok {
		return time.Time{}, false
	}
	if epoch, ok := t.Epoch(); ok {
		t = epoch
	}
	return t.Instant()
}

// Windows returns the windows of some calls, or none when one of them states none:
// then it is not known what they searched together.
func Windows(sources []*evidence.Source) []superbiz.Window {
	var out []superbiz.Window
	for _, s := range sources {
		w, ok := Window(s)
		if !ok {
			return nil
		}
		out = append(out, w)
	}
	return out
}

// OutsideAll reports whether a stated time is outside every one of some windows.
func OutsideAll(t quantity.Token, windows []superbiz.Window) bool {
	return !slices.ContainsFunc(windows, func(w superbiz.Window) bool { return !Outside(t, w) })
}

// Describe renders windows for a message, the first three.
func Describe(windows []superbiz.Window) string {
	var out []string
	for _, w := range windows {
		if text := end(w.From) + " to " + end(w.To); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return evidence.List(out, 3)
}

func end(at time.Time) string {
	if at.IsZero() {
		return "an open end"
	}
	return at.Format(time.RFC3339)
}

// Outside reports whether a stated time is certainly outside a window, at the
// precision stated. A time without a zone is inside when it is in UTC or in the zone
// of the window; one without a date when it is on any day of the window.
func Outside(t quantity.Token, w superbiz.Window) bool {
	if t.Kind() != quantity.Moment {
		return false
	}
	length := seconds(t.Step())
	slack := time.Duration(0)
	if t.Hedged() {
		slack = length
	}
	if !t.HasClock() {
		slack += maxOffset // the day of some zone
	}
	for _, at := range candidates(t, w) {
		if (w.To.IsZero() || !at.Add(-slack).After(w.To)) && (w.From.IsZero() || at.Add(length+slack).After(w.From)) {
			return false
		}
	}
	return true
}

// maxOffset is the largest offset of a zone from UTC.
const maxOffset = 14 * time.Hour

// candidates returns the instants that a time may be.
func candidates(t quantity.Token, w superbiz.Window) []time.Time {
	var out []time.Time
	for _, at := range dates(t, w) {
		out = append(out, at)
		if t.HasZone() {
			continue
		}
		for _, end := range []time.Time{w.From, w.To} {
			if _, offset := end.Zone(); offset != 0 {
				out = append(out, at.Add(-time.Duration(offset)*time.Second))
			}
		}
	}
	return out
}

// dates returns a time on each day on which it may be.
func dates(t quantity.Token, w superbiz.Window) []time.Time {
	if at, ok := t.Instant(); ok {
		return []time.Time{at}
	}
	first, last := w.From.UTC(), w.To.UTC()
	if w.From.IsZero() {
		first = last
	}
	if w.To.IsZero() {
		last = first
	}
	at := time.Unix(0, 0).UTC().Add(seconds(t.Rat()))
	if t.HasDate() { // and no year
		var out []time.Time
		for year := first.Year() - 1; year <= last.Year()+1 && len(out) < maxDays; year++ {
			out = append(out, time.Date(year, at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), at.Nanosecond(), time.UTC))
		}
		return out
	}
	var out []time.Time
	midnight := first.Truncate(24 * time.Hour)
	for day := midnight.Add(-24 * time.Hour); !day.After(last.Add(24*time.Hour)) && len(out) < maxDays; day = day.Add(24 * time.Hour) {
		out = append(out, day.Add(at.Sub(time.Unix(0, 0))))
	}
	return out
}

// maxDays bounds the days that are tried; three are enough, since any time of day is
// within two.
const maxDays = 8
