package quantity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// spell writes tokens the way the tables below do: kind, number as written, unit.
func spell(tokens []quantity.Token) string {
	var out []string
	for _, t := range tokens {
		out = append(out, spellOne(t))
	}
	return strings.Join(out, " | ")
}

func spellOne(t quantity.Token) string {
	mark := ""
	if t.Hedged() {
		mark = "~"
	}
	if t.AtLeast() {
		mark += "+"
	}
	switch t.Kind() {
	case quantity.Number, quantity.Quantity:
		v := t.Rat().FloatString(6)
		v = strings.TrimSuffix(strings.TrimRight(v, "0"), ".")
		return strings.TrimSpace(mark + v + " " + t.Unit().String())
	case quantity.Moment:
		if t.Impossible() {
			return mark + "no time"
		}
		if at, ok := t.Instant(); ok {
			layout := "2006-01-02T15:04:05.999999999Z"
			if !t.HasClock() {
				layout = "2006-01-02"
			}
			out := mark + at.Format(layout)
			if t.HasClock() && !t.HasZone() {
				out = strings.TrimSuffix(out, "Z")
			}
			return out
		}
		return fmt.Sprintf("%s@%s", mark, t.Rat().FloatString(0))
	default:
		return mark + t.Kind().String() + ":" + t.Literal
	}
}

