package phrase_test

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/evidence/phrase"
)

var list = phrase.NewList("due to", "because", "because of", "led to", "导致", "由于")

func TestFind(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"none":               {"The pod restarted.", nil},
		"whole words":        {"Due  TO a leak, not residue to spare", []string{"due to"}},
		"longest wins":       {"because of X, because Y", []string{"because of", "because"}},
		"not in identifiers": {"because-of.md and led_to", nil},
		"across lines":       {"This led\nto that", []string{"led to"}},
		"Chinese":            {"内存泄漏导致重启，由于限制过小", []string{"导致", "由于"}},
		"bad UTF-8":          {"\xff because \xfe", []string{"because"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, m := range list.Find(tc.text) {
				got = append(got, m.Phrase)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestWithoutQuotes(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"none":       {"plain", "plain"},
		"double":     {`says "because" it`, `says           it`},
		"code":       {"a `due to` b", "a          b"},
		"curly":      {"a “x” b", "a         b"},
		"not closed": {`5" of rain because`, `5" of rain because`},
	} {
		t.Run(name, func(t *testing.T) {
			got := phrase.WithoutQuotes(tc.text)
			if len(got) != len(tc.text) || got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func FuzzFind(f *testing.F) {
	f.Add("because of “x” 导致 due to")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, m := range list.Find(text) {
			if m.Start < last || m.End > len(text) || m.End <= m.Start {
				t.Fatalf("span %d:%d after %d in %q", m.Start, m.End, last, text)
			}
			last = m.End
		}
		if got := phrase.WithoutQuotes(text); len(got) != len(text) || utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Fatalf("WithoutQuotes(%q) = %q", text, got)
		}
	})
}
