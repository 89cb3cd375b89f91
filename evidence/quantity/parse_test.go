package quantity_test

import (
	"fmt"
	"testing"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

func TestParse(t *testing.T) {
	tests := []struct {
		text, want string
		ok         bool
	}{
		{"42", "42", true},
		{"-5.50", "-5.5", true},
		{"+5", "5", true},
		{" 1.5Gi\n", "1.5 GiB", true},
		{"9.162183e+01", "91.62183", true},
		{"1,234,567", "1234567", true},
		{"92 %", "92 %", true},
		{"$12.50", "12.5 USD", true},
		{"12 €", "12 EUR", true},
		{"12 requests per second", "12 /s", true},
		{"1h30m", "90 min", true},
		{"PT1H30M", "90 min", true},
		{"2026-05-06T21:38:58Z", "2026-05-06T21:38:58Z", true},
		{"v1.29.3", "version:v1.29.3", true},
		{"10.0.0.1:5432", "address:10.0.0.1:5432", true},
		{"::1", "address:::1", true},
		{"", "", false},
		{"14 restarts", "", false},
		{"1 2", "", false},
		{"checkout-7d9f", "", false},
		{"Running", "", false},
		{"x14", "", false},
		{"(5)", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			tok, ok := quantity.Parse(tt.text)
			got := ""
			if ok {
				got = spellOne(tok)
			}
			if got != tt.want || ok != tt.ok {
				t.Errorf("Parse(%q) = %q, %t, want %q, %t", tt.text, got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestParseUnit(t *testing.T) {
	tests := []struct {
		text string
		want quantity.Unit
		ok   bool
	}{
		{"%", quantity.Percent, true},
		{"percent", quantity.Percent, true},
		{"percentage points", quantity.Percent, true},
		{"percentage point", quantity.Percent, true},
		{"percentage pointers", quantity.None, false},
		{"ratio", quantity.Ratio, true},
		{"MiB", quantity.MiB, true},
		{"Mi", quantity.MiB, true},
		{"bytes", quantity.Byte, true},
		{"s", quantity.Second, true},
		{"seconds", quantity.Second, true},
		{"分钟", quantity.Minute, true},
		{"cores", quantity.Core, true},
		{"req/s", quantity.PerSecond, true},
		{"/s", quantity.PerSecond, true},
		{"per second", quantity.PerSecond, true},
		{"requests per minute", quantity.PerMinute, true},
		{"", quantity.None, false},
		{"restarts", quantity.None, false},
		{"5", quantity.None, false},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			if got, ok := quantity.ParseUnit(tt.text); got != tt.want || ok != tt.ok {
				t.Errorf("ParseUnit(%q) = %q, %t, want %q, %t", tt.text, got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestConvert(t *testing.T) {
	tests := []struct {
		text string
		unit quantity.Unit
		want string // "" where there is no way
	}{
		{"1.5Gi", quantity.MiB, "1536.000"},
		{"90 min", quantity.Hour, "1.500"},
		{"500m", quantity.Core, "0.500"},
		{"500m", quantity.Hour, "8.333"},
		{"0.92", quantity.Percent, "92.000"},
		{"92%", quantity.Ratio, "0.920"},
		{"92%", quantity.None, "0.920"},
		{"720/min", quantity.PerSecond, "12.000"},
		{"5 GiB", quantity.Second, ""},
		{"5", quantity.Second, ""},
		{"v1.2.3", quantity.None, ""},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.text, " in ", tt.unit), func(t *testing.T) {
			tok, _ := quantity.Parse(tt.text)
			got := ""
			if v, ok := quantity.Convert(tok, tt.unit); ok {
				got = v.FloatString(3)
			}
			if got != tt.want {
				t.Errorf("Convert(%q, %s) = %q, want %q", tt.text, tt.unit, got, tt.want)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	tests := []struct {
		a, b string
		want int
		ok   bool
	}{
		{"2", "10", -1, true},
		{"0.1", "0.10", 0, true},
		{"100000000000000000001", "100000000000000000000", 1, true},
		{"1.5Gi", "1536Mi", 0, true},
		{"512MB", "512Mi", 0, true},
		{"1Gi", "1000Mi", 1, true},
		{"90s", "1m30s", 0, true},
		{"250m", "0.5 cores", -1, true},
		{"92%", "0.92", 0, true},
		{"2026-05-06T21:38:58Z", "2026-05-07T05:38:59+08:00", -1, true},
		{"10:31", "10:30", 1, true},
		{"v1.9.0", "v1.10.0", -1, true},
		{"1.2.3", "v1.2.3", 0, true},
		{"10.0.0.1", "10.0.0.2", -1, true},
		{"10.0.0.1:80", "10.0.0.1:81", -1, true},
		{"5 s", "5 GiB", 0, false},
		{"5", "5 GiB", 0, false},
		{"5", "2026-05-06", 0, false},
		{"10:31", "2026-05-06T10:31:00Z", 0, false},
		{"10.0.0.1", "10.0.0.1:80", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.a+" "+tt.b, func(t *testing.T) {
			a, _ := quantity.Parse(tt.a)
			b, _ := quantity.Parse(tt.b)
			if got, ok := quantity.Compare(a, b); got != tt.want || ok != tt.ok {
				t.Errorf("Compare(%q, %q) = %d, %t, want %d, %t", tt.a, tt.b, got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestStep(t *testing.T) {
	tests := []struct{ text, base, step string }{
		{"14", "14.0", "1.0"},
		{"7.9 KiB", "8089.6", "102.4"},
		{"1h30m", "5400.0", "60.0"},
		{"1e3", "1000.0", "1000.0"},
		{"10:31", "37860.0", "60.0"},
		{"10:31:02.5", "37862.5", "0.1"},
		{"2026-05-06", "1778025600.0", "86400.0"},
		{"$1.2M", "1200000.0", "100000.0"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			tok, ok := quantity.Parse(tt.text)
			if !ok {
				t.Fatalf("Parse(%q) finds no value", tt.text)
			}
			if base, step := tok.Base().FloatString(1), tok.Step().FloatString(1); base != tt.base || step != tt.step {
				t.Errorf("%q has base %s and step %s, want %s and %s", tt.text, base, step, tt.base, tt.step)
			}
		})
	}
}

func TestZeroToken(t *testing.T) {
	var zero quantity.Token
	five, _ := quantity.Parse("5")
	if quantity.Equal(zero, zero) || quantity.Equal(zero, five) || quantity.Equal(five, zero) {
		t.Error("the zero token equals something")
	}
	if zero.Rat() != nil || zero.Base() != nil || zero.Step() != nil || zero.Unit() != quantity.None {
		t.Error("the zero token has a value")
	}
}

func TestWithZone(t *testing.T) {
	local, _ := quantity.Parse("2026-05-06 18:31:00")
	standing, _ := quantity.Parse("2026-05-06T10:31:00Z")
	if quantity.Equal(local, standing) {
		t.Fatal("a time without a zone is not in UTC+8 by itself")
	}
	if !quantity.Equal(local.WithZone(480), standing) {
		t.Error("18:31 in UTC+8 is not 10:31 UTC")
	}
}