func TestScanClaim(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"integers", "restarted 14 times, 1,234,567 rows, -5 or (-5)", "14 | 1234567 | -5 | -5"},
		{"decimals", "0.5, .5 and 9.162183e+01", "0.5 | 0.5 | 91.62183"},
		{"percent", "92% 92 % 92 percent 92.5%-93.1%", "92 % | 92 % | 92 % | 92.5 % | 93.1 %"},
		{"IEC sizes", "1.5Gi 1536Mi 8GiB 1 KiB", "1.5 GiB | 1536 MiB | 8 GiB | 1 KiB"},
		{"SI sizes", "1610612736 bytes, 512MB, 1 gigabyte, 512B", "1610612736 bytes | 512 MB | 1 GB | 512 bytes"},
		{"letters", "8G 512m 64k 5M", "8 G | 512 m | 64 K | 5 M"},
		{"CPU", "250m 0.5 cores 2 CPUs 500 millicores 2核", "250 m | 0.5 cores | 2 cores | 500 millicores | 2 cores"},
		{"durations", "1h30m, 90 min, 1m20s, 1.5s, 250ms, 5µs, 5μs, 2d3h", "90 min | 90 min | 80 s | 1.5 s | 250 ms | 5 µs | 5 µs | 51 h"},
		{"duration words", "3 seconds; 2 hours 30 minutes; 1 hour and 5 minutes", "3 s | 150 min | 65 min"},
		{"ISO durations", "PT1H30M P1DT2H PT0.5S", "90 min | 26 h | 0.5 s"},
		{"Chinese durations", "1小时30分钟，90秒；5天、20毫秒；5分30秒", "90 min | 90 s | 5 d | 20 ms | 330 s"},
		{"rates", "12/s, 3.4 req/s, 5MB/s, 12 per second, 0 calls/sec, 100 qps", "12 /s | 3.4 /s | 5 MB/s | 12 /s | 0 /s | 100 /s"},
		{"rates by the minute", "12 requests per minute, 30/min", "12 /min | 30 /min"},
		{"Chinese rates", "每秒12次, 每秒 12 个请求, 14次/秒", "12 /s | 12 /s | 14 /s"},
		{"money", "$12.50, 12 USD, ¥100, USD 12, $1.2M, €5, 100元", "12.5 USD | 12 USD | 100 ¥ | 12 USD | 1200000 USD | 5 EUR | 100 CNY"},
		{"multiplied", "1.2 million rows, 3万次, 1.2亿, 10k requests", "1200000 | 30000 | 120000000 | 10 K"},
		{"versions", "v1.29.3, v2, 1.0.0, 2.4-ubi9, 1.27.3+k3s1, 15.18-1.pgdg120+1", "version:v1.29.3 | version:v2 | version:1.0.0 | version:2.4-ubi9 | version:1.27.3+k3s1 | version:15.18-1.pgdg120+1"},
		{"addresses", "10.0.0.1, 10.0.0.1:5432, 10.0.0.0/16, fe80::1, [::1]:80", "address:10.0.0.1 | address:10.0.0.1:5432 | address:10.0.0.0/16 | address:fe80::1 | address:::1 | 80"},
		{"ports", "db:5432, :8080/healthz, port 5432/TCP", "5432 | 8080 | 5432"},
		{"RFC 3339", "2026-05-06T21:38:58Z 2026-05-06T21:38:58.1+08:00", "2026-05-06T21:38:58Z | 2026-05-06T13:38:58.1Z"},
		{"dates and times", "2026-05-06 21:39:00, 2026-05-06 21:39:00,123 and 2026-05-06", "2026-05-06T21:39:00 | 2026-05-06T21:39:00.123 | 2026-05-06"},
		{"numeric zones", "2026-04-04 23:31:47+08:00 2026-04-15T13:18:05+0800 2026-05-06 21:39:00+00", "2026-04-04T15:31:47Z | 2026-04-15T05:18:05Z | 2026-05-06T21:39:00Z"},
		{"clocks", "10:31, 10:31:02 UTC, 10:31Z, 3:04 PM, 3 PM", "@37860 | @37862 | @37860 | @54240 | @54000"},
		{"ranges of times", "between 10:31 and 10:35; (14:30 to 15:00 UTC+8); 10:00-10:30", "@37860 | @38100 | @23400 | @25200 | @36000 | @37800"},
		{"named months", "March 23, 2021; 06/May/2026:21:39:00 +0000; May 6, 2026 at 21:39", "2021-03-23 | 2026-05-06T21:39:00Z | 2026-05-06T21:39:00"},
		{"date(1)", "Mon May  6 21:39:00 2026", "2026-05-06T21:39:00"},
		{"syslog", "May  6 21:39:00 db-0", "@957649140"},
		{"Chinese times", "10点31分, 2026年5月6日 21:39, 2026年5月6日10点31分02秒", "@37860 | 2026-05-06T21:39:00 | 2026-05-06T10:31:02"},
		{"Chinese afternoon", "5月6日下午3点20分", "@957626400"},
		{"other dates", "2026/05/04 00:21:33, 20260506T213900Z", "2026-05-04T00:21:33 | 2026-05-06T21:39:00Z"},
		{"names", "checkout-7d9f sha256:38d71a4c worker-77c466789-fwqjl ip-10-0-1-2 k8s s3 http2 p99 5xx kv-store-2", ""},
		{"UUIDs and hashes", "443a857f-894d-4ff2-a51a-fa55d93a1d84 12345678-1234-1234-1234-123456789012 0a:58:0a:87:00:1f caa704e", ""},
		{"paths", "/api/v1/orders/42 /var/log/pods/0/1 data_2024.csv log-2026.05.06 report-2026-05-06.txt 10-listen.sh", ""},
		{"ordinals", "the 95th percentile and the 1st", ""},
		{"brackets", "OOMKilled(137) code=137 x=14, [14] (10/10) 0/1 2/3", "137 | 137 | 14 | 14 | 10 | 10 | 0 | 1 | 2 | 3"},
		{"times", "14x, 14次, 共3个, x28, (x28 over 5m), ×6", "14 | 14 | 3 | 28 | 28 | 5 m | 6"},
		{"hyphens", "5-minute window, 3-node cluster, 10-20 ms, 2–3 pods", "5 min | 3 | 10 | 20 ms | 2 | 3"},
		{"arrows", "98→254, 98 -> 254, 98->254", "98 | 254 | 98 | 254 | 98 | 254"},
		{"at least", "5+ restarts", "+5"},
		{"hedges", "about 5 pods, ~7.9 GiB, 约 30 秒, 大约5个, 5个左右, nearly 12", "~5 | ~7.9 GiB | ~30 s | ~5 | ~5 | ~12"},
		{"no hedges", "whereabout 5, 2~3 pods", "5 | 2 | 3"},
		{"list markers", "1. first 2 items\n 2) second", "2"},
		{"phrases", "on call 24/7", ""},
		{"lists of three digits", "[1,234,567] and a,100,200,b", "1 | 234 | 567 | 100 | 200"},
		{"JSON", `{"exitCode":1,"a":[1,2.50],"x":-1}`, "1 | 1 | 2.5 | -1"},
		{"no units", "5 s3 buckets, 5 us-east-1 nodes", "5 | 5"},
		{"Chinese prose", "内存使用率92.5%，共14个Pod重启3次", "92.5 % | 14 | 3"},
		{"nanoseconds since the epoch", "1616481000123456789", "1616481000123456789"},
		{"spare units", "3.2/4 GiB, 5 to 10 minutes", "3.2 | 4 GiB | 5 | 10 min"},
		{"per cent", "92 per cent, 200req/s, 8-GB, 12-core", "92 % | 200 /s | 8 GB | 12 cores"},
		{"addresses in URLs", "http://10.0.0.1:8080/healthz", "address:10.0.0.1:8080"},
		{"images", "shop/checkout:v2.3.1-rc.4@sha256:deadbeef12345678", "version:v2.3.1-rc.4"},
		{"zones before", "北京时间 22:03 至 22:10，22:20 UTC+8 到 22:30", "@50580 | @51000 | @51600 | @52200"},
		{"zones alone", "all times in UTC+8 or GMT-5", ""},
		{"year last", "07/01/2026 10:31, 1.7.2026, 31/12/2026", "2026-07-01T10:31:00 | 2026-07-01 | 2026-12-31"},
		{"months", "in July 2026", "2026-07-01"},
		{"prose commas", "over 9,000; up to 12,000, and 1,000.", "9000 | 12000 | 1000"},
		{"versions in names are names", "nginx/1.25.3 go1.22.3 node/10.0.0.1", ""},
		{"noon and midnight", "12:30 AM, 12:30 PM, 12 AM, 11 pm", "@1800 | @45000 | @0 | @82800"},
		{"day first", "6 May 2026, 6-May-2026, May 6th, 2026, Sept. 6", "2026-05-06 | 2026-05-06 | 2026-05-06 | @968198400"},
		{"no dates", "2026-13-05 2026-02-30 31/31/2026 May 32 2026/5/2026", "no time | no time | 31 | 31 | 2026 | 32 | 2026 | 5 | 2026"},
		{"no clocks", "25:00 10:75 3:1 80:8080 10:31:02:05", "25 | 0 | 10 | 75 | 3 | 1 | 80 | 8080"},
		{"options", "--tail=5 --since=-5m -n5 --5", "5 | -5 m | 5"},
		{"currency attached", "USD12 and 3 USD", "12 USD | 3 USD"},
		{"big multiples", "2 thousand, 3 billion, 1 trillion, 5千, 2百万, 1万亿", "2000 | 3000000000 | 1000000000000 | 5000 | 2000000 | 1000000000000"},
		{"ISO with all parts", "P2Y P3W P1DT2H3M4.5S PT P1X PT5", "2 years | 3 weeks | 93784.5 s"},
		{"Chinese dates with blanks", "2026 年 5 月 6 日 21:39, 5 月 6 日 10:31 UTC, 3 个月, 12 月", "2026-05-06T21:39:00 | @957609060 | 3 months | 12"},
		{"Chinese words of time", "2026年5月6日下午3点, 5月6日 10:31 UTC, 10时31分02秒, 13月5日", "2026-05-06T15:00:00 | @957609060 | @37862 | 13 | 5"},
		{"mixed hedges", "近3个月, close to 90%, just under 5 GiB", "~3 months | ~90 % | ~5 GiB"},
		{"beyond 64 bits", "123456789012345678901234567890", "123456789012345678901234567890"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := spell(quantity.ScanClaim(tt.text)); got != tt.want {
				t.Errorf("ScanClaim(%q)\n got %s\nwant %s", tt.text, got, tt.want)
			}
		})
	}
}

