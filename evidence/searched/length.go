package searched

import (
	"math/big"
	"slices"
	"strings"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// Backwards returns the spans of time that a text counts back from the end of what it
// tells, such as "the last 24 hours" and 过去 24 小时.
func Backwards(text string) []quantity.Token {
	var out []quantity.Token
	for _, t := range quantity.ScanClaim(text) {
		if t.Kind() == quantity.Quantity && t.Dimension() == quantity.Time && countsBack(text[:t.Start()]) {
			out = append(out, t)
		}
	}
	return out
}

// countsBack reports whether the words before a duration count it back.
func countsBack(before string) bool {
	before = strings.ToLower(strings.TrimRight(lastBytes(before, 32), " \t\n`'\""))
	for _, word := range []string{" last", " past", " previous", " preceding", "过去", "最近", "近", "此前"} {
		if strings.HasSuffix(" "+before, word) {
			return true
		}
	}
	return false
}

func lastBytes(s string, n int) string { return s[max(0, len(s)-n):] }

// Longer reports whether a duration is certainly longer than a window.
func Longer(t quantity.Token, w superbiz.Window) bool {
	if w.From.IsZero() || w.To.IsZero() || t.Base() == nil {
		return false
	}
	half := new(big.Rat).Mul(t.Step(), big.NewRat(1, 2))
	least := new(big.Rat).Sub(t.Base(), half) // it may be rounded
	return seconds(least) > w.To.Sub(w.From)
}

// LongerThanAll reports whether a duration is longer than every one of some windows.
func LongerThanAll(t quantity.Token, windows []superbiz.Window) bool {
	return !slices.ContainsFunc(windows, func(w superbiz.Window) bool { return !Longer(t, w) })
}

// Spans returns how long some calls searched, as windows, or none when one of them does
// not say. A call that only says how far it looked back, as since=1h does, did so from
// when it began: its length is known, and in a recording not which times it saw.
func Spans(sources []*evidence.Source) []superbiz.Window {
	var out []superbiz.Window
	for _, s := range sources {
		w, ok := Window(s)
		if !ok {
			w, ok = lookedBack(s)
		}
		if !ok {
			return nil
		}
		out = append(out, w)
	}
	return out
}

func lookedBack(s *evidence.Source) (superbiz.Window, bool) {
	doc, err := evidence.Decode(s.Invocation.Arguments, evidence.MaxOutputDepth)
	if err != nil {
		return superbiz.Window{}, false
	}
	var w superbiz.Window
	for n := range doc.Root().Children() {
		if slices.Contains(toNames, n.Key()) {
			return superbiz.Window{}, false
		}
		t, ok := quantity.Parse(strings.TrimPrefix(strings.TrimPrefix(n.Text(), "now"), "-"))
		if ok && t.Kind() == quantity.Quantity && t.Dimension() == quantity.Time && slices.Contains(fromNames, n.Key()) {
			w.To = s.Invocation.StartedAt
			w.From = w.To.Add(-seconds(t.Base()))
		}
	}
	return w, !w.To.IsZero()
}

// seconds returns a number of seconds as a duration, cut to what one can hold.
func seconds(r *big.Rat) time.Duration {
	f, _ := r.Float64()
	const most = float64(1<<63-1) / float64(time.Second) / 2
	return time.Duration(max(-most, min(most, f)) * float64(time.Second))
}
