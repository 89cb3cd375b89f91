package canon_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/superbizagent/superbizagent/boundtest"
	"github.com/superbizagent/superbizagent/evidence/canon"
)

func TestExcerpt(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, a, b string }{
		{"case", "CrashLoopBackOff", "crashloopbackoff"},
		{"white space", "a  b\t\nc", "a b c"},
		{"blank beside punctuation", `{"restartCount": 14 }`, `{"restartCount":14}`},
		{"straight and typographic quotes", `“it’s” 'here'`, `"it's" here`},
		{"dashes", "a — b – c", "a - b - c"},
		{"no-break space", "5\u00a0GiB", "5 GiB"},
		{"zero-width space", "check\u200bout", "checkout"},
		{"full width", "ＨＴＴＰ：５０３", "http:503"},
		{"ellipsis", "a…b", "a...b"},
		{"ligature", "oﬃce", "office"},
		{"composed and decomposed", "caf\u00e9", "cafe\u0301"},
		{"escaped once", `{\"exitCode\":137}`, `{"exitCode":137}`},
		{"escaped twice", `{\\\"exitCode\\\":137}`, `{"exitCode":137}`},
		{"escaped line break", `first\nsecond`, "first\nsecond"},
		{"escaped line break, deeper", `first\\\\nsecond`, "first\nsecond"},
		{"unicode escape", `a \u003c b \\u003e c`, "a < b > c"},
		{"surrogates", `\ud83d\ude00`, "😀"},
		{"surrogates, deeper", `\\ud83d\\ude00`, "😀"},
		{"entity", "a &lt; b &amp;amp;&quot;c&quot;", "a < b &c"},
		{"escaped slash", `http:\/\/x\/y`, "http://x/y"},
		{"ANSI", "\x1b[31mERROR\x1b[0m x", "error x"},
		{"escaped ANSI", `\u001b[1;31mERROR\x1b[0m \033[0mx`, "error x"},
		{"Markdown", "**Restart Count:** `5`", "Restart Count: 5"},
		{"backslash in a path", `C:\\Users\\svc`, `C:\Users\svc`},
		{"non-breaking hyphen", "kube\u2011system", "kube-system"},
		{"byte order mark", "\ufeffready", "ready"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, want := canon.String(test.a, canon.Excerpt), canon.String(test.b, canon.Excerpt)
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestExcerptKeepsApart(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, a, b string }{
		{"a digit", "exit code 137", "exit code 139"},
		{"a sign", "-5", "5"},
		{"a word", "ready", "not ready"},
		{"two words and one", "check out", "checkout"},
		{"a single asterisk", "SELECT *", "SELECT"},
		{"a pipe", "|| true", "true"},
		{"an accent", "caf\u00e9", "cafe"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := canon.String(test.a, canon.Excerpt); got == canon.String(test.b, canon.Excerpt) {
				t.Errorf("both are %q", got)
			}
		})
	}
}

func TestValue(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, raw, want string }{
		{"case is kept", "500m of 64Mi", "500m of 64Mi"},
		{"lines are kept", "a \n\n b", "a\nb"},
		{"blanks beside punctuation are kept", "count: -5", "count: -5"},
		{"quotes and marks are dropped", "| **Exit Code** | `137` |", "| Exit Code | 137 |"},
		{"columns are kept", "NAME   READY\tAGE", "NAME\tREADY\tAGE"},
		{"escaped lines", `a\n\tb`, "a\nb"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := canon.String(test.raw, canon.Value); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestRaw(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, raw, find, want string }{
		{"plain", "exit code 137", "137", "137"},
		{"after escapes", `{\"exitCode\":\"137\",\"reason\":\"OOMKilled\"}`, "oomkilled", "OOMKilled"},
		{"over an escape", `a\u003cb`, "a<b", `a\u003cb`},
		{"over white space", "x  Last   State  y", "last state", "Last   State"},
		{"after dashes", "— a – b", "b", "b"},
		{"Markdown", "**Exit** `137`", "exit 137", "Exit** `137"},
		{"Chinese", "容器“重启”了 14 次", "14 次", "14 次"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := canon.New(test.raw, canon.Excerpt)
			at := strings.Index(text.String(), test.find)
			if at < 0 {
				t.Fatalf("%q is not in %q", test.find, text)
			}
			got, offset := text.Raw(at, at+len(test.find))
			if got != test.want || test.raw[offset:offset+len(got)] != got {
				t.Errorf("got %q at %d, want %q", got, offset, test.want)
			}
		})
	}
}

func TestIdempotent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOf(rapid.SampledFrom([]string{
			"a", "N", "5", " ", "\n", `\`, `\\`, `"`, "*", "**", "`", "&", "lt", "amp", ";", `\u0026`, `\u005c`, "u0026", "\u200b",
			"\u0301", "e", "É", "K", "İ", "＼", "＆", "；", "…", "—", "\x1b", "[31m", `\x1b`, `\033`, "容", "|", "ǅ", "ﬁ", "\u0345", "\xff",
		})).Draw(t, "pieces")
		raw := strings.Join(pieces, "")
		for _, mode := range []canon.Mode{canon.Value, canon.Excerpt} {
			once := canon.String(raw, mode)
			if twice := canon.String(once, mode); twice != once {
				t.Fatalf("mode %d: %q gives %q, then %q", mode, raw, once, twice)
			}
		}
	})
}

// folding bounds what the canonical form of a text takes, with its map back.
var folding = boundtest.Bound{Base: 1 << 20, PerByte: 256}

func FuzzCanon(f *testing.F) {
	for _, seed := range []string{"", `{\"a\":\"b\\n\"}`, "**a** `b`", "\x1b[0m", "&amp;lt;", `\ud83d\ude00`, "é\u0301", "容器 14"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		for _, mode := range []canon.Mode{canon.Value, canon.Excerpt} {
			var text canon.Text
			folding.Hold(t, len(raw), func() { text = canon.New(raw, mode) })
			if got := canon.String(raw, mode); got != text.String() {
				t.Fatalf("with a map %q, without %q", text, got)
			}
			if twice := canon.String(text.String(), mode); twice != text.String() {
				t.Fatalf("%q gives %q, then %q", raw, text, twice)
			}
			for at := range len(text.String()) {
				text.Raw(at, at+1)
			}
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	inputs := map[string]string{
		"plain":    strings.Repeat("2026-07-01T10:31:02Z checkout-7d9f GET /api/v1/cart 200 12ms\n", 4000),
		"escaped":  strings.Repeat(`{\"name\":\"checkout\",\"restartCount\":14},`, 6000),
		"markdown": strings.Repeat("| **Exit Code** | `137` |\n", 10000),
		"chinese":  strings.Repeat("容器 checkout 重启了 14 次，退出码为 137。\n", 5000),
	}
	for _, name := range []string{"plain", "escaped", "markdown", "chinese"} {
		for mode, label := range map[canon.Mode]string{canon.Value: "value", canon.Excerpt: "excerpt"} {
			b.Run(name+"/"+label, func(b *testing.B) {
				raw := inputs[name]
				b.SetBytes(int64(len(raw)))
				var dst []byte
				for b.Loop() {
					dst = canon.Append(dst[:0], raw, mode)
				}
			})
		}
	}
}