func TestScan(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no hedges", "about 5, ~6", "5 | 6"},
		{"list markers count", "1. first", "1"},
		{"versions in names", "nginx/1.25.3 go1.22.3 postgresql-15.4.tar.gz", "version:1.25.3 | version:1.22.3 | version:15.4"},
		{"addresses in names", "node/10.0.0.1:8080", "address:10.0.0.1:8080"},
		{"labels are no versions", "le_0.5", ""},
		{"klog", "E0701 10:31:02.123456       1 reflector.go:138] failed: 401", "@962447462 | 1 | 138 | 401"},
		{"nginx", `10.0.0.9 - - [01/Jul/2026:10:31:02 +0000] "GET / HTTP/1.1" 502 1234 0.123`,
			"address:10.0.0.9 | 2026-07-01T10:31:02Z | 502 | 1234 | 0.123"},
		{"java", "[GC 512K->128K(1024K), 0.0123 secs]", "512 K | 128 K | 1024 K | 0.0123 s"},
		{"kubectl", "checkout-7d9f-fwqjl   0/1   CrashLoopBackOff   14 (2m30s ago)   5d3h", "0 | 1 | 14 | 150 s | 123 h"},
		{"df", "/dev/sda1  40G  38G  2.0G  96% /", "40 G | 38 G | 2 G | 96 %"},
		{"prometheus", `[1777448484.774,"0.92"]`, "1777448484.774 | 0.92"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := spell(quantity.Scan(tt.text)); got != tt.want {
				t.Errorf("Scan(%q)\n got %s\nwant %s", tt.text, got, tt.want)
			}
		})
	}
}
