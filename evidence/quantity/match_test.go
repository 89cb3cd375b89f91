package quantity_test

import (
	"testing"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// relate scans a claim's text and a recorded text, and returns how their first
// values relate.
func relate(t *testing.T, stated, standing string) quantity.Relation {
	t.Helper()
	a, b := quantity.ScanClaim(stated), quantity.Scan(standing)
	if len(a) == 0 || len(b) == 0 {
		t.Fatalf("ScanClaim(%q) = %s, Scan(%q) = %s; want a value each", stated, spell(a), standing, spell(b))
	}
	return quantity.Match(a[0], b[0])
}

func TestMatch(t *testing.T) {
	tests := []struct {
		name, stated, standing string
		want                   quantity.Relation
	}{
		{"same", "14", "14", quantity.Same},
		{"another digit", "14", "15", quantity.Unequal},
		{"thousands", "1,234,567", "1234567", quantity.Same},
		{"exponent", "91.62", "9.162183e+01", quantity.Same},
		{"rounded", "0.51", "0.507855", quantity.Same},
		{"wrongly rounded", "0.50", "0.507855", quantity.Unequal},
		{"half a unit is within", "0.5", "0.45", quantity.Same},
		{"trailing zeros", "6086.0", "6086", quantity.Same},
		{"IEC in IEC", "1.5Gi", "1536Mi", quantity.Same},
		{"IEC in bytes", "1.5 GiB", "1610612736 bytes", quantity.Same},
		{"bare bytes need a unit", "1536Mi", "1536", quantity.NeedsUnit},
		{"decimal letter", "8G", "8000000000 bytes", quantity.Same},
		{"binary letter", "8G", "8589934592 bytes", quantity.Same},
		{"MB is MiB", "512MB", "512Mi", quantity.Same},
		{"MiB is not decimal", "500MiB", "500000000 bytes", quantity.Unequal},
		{"durations", "90 s", "1m30s", quantity.Same},
		{"rounded duration", "2 min", "115s", quantity.Same},
		{"too far for a quarter", "1 h", "89 min", quantity.Unequal},
		{"ISO duration", "90 minutes", "PT1H30M", quantity.Same},
		{"Chinese duration", "1小时30分钟", "90m", quantity.Same},
		{"elapsed clock", "5m30s", "00:05:30", quantity.Same},
		{"percent of ratio", "92 %", "0.92", quantity.Same},
		{"ratio of percent", "0.92", "92%", quantity.Same},
		{"percent is no integer", "92%", "92", quantity.NeedsUnit},
		{"percent is no part of a core", "80%", "800m", quantity.Unequal},
		{"part of a core is no percent", "800m", "80%", quantity.Unequal},
		{"epoch with its unit", "1784021400123 ms", "1784021400123", quantity.Same},
		{"epoch in nanoseconds", "1784021400123456789 ns", "1784021400123456789", quantity.Same},
		{"epoch with another unit", "1784021400123 s", "1784021400123", quantity.NeedsUnit},
		{"epoch with another digit", "1784021400123 ms", "1784021400133", quantity.Unequal},
		{"address behind a slash", "10.4.7.218", "host: /10.4.7.218", quantity.Same},
		{"stated behind a slash", "from /10.4.7.218", "10.4.7.218", quantity.Same},
		{"another address behind a slash", "from /10.4.7.128", "host: /10.4.7.218", quantity.Unequal},
		{"hundred percent is no one", "100%", "1", quantity.NeedsUnit},
		{"CPU", "500m", "0.5", quantity.Same},
		{"CPU in cores", "0.5 CPU", "500m", quantity.Same},
		{"minutes", "5 minutes", "5m", quantity.Same},
		{"range in another unit", "1.2-3.4 GiB", "1288490188 bytes", quantity.Same},
		{"range as written", "1.2-3.4 GiB", "1.2", quantity.Same},
		{"range standing", "1.2 GiB", "1.2/3.4 GiB", quantity.Same},
		{"number of a quantity", "90", "90s", quantity.Written},
		{"hedged", "about 90", "90.9", quantity.Same},
		{"hedge has an end", "about 90", "91", quantity.Unequal},
		{"hedged size", "~7.9 GiB", "8488222720 bytes", quantity.Same},
		{"rate", "12 requests per second", "12/s", quantity.Same},
		{"rate per minute", "720/min", "12/s", quantity.Same},
		{"rate is no count", "12/s", "12 s", quantity.Unequal},
		{"money", "$12.50", "12.5 USD", quantity.Same},
		{"yen or yuan", "¥100", "100元", quantity.Same},
		{"other currency", "$5", "€5", quantity.Unequal},
		{"negative", "-5", "5", quantity.Unequal},
		{"a fall without its sign", "84.7%", "-84.7%", quantity.Negated},
		{"a rise with the sign of a fall", "-84.7%", "84.7%", quantity.Unequal},
		{"a bare fall", "4.25", "-4.25", quantity.Negated},
		{"minus one is a mark", "1", "-1", quantity.Unequal},
		{"unit behind the last of several", "0.41 ms", "0.412/118.377/902.114/203.550 ms", quantity.Same},
		{"no year", "2526-11-30 20:00:32", "2026-11-30 20:00:32", quantity.Unequal},
		{"no day", "2026-11-39 20:00:32", "2026-11-30 20:00:32", quantity.Unequal},
		{"no time of day", "58:44:15.468Z", "2026-03-16T18:44:15.468408Z", quantity.Unequal},

		{"instants", "2026-05-06T21:38:58Z", "2026-05-07T05:38:58+08:00", quantity.Same},
		{"cut off", "2026-05-06 21:38", "2026-05-06T21:38:58Z", quantity.Same},
		{"another second", "2026-05-06T21:38:57Z", "2026-05-06T21:38:58Z", quantity.Unequal},
		{"fraction cut off", "21:38:58", "2026-05-06T21:38:58.934Z", quantity.Same},
		{"fraction rounded", "21:38:59", "2026-05-06T21:38:58.934Z", quantity.Same},
		{"clock of an instant", "10:31", "2026-05-06T10:31:02Z", quantity.Same},
		{"clock as written", "18:31", "2026-05-06T18:31:02+08:00", quantity.Same},
		{"clock in a zone", "18:31 UTC+8", "2026-05-06T10:31:02Z", quantity.Same},
		{"clock in the wrong zone", "18:31 UTC", "2026-05-06T18:31:02+08:00", quantity.Unequal},
		{"zone of the claim", "2026-03-30 13:53:04 UTC+8", "2026-03-30 13:53:04", quantity.Same},
		{"epoch", "2021-03-23T06:30:00Z", "1616481000", quantity.Same},
		{"epoch in ms", "06:30 UTC", "1616481000123", quantity.Same},
		{"epoch stated", "1616481000", "2021-03-23T06:30:00Z", quantity.Same},
		{"syslog", "May 6 21:39:00", "2026-05-06T21:39:00Z", quantity.Same},
		{"syslog standing", "2026-05-06T21:39:00Z", "May  6 21:39:00", quantity.Undated},
		{"syslog with its gap as a tab", "May 6", "May\t6 21:39:00 2026", quantity.Same},
		{"date of an instant", "May 6, 2026", "2026-05-06T21:39:00Z", quantity.Same},
		{"another date", "May 7, 2026", "2026-05-06T21:39:00Z", quantity.Unequal},
		{"clock standing alone", "2026-05-06T13:07:01Z", "13:07:01", quantity.Undated},
		{"Chinese time", "2026年5月6日10点31分", "2026-05-06 10:31:40", quantity.Same},
		{"American date", "July 1, 2026", "07/01/2026 10:31:02", quantity.Same},
		{"European date", "July 1, 2026", "1.7.2026", quantity.Same},
		{"month", "in July 2026", "2026-07-31T23:59:59Z", quantity.Same},
		{"other month", "in July 2026", "2026-08-01T00:00:00Z", quantity.Unequal},
		{"klog", "Jul 1 10:31:02", "E0701 10:31:02.123456", quantity.Same},
		{"midnight wraps", "about 00:00", "23:59:30", quantity.Same},

		{"version", "v1.29.3", "1.29.3", quantity.Same},
		{"version stated shorter", "v1.29", "1.29.3", quantity.Same},
		{"version stated longer", "1.29.3", "v1.29", quantity.Unequal},
		{"version in a name", "1.25.3", "nginx/1.25.3", quantity.Same},
		{"version after a name", "1.22.3", "go1.22.3", quantity.Same},
		{"address in a name", "10.0.0.1", "node/10.0.0.1", quantity.Same},
		{"address in a URL", "10.0.0.1:8080", "http://10.0.0.1:8080/healthz", quantity.Same},
		{"version by text", "v1.2", "v1.20.1", quantity.Unequal},
		{"decimal of a version", "1.29", "1.29.3", quantity.Same},
		{"integer is no version", "3", "v3.2.1", quantity.Unequal},
		{"version in an integer", "v3", "3", quantity.Same},
		{"version is no exponent", "v5", "5e3", quantity.Unequal},
		{"build suffix", "v1.27.3", "v1.27.3+k3s1", quantity.Same},
		{"other suffix", "1.27.3-rc1", "1.27.3-rc2", quantity.Unequal},
		{"address in a socket", "10.0.0.1", "10.0.0.1:5432", quantity.Same},
		{"other port", "10.0.0.1:5433", "10.0.0.1:5432", quantity.Unequal},
		{"port of a socket", "port 5432", "10.0.0.1:5432", quantity.Same},
		{"IPv6 spellings", "2001:db8:0:0:0:0:0:1", "2001:db8::1", quantity.Same},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := relate(t, tt.stated, tt.standing); got != tt.want {
				t.Errorf("Match(%q, %q) = %d, want %d", tt.stated, tt.standing, got, tt.want)
			}
			index := quantity.Build(quantity.Scan(tt.standing))
			hits := index.Find(quantity.ScanClaim(tt.stated)[0])
			if found := len(hits) > 0 && hits[0].Relation == tt.want; found != (tt.want != quantity.Unequal) {
				t.Errorf("Find(%q) in %q = %v, want relation %d", tt.stated, tt.standing, hits, tt.want)
			}
		})
	}
}

