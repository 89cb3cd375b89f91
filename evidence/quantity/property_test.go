package quantity_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// pieces are what texts with values are made of; random bytes seldom hold any.
var pieces = []string{
	"0", "1", "2", "5", "7", "10", "12", "31", "59", "99", "137", "500", "999", "1000", "2026", "1777448484", "1616481000123",
	".", ",", ":", "-", "/", "+", "%", "~", "=", "(", ")", "[", "]", "{", "}", "\"", "'", "\n", " ", " ", "  ", "_", "@", "#", "$", "¥", "→", "−", "×",
	"a", "b", "d", "e", "f", "h", "m", "s", "x", "k", "v", "K", "M", "G", "T", "Z", "P", "PT", "H", "n", "u",
	"ms", "min", "Mi", "Gi", "GB", "bytes", "seconds", "hours", "minutes", "cores", "req/s", " per second", "UTC", "UTC+8", "PM", "May", "March",
	"2026-05-06", "2026-05-06T21:38:58Z", "T", "10:31", "21:39:00", "+08:00", "10.0.0.1", "fe80::1", "::", "v1.29.3", "1.2.3",
	"about ", "约", "左右", "秒", "分钟", "小时", "分", "万", "每秒", "次", "年", "月", "日", "点", "下午", "é", "µs", "to", " and ", "USD ", "\xff",
}

// texts generates texts that are rich in values.
func texts() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "pieces"), "")
	})
}

func TestSpans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(texts(), rapid.String()).Draw(t, "text")
		checkSpans(t, text, quantity.Scan(text))
		checkSpans(t, text, quantity.ScanClaim(text))
	})
}

// fataler is what checks need of the testing packages.
type fataler interface {
	Fatalf(format string, args ...any)
}

// checkSpans holds tokens to what every scan promises.
func checkSpans(t fataler, text string, tokens []quantity.Token) {
	last := 0
	for _, tok := range tokens {
		if tok.Start() < last || tok.End() > len(text) || tok.Start() >= tok.End() {
			t.Fatalf("Scan(%q): span %d..%d after %d", text, tok.Start(), tok.End(), last)
		}
		if got := text[tok.Start():tok.End()]; got != tok.Literal {
			t.Fatalf("Scan(%q): literal %q at %d, want %q", text, tok.Literal, tok.Start(), got)
		}
		if splitsWord(text, tok) {
			t.Fatalf("Scan(%q): %q at %d is part of a word", text, tok.Literal, tok.Start())
		}
		if tok.Dimension() < quantity.VersionOrder && (tok.Rat() == nil || tok.Base() == nil || tok.Step().Sign() <= 0) {
			t.Fatalf("Scan(%q): %q has no value or step", text, tok.Literal)
		}
		last = tok.End()
	}
}

// splitsWord reports whether a token begins or ends inside an ASCII word. The x of
// 14x and x14 may touch, and versions and addresses may be part of names.
func splitsWord(text string, tok quantity.Token) bool {
	if tok.Kind() == quantity.Version || tok.Kind() == quantity.Address {
		return false
	}
	word := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] == '_' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || text[i] >= '0' && text[i] <= '9')
	}
	times := func(i int) bool { return i >= 0 && i < len(text) && text[i]|0x20 == 'x' }
	code := tok.Start() >= 3 && slices.Contains([]string{"USD", "EUR", "GBP", "CNY", "RMB", "JPY"}, text[tok.Start()-3:tok.Start()])
	before := word(tok.Start()-1) && word(tok.Start()) && !times(tok.Start()-1) && !code
	after := word(tok.End()-1) && word(tok.End()) && !times(tok.End())
	return before || after
}

func TestAValueEqualsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		for _, tok := range quantity.ScanClaim(text) {
			if !quantity.Equal(tok, tok) {
				t.Fatalf("%q in %q does not equal itself", tok.Literal, text)
			}
			if order, ok := quantity.Compare(tok, tok); !ok || order != 0 {
				t.Fatalf("Compare(%q, itself) = %d, %t", tok.Literal, order, ok)
			}
		}
	})
}

func TestFindAgreesWithMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		standing := quantity.Scan(texts().Draw(t, "standing"))
		index := quantity.Build(standing)
		for _, stated := range quantity.ScanClaim(texts().Draw(t, "stated")) {
			var want []quantity.Hit
			for i, tok := range standing {
				if r := quantity.Match(stated, tok); r != quantity.Unequal {
					want = append(want, quantity.Hit{Token: i, Relation: r})
				}
			}
			if got := index.Find(stated); !slices.Equal(got, want) {
				t.Fatalf("Find(%q) in %s\n got %v\nwant %v", stated.Literal, spell(standing), got, want)
			}
		}
	})
}

// parse is Parse for values that are right by construction.
func parse(t *rapid.T, text string) quantity.Token {
	tok, ok := quantity.Parse(text)
	if !ok {
		t.Fatalf("Parse(%q) finds no value; Scan finds %s", text, spell(quantity.Scan(text)))
	}
	return tok
}

// allEqual checks that each spelling states what every other one says.
func allEqual(t *rapid.T, spellings ...string) {
	for _, a := range spellings {
		for _, b := range spellings {
			if !quantity.Equal(parse(t, a), parse(t, b)) {
				t.Fatalf("%q does not equal %q", a, b)
			}
		}
	}
}

func TestSpellingsOfNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, 1e15).Draw(t, "n")
		plain := fmt.Sprint(n)
		allEqual(t, plain, thousands(plain), plain+".0", plain+"e0", plain+"00e-2", "0"+plain)
	})
}

