package quantity_test

import (
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/boundtest"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// scanning bounds what a text's values take.
var scanning = boundtest.Bound{Base: 1 << 20, PerByte: 256}

func FuzzScan(f *testing.F) {
	for i := 0; i+8 < len(pieces); i += 4 {
		f.Add(strings.Join(pieces[i:i+8], " "))
		f.Add(strings.Join(pieces[i:i+8], ""))
	}
	f.Fuzz(func(t *testing.T, text string) {
		var standing, stated []quantity.Token
		scanning.Hold(t, len(text), func() { standing, stated = quantity.Scan(text), quantity.ScanClaim(text) })
		checkSpans(t, text, standing)
		checkSpans(t, text, stated)
		index := quantity.Build(standing)
		for _, tok := range stated[:min(len(stated), 50)] {
			if quantity.Match(tok, tok) != quantity.Same {
				t.Fatalf("%q in %q is not the same as itself", tok.Literal, text)
			}
			want := 0
			for _, other := range standing {
				if quantity.Match(tok, other) != quantity.Unequal {
					want++
				}
			}
			if got := index.Find(tok); len(got) != want {
				t.Fatalf("Find(%q) in %q: %d hits, want %d", tok.Literal, text, len(got), want)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range append(pieces, "1.5Gi", " 12 req/s", "-5", "$1.2M", "PT1H30M", "2026-05-06T21:38:58Z", "1e330") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tok, ok := quantity.Parse(s)
		if !ok {
			return
		}
		if got := s[tok.Start():tok.End()]; got != tok.Literal {
			t.Fatalf("Parse(%q): literal %q at %d, want %q", s, tok.Literal, tok.Start(), got)
		}
		if order, ok := quantity.Compare(tok, tok); !ok || order != 0 {
			t.Fatalf("Compare(%q, itself) = %d, %t", s, order, ok)
		}
		for _, u := range []quantity.Unit{quantity.None, quantity.Percent, quantity.MiB, quantity.Second, quantity.PerMinute} {
			quantity.Convert(tok, u)
		}
	})
}

func FuzzUnit(f *testing.F) {
	for _, s := range []string{"memoryMiB", "node_cpu_seconds_total", "bytes_per_second", "req/s", "%", "个", "p99_ms{a=\"b\"}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		quantity.UnitOfKey(s)
		if u, ok := quantity.ParseUnit(s); ok && u == quantity.None {
			t.Fatalf("ParseUnit(%q) finds a unit that is none", s)
		}
	})
}