func TestMatchWithTheUnitOfAKey(t *testing.T) {
	tests := []struct {
		stated, key, number string
		want                quantity.Relation
	}{
		{"1.5 GiB", "container_memory_usage_bytes", "1610612736", quantity.Same},
		{"1.5 GiB", "memoryMiB", "1536", quantity.Same},
		{"1.5 GiB", "memory", "1.610612736e+09", quantity.Same},
		{"91.6%", "node_memory_usage_rate", "91.617081", quantity.Same},
		{"50.8%", "error_rate", "0.507855", quantity.Same},
		{"50.8%", "cpu", "50.8", quantity.Same},
		{"2 cores", "limits.cpu", "2", quantity.Same},
		{"500m", "cpu", "0.5", quantity.Same},
		{"500m", "cpu_millicores", "500", quantity.Same},
		{"30 seconds", "timeoutSeconds", "30", quantity.Same},
		{"2 minutes", "latency_ms", "120000", quantity.Same},
		{"120 s", "latency_ms", "120", quantity.Unequal},
		{"0 calls/sec", "calls_per_sec", "0.0", quantity.Same},
		{"5 MB/s", "bytes_per_second", "5000000", quantity.Same},
		{"100 qps", "request_rate", "100", quantity.Same},
		{"100", "container_memory_usage_bytes", "100", quantity.Written},
	}
	for _, tt := range tests {
		t.Run(tt.stated+" "+tt.key, func(t *testing.T) {
			unit, ok := quantity.UnitOfKey(tt.key)
			number, ok2 := quantity.Parse(tt.number)
			if !ok || !ok2 {
				t.Fatalf("UnitOfKey(%q): %t, Parse(%q): %t", tt.key, ok, tt.number, ok2)
			}
			if got := quantity.Match(quantity.ScanClaim(tt.stated)[0], number.WithUnit(unit)); got != tt.want {
				t.Errorf("Match(%q, %s %s) = %d, want %d", tt.stated, tt.number, unit, got, tt.want)
			}
		})
	}
}