// thousands writes a number with separators.
func thousands(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func TestSpellingsOfDurations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.IntRange(61, 86399).Draw(t, "seconds")
		d := time.Duration(s) * time.Second
		h, m, r := s/3600, s/60%60, s%60
		allEqual(t, d.String(), fmt.Sprintf("%d s", s), fmt.Sprintf("%ds", s), fmt.Sprintf("%d ms", s*1000), fmt.Sprintf("%d seconds", s),
			fmt.Sprintf("PT%dH%dM%dS", h, m, r), fmt.Sprintf("%d hours %d minutes %d seconds", h, m, r),
			fmt.Sprintf("%d小时%d分%d秒", h, m, r), fmt.Sprintf("%d 秒", s))
	})
}

func TestSpellingsOfSizes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 1<<20).Draw(t, "n")
		allEqual(t, fmt.Sprintf("%dMi", n), fmt.Sprintf("%d MiB", n), fmt.Sprintf("%dMB", n), fmt.Sprintf("%d bytes", n<<20),
			fmt.Sprintf("%d KiB", n<<10), fmt.Sprintf("%d 字节", n<<20))
		allEqual(t, fmt.Sprintf("%dM", n), fmt.Sprintf("%d000000 bytes", n), fmt.Sprintf("%d MB", n))
	})
}

func TestSpellingsOfShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9999).Draw(t, "n")
		allEqual(t, fmt.Sprintf("%d.%02d%%", n/100, n%100), fmt.Sprintf("%d.%02d percent", n/100, n%100), fmt.Sprintf("0.%04d", n))
	})
}

func TestSpellingsOfTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(1.1e9, 3.9e9).Draw(t, "unix"), 0).UTC()
		minutes := rapid.IntRange(-48, 56).Draw(t, "quarters") * 15
		east := at.In(time.FixedZone("", minutes*60))
		allEqual(t, at.Format(time.RFC3339), at.Format("2006-01-02 15:04:05"), at.Format("2006/01/02 15:04:05Z"), at.Format("20060102T150405Z"),
			east.Format(time.RFC3339), east.Format("2006-01-02 15:04:05-0700"), at.Format("January 2, 2006 15:04:05 UTC"),
			at.Format("02/Jan/2006:15:04:05 -0700"), at.Format("2006年1月2日 15:04:05"), at.Format("Jan _2 15:04:05 2006"),
			fmt.Sprint(at.Unix()), fmt.Sprint(at.UnixMilli()), fmt.Sprint(at.UnixMicro()), fmt.Sprint(at.UnixNano()))
		for _, part := range []string{"15:04:05", "15:04:05 UTC", "15:04", "15:04Z", "3:04 PM", "15点04分", "2006-01-02", "Jan 2, 2006", "Jan _2 15:04:05"} {
			if stated := parse(t, at.Format(part)); !quantity.Equal(stated, parse(t, east.Format(time.RFC3339))) {
				t.Fatalf("%q does not stand in %v", stated.Literal, east)
			}
		}
	})
}

func TestAnotherDigitIsAnotherNumber(t *testing.T) {
	units := []string{"", "%", " ms", "s", "Mi", " GiB", " req/s", " USD", "m"}
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.StringMatching(`[1-9][0-9]{0,8}(\.[0-9]{1,4})?`).Draw(t, "number")
		unit := rapid.SampledFrom(units).Draw(t, "unit")
		i := rapid.IntRange(0, len(number)-1).Draw(t, "at")
		c := byte(rapid.IntRange('0', '9').Draw(t, "digit"))
		if number[i] == '.' || number[i] == c {
			t.Skip("no change")
		}
		changed := number[:i] + string(c) + number[i+1:]
		if quantity.Equal(parse(t, changed+unit), parse(t, number+unit)) {
			t.Fatalf("%q equals %q", changed+unit, number+unit)
		}
	})
}

func TestToleranceIsHalfAUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.IntRange(0, 4).Draw(t, "places")
		n := rapid.Int64Range(1, 1e6).Draw(t, "n")
		off := rapid.Int64Range(-2000, 2000).Draw(t, "off")
		stated := decimal(n, places)
		standing := decimal(n*1000+off, places+3)
		want := off >= -500 && off <= 500
		if got := quantity.Equal(parse(t, stated), parse(t, standing)); got != want {
			t.Fatalf("Equal(%s, %s) = %t", stated, standing, got)
		}
		hedged := quantity.ScanClaim("about " + stated)[0]
		within := off > -1000 && off < 1000 && 4*abs(off) <= 1000*n || want
		if got := quantity.Equal(hedged, parse(t, standing)); got != within {
			t.Fatalf("Equal(about %s, %s) = %t", stated, standing, got)
		}
	})
}

func abs(n int64) int64 { return max(n, -n) }

// decimal writes n divided by ten to the places.
func decimal(n int64, places int) string {
	r := new(big.Rat).SetFrac(big.NewInt(n), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
	return r.FloatString(places)
}

func TestCompareIsAnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens := quantity.Scan(texts().Draw(t, "text"))
		for _, a := range tokens {
			for _, b := range tokens {
				x, ok := quantity.Compare(a, b)
				y, ok2 := quantity.Compare(b, a)
				if ok != ok2 || x != -y {
					t.Fatalf("Compare(%q, %q) = %d, %t; the other way %d, %t", a.Literal, b.Literal, x, ok, y, ok2)
				}
			}
		}
	})
}
