package quantity_test

import (
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// Every spelling of a unit is read behind a number, with a blank and without.
func TestSpellingsOfUnits(t *testing.T) {
	tests := []struct{ want, spellings string }{
		{"%", "% percent pct percentage 个百分点"},
		{"bytes", "B byte bytes octets 字节"},
		{"KB", "kb KB kB kilobyte kilobytes kbytes"},
		{"MB", "mb MB megabyte megabytes megs mbytes 兆字节"},
		{"GB", "gb GB gigabyte gigabytes gigs gbytes"},
		{"TB", "tb TB terabyte terabytes"},
		{"PB", "pb PB petabyte petabytes"},
		{"KiB", "Ki ki KiB kib kibibyte kibibytes"},
		{"MiB", "Mi mi MiB mib mebibyte mebibytes"},
		{"GiB", "Gi gi GiB gib gibibyte gibibytes"},
		{"TiB", "Ti ti TiB tib tebibyte tebibytes"},
		{"PiB", "Pi PiB pebibyte pebibytes"},
		{"EiB", "Ei EiB"},
		{"bits", "bit bits"},
		{"kbit", "kbit kbits"},
		{"Mbit", "Mbit megabit megabits"},
		{"Gbit", "Gbit gigabit gigabits"},
		{"Tbit", "Tbit"},
		{"Kb", "Kb"}, {"Mb", "Mb"}, {"Gb", "Gb"},
		{"K", "k K"}, {"M", "M"}, {"G", "G"}, {"T", "T"}, {"m", "m"},
		{"ns", "ns nanosecond nanoseconds nanos nsec 纳秒"},
		{"µs", "µs μs us microsecond microseconds micros usec 微秒"},
		{"ms", "ms msec msecs millis millisecond milliseconds 毫秒"},
		{"s", "s sec secs second seconds Seconds 秒 秒钟"},
		{"min", "min mins minute minutes 分钟"},
		{"h", "h hr hrs hour hours 小时 个小时"},
		{"d", "d day days 天"},
		{"weeks", "wk wks week weeks 周 星期 个星期"},
		{"months", "month months 个月"},
		{"years", "yr yrs year years"},
		{"cores", "core cores cpu CPU CPUs vCPU vCPUs 核"},
		{"millicores", "millicore millicores millicpu mcores 毫核"},
		{"Hz", "Hz 赫兹"}, {"kHz", "kHz"}, {"MHz", "MHz"}, {"GHz", "GHz"},
		{"USD", "USD dollars 美元"},
		{"EUR", "EUR euro euros € 欧元"},
		{"GBP", "GBP £ 英镑"},
		{"CNY", "CNY RMB yuan 元 人民币"},
		{"JPY", "JPY yen 日元"},
		{"INR", "INR"},
		{"/s", "qps QPS rps tps ops IOPS eps /s /sec req/s calls/sec 次/秒 次每秒 次/s"},
		{"/min", "rpm RPM /min 次/分钟"},
		{"/h", "/h /hour"},
		{"bits/s", "bps bit/s"},
		{"Kb/s", "kbps Kbps KBps"}, {"Mb/s", "Mbps mbps Mb/s"}, {"Gb/s", "Gbps"},
		{"bytes/s", "Bps B/s bytes/sec 字节/秒"},
		{"MB/s", "MBps MB/s"}, {"GB/s", "GBps"},
	}
	for _, tt := range tests {
		for spelling := range strings.FieldsSeq(tt.spellings) {
			for _, gap := range []string{"", " "} {
				if gap != "" && strings.HasPrefix(spelling, "/") {
					continue
				}
				got := quantity.ScanClaim("it was 7" + gap + spelling + ".")
				if len(got) != 1 || spellOne(got[0]) != "7 "+tt.want {
					t.Errorf("7%s%s is %s, want 7 %s", gap, spelling, spell(got), tt.want)
				}
			}
		}
	}
}

func TestAttachedUnits(t *testing.T) {
	tests := []struct{ text, want string }{
		{"100n", "100 n"}, {"100u", "100 u"}, {"2y", "2 years"}, {"2w", "2 weeks"}, {"5g", "5 G"}, {"5t", "5 T"}, {"5P", "5 P"},
		{"2y35d", "765 d"},
		{"1w2d", "9 d"},
	}
	for _, tt := range tests {
		if got := spell(quantity.ScanClaim(tt.text)); got != tt.want {
			t.Errorf("ScanClaim(%q) = %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestZones(t *testing.T) {
	tests := []struct{ zone, want string }{
		{"", "@43200"}, {"Z", "@43200"}, {" UTC", "@43200"}, {" GMT", "@43200"}, {" (UTC)", "@43200"}, {", UTC", "@43200"},
		{" UTC+8", "@14400"}, {" UTC+08:00", "@14400"}, {" (UTC+8)", "@14400"}, {" GMT-5", "@61200"}, {" UTC+5:30", "@23400"},
		{"+08:00", "@14400"}, {"+0800", "@14400"}, {" +0800", "@14400"}, {" CET", "@39600"}, {" CEST", "@36000"}, {" EEST", "@32400"},
		{" SGT", "@14400"}, {" JST", "@10800"}, {" AEST", "@7200"}, {" EDT", "@57600"}, {" EST", "@61200"}, {" MDT", "@64800"},
		{" PDT", "@68400"}, {" PST", "@72000"},
		{"（UTC+8）", "@14400"}, {"（UTC）", "@43200"}, {"（北京时间）", "@14400"}, {" 北京时间", "@14400"}, {" Beijing time", "@14400"}, {" (China Standard Time)", "@14400"},
		{" CST", "@43200"}, // in China or in Chicago
		{" hours", "@43200"},
	}
	for _, tt := range tests {
		t.Run(tt.zone, func(t *testing.T) {
			if got := spell(quantity.ScanClaim("at 12:00:00" + tt.zone)); got != tt.want {
				t.Errorf("12:00:00%s is %s, want %s", tt.zone, got, tt.want)
			}
		})
	}
}