func TestHitsStop(t *testing.T) {
	index := quantity.Build(quantity.Scan("5 5 5"))
	five, _ := quantity.Parse("5")
	n := 0
	for hit := range index.Hits(five) {
		if hit.Relation != quantity.Same {
			t.Errorf("hit %d is %d, want Same", hit.Token, hit.Relation)
		}
		n++
		break
	}
	if n != 1 || len(index.Find(five)) != 3 || len(index.Tokens()) != 3 {
		t.Errorf("%d hits before the stop, %d in all, want 1 and 3", n, len(index.Find(five)))
	}
}

func TestFindWithoutYear(t *testing.T) {
	index := quantity.Build(quantity.Scan("2025-05-06T10:00:00Z 2026-05-06 2026-05-07T00:00:00Z 1778025600"))
	stated := quantity.ScanClaim("on May 6")[0]
	if got := len(index.Find(stated)); got != 3 {
		t.Errorf("Find(%q) has %d hits, want 3", stated.Literal, got)
	}
}

func TestEpoch(t *testing.T) {
	tests := []struct{ number, want string }{
		{"1777448484", "2026-04-29T07:41:24Z"},
		{"1777448484.774", "2026-04-29T07:41:24.774Z"},
		{"1.777448484e9", "2026-04-29T07:41:24Z"},
		{"1777448484774", "2026-04-29T07:41:24.774Z"},
		{"1777448484774000", "2026-04-29T07:41:24.774Z"},
		{"1777448484774000001", "2026-04-29T07:41:24.774000001Z"},
		{"1777448484.774000001", "2026-04-29T07:41:24.774000001Z"},
		{"17774484e2", "2026-04-29T07:40:00Z"},
		{"999999999", ""},
		{"-1777448484", ""},
		{"1777448484 bytes", ""},
		{"12345678901234567890123", ""},
	}
	for _, tt := range tests {
		t.Run(tt.number, func(t *testing.T) {
			tok, _ := quantity.Parse(tt.number)
			got := ""
			if at, ok := tok.Epoch(); ok {
				got = spellOne(at)
			}
			if got != tt.want {
				t.Errorf("Epoch of %s is %q, want %q", tt.number, got, tt.want)
			}
		})
	}
}
