package rules_test

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"
)

// fact is a value that an output shows, and how a claim may say it.
type fact struct {
	key    string // its name in JSON and logs; a table has it in capitals
	label  [2]string
	shown  string // as it stands there
	number bool   // of JSON, not a string
	value  *big.Rat
	said   []spelling
}

// English and Chinese are the languages of labels.
const (
	english = iota
	chinese
)

// spelling is one way to say a value: digits that can be changed, in a unit.
type spelling struct {
	text  string
	scale *big.Rat // what the number counts; nil where the text is no single number
	hours bool     // and minutes
}

// in spells a value in units of a scale, or not at all where that takes more than
// places behind the point.
func in(value *big.Rat, num, den int64, places int, suffixes ...string) []spelling {
	scale := big.NewRat(num, den)
	q := new(big.Rat).Quo(value, scale)
	digits, exact := q.FloatPrec()
	if !exact || digits > places {
		return nil
	}
	var out []spelling
	for _, suffix := range suffixes {
		out = append(out, spelling{text: q.FloatString(digits) + suffix, scale: scale})
	}
	return out
}

// kind is a kind of value that outputs show.
type kind struct {
	draw   func(t *rapid.T) fact
	number bool
}

// kinds are all of them; each has a key of its own.
func kinds() []kind {
	return []kind{
		{count("restart_count", "restart count", "重启次数"), true},
		{count("active_connections", "number of active connections", "活跃连接数"), true},
		{count("error_count", "error count", "错误数"), true},
		{gauge, true}, {ratio, true}, {percent, true}, {size, false}, {bytes, true}, {cores, false}, {latency, true}, {uptime, true},
		{timeout, false}, {money, false}, {version, false}, {address, false},
		{code("exit_code", "exit code", "退出码", 1, 255), true}, {code("status_code", "status code", "状态码", 400, 599), true},
	}
}

func count(key, inEnglish, inChinese string) func(t *rapid.T) fact {
	return func(t *rapid.T) fact {
		n := rapid.Int64Range(2, rapid.SampledFrom([]int64{10, 100, 9_999_999}).Draw(t, "most")).Draw(t, "n")
		f := fact{key: key, label: [2]string{inEnglish, inChinese}, shown: strconv.FormatInt(n, 10), number: true, value: big.NewRat(n, 1)}
		f.said = in(f.value, 1, 1, 0, "")
		if n >= 1000 {
			f.said = append(f.said, spelling{text: grouped(n, ","), scale: one}, spelling{text: grouped(n, "\u00a0"), scale: one}, spelling{text: grouped(n, "\u202f"), scale: one})
			f.said = append(f.said, in(f.value, 10_000, 1, 4, "万", " 万")...)
		}
		return f
	}
}

var one = big.NewRat(1, 1)

// grouped writes a number with separators of thousands.
func grouped(n int64, separator string) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + separator + s[i:]
	}
	return s
}

func gauge(t *rapid.T) fact {
	n := rapid.Int64Range(101, 99_999).Draw(t, "hundredths")
	f := fact{key: "pool_saturation", label: [2]string{"pool saturation", "连接池饱和度"}, number: true, value: big.NewRat(n, 100)}
	f.shown = f.value.FloatString(2)
	f.said = []spelling{{text: f.shown, scale: one}, {text: f.shown + "0", scale: one}}
	return f
}

func ratio(t *rapid.T) fact {
	n := rapid.Int64Range(11, 9999).Draw(t, "n")
	f := fact{key: "error_ratio", label: [2]string{"error ratio", "错误率"}, number: true, value: big.NewRat(n, 10_000)}
	f.shown = f.value.FloatString(4)
	f.said = append(in(f.value, 1, 1, 4, ""), in(f.value, 1, 100, 2, "%", " %", " percent")...)
	return f
}

func percent(t *rapid.T) fact {
	n := rapid.Int64Range(11, 999).Draw(t, "n")
	f := fact{key: "cpu_usage_percent", label: [2]string{"CPU usage", "CPU 使用率"}, number: true, value: big.NewRat(n, 1000)}
	f.shown = new(big.Rat).Mul(f.value, big.NewRat(100, 1)).FloatString(1)
	f.said = in(f.value, 1, 100, 1, "%", " %", " percent")
	return f
}

func size(t *rapid.T) fact {
	n := rapid.Int64Range(2, 64).Draw(t, "n") * 128
	f := fact{key: "memory_limit", label: [2]string{"memory limit", "内存限制"}, shown: fmt.Sprintf("%dMi", n), value: big.NewRat(n<<20, 1)}
	f.said = append(in(f.value, 1<<20, 1, 0, "Mi", " MiB", "MiB"), in(f.value, 1<<30, 1, 3, "Gi", " GiB")...)
	f.said = append(f.said, in(f.value, 1, 1, 0, " bytes")...)
	return f
}

func bytes(t *rapid.T) fact {
	n := rapid.Int64Range(1, 4000).Draw(t, "n") << 20
	f := fact{key: "working_set_bytes", label: [2]string{"working set", "工作集"}, number: true, shown: strconv.FormatInt(n, 10), value: big.NewRat(n, 1)}
	f.said = append(in(f.value, 1, 1, 0, " bytes", " 字节"), in(f.value, 1<<20, 1, 0, "Mi", " MiB")...)
	f.said = append(f.said, spelling{text: grouped(n, ",") + " bytes", scale: one})
	f.said = append(f.said, in(f.value, 1<<30, 1, 4, "Gi", " GiB")...)
	return f
}

func cores(t *rapid.T) fact {
	n := rapid.Int64Range(1, 80).Draw(t, "n") * 50
	f := fact{key: "cpu_limit", label: [2]string{"CPU limit", "CPU 限制"}, shown: fmt.Sprintf("%dm", n), value: big.NewRat(n, 1000)}
	f.said = append(in(f.value, 1, 1000, 0, "m", " millicores"), in(f.value, 1, 1, 3, " cores", " 核")...)
	return f
}

func latency(t *rapid.T) fact {
	n := rapid.Int64Range(101, 99_999).Draw(t, "n")
	f := fact{key: "p99_latency_ms", label: [2]string{"p99 latency", "p99 延迟"}, number: true, shown: strconv.FormatInt(n, 10), value: big.NewRat(n, 1000)}
	f.said = append(in(f.value, 1, 1000, 0, " ms", "ms", " milliseconds", " 毫秒"), in(f.value, 1, 1, 3, " s", "s", " seconds", " 秒")...)
	if n >= 1000 {
		f.said = append(f.said, spelling{text: grouped(n, ",") + " ms", scale: big.NewRat(1, 1000)}, spelling{text: grouped(n, " ") + " ms", scale: big.NewRat(1, 1000)})
	}
	return f
}

func uptime(t *rapid.T) fact {
	n := rapid.Int64Range(2, 600).Draw(t, "minutes")
	f := fact{key: "uptime_seconds", label: [2]string{"uptime", "运行时间"}, number: true, shown: strconv.FormatInt(n*60, 10), value: big.NewRat(n*60, 1)}
	f.said = append(spans(n), in(f.value, 1, 1, 0, " s", " seconds", " 秒")...)
	return f
}

func timeout(t *rapid.T) fact {
	n := rapid.Int64Range(2, 600).Draw(t, "minutes")
	f := fact{key: "scrape_timeout", label: [2]string{"scrape timeout", "抓取超时"}, value: big.NewRat(n*60, 1)}
	f.shown = rapid.SampledFrom([]string{fmt.Sprintf("%dm", n), (time.Duration(n) * time.Minute).String()}).Draw(t, "shown")
	f.said = spans(n)
	return f
}

// spans spells minutes.
func spans(minutes int64) []spelling {
	value := big.NewRat(minutes*60, 1)
	out := append(in(value, 60, 1, 0, " min", " minutes", "m", " 分钟"), in(value, 3600, 1, 2, " hours", " h", " 小时")...)
	if h, m := minutes/60, minutes%60; h > 0 && m > 0 {
		for _, format := range []string{"%dh%dm", "%dh %dm", "PT%dH%dM", "%d 小时 %d 分钟", "%d hours %d minutes"} {
			out = append(out, spelling{text: fmt.Sprintf(format, h, m), hours: true})
		}
	}
	return out
}

func money(t *rapid.T) fact {
	n := rapid.Int64Range(100_000, 99_999_999).Draw(t, "cents")
	f := fact{key: "monthly_cost", label: [2]string{"monthly cost", "每月费用"}, value: big.NewRat(n, 100)}
	cents := fmt.Sprintf(".%02d", n%100)
	f.shown = "$" + grouped(n/100, ",") + cents
	f.said = []spelling{{text: f.shown, scale: one}, {text: "$" + strconv.FormatInt(n/100, 10) + cents, scale: one}, {text: grouped(n/100, ",") + cents + " USD", scale: one}, {text: "USD " + strconv.FormatInt(n/100, 10) + cents, scale: one}}
	return f
}

func version(t *rapid.T) fact {
	numbers := rapid.SliceOfN(rapid.IntRange(0, 40), 3, 3).Draw(t, "version")
	plain := fmt.Sprintf("%d.%d.%d", numbers[0], numbers[1], numbers[2])
	return fact{key: "agent_version", label: [2]string{"agent version", "代理版本"}, shown: "v" + plain, said: []spelling{{text: "v" + plain}, {text: plain}, {text: "`" + plain + "`"}}}
}

func address(t *rapid.T) fact {
	parts := rapid.SliceOfN(rapid.IntRange(1, 254), 3, 3).Draw(t, "address")
	text := fmt.Sprintf("10.%d.%d.%d:%d", parts[0], parts[1], parts[2], rapid.SampledFrom([]int{80, 443, 5432, 6379, 8080}).Draw(t, "port"))
	return fact{key: "upstream", label: [2]string{"upstream", "上游"}, shown: text, said: []spelling{{text: text}, {text: "`" + text + "`"}}}
}

func code(key, inEnglish, inChinese string, least, most int64) func(t *rapid.T) fact {
	return func(t *rapid.T) fact {
		f := fact{key: key, label: [2]string{inEnglish, inChinese}, number: true, value: big.NewRat(rapid.Int64Range(least, most).Draw(t, "code"), 1)}
		f.shown = f.value.FloatString(0)
		f.said = []spelling{{text: f.shown, scale: one}}
		return f
	}
}

// changes returns a text with each of its digits changed to each other one.
func changes(text string) []string {
	var out []string
	for i := range len(text) {
		for c := byte('0'); text[i] >= '0' && text[i] <= '9' && c <= '9'; c++ {
			if c != text[i] {
				out = append(out, text[:i]+string(c)+text[i+1:])
			}
		}
	}
	return out
}

// valueOf returns what a changed spelling states, and half a unit of its last digit.
// It is false for a text that is no single number, or that is none any more.
func (s spelling) valueOf(text string) (value, half *big.Rat, ok bool) {
	if s.hours {
		var h, m int64
		parts := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
		if _, err := fmt.Sscan(parts[0]+" "+parts[1], &h, &m); err != nil {
			return nil, nil, false
		}
		return big.NewRat(h*3600+m*60, 1), big.NewRat(30, 1), true
	}
	if s.scale == nil {
		return nil, nil, false
	}
	number := digitsOf(text)
	value, ok = new(big.Rat).SetString(number)
	if !ok {
		return nil, nil, false
	}
	_, places, _ := strings.Cut(number, ".")
	half = new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(places))), nil))
	half.Mul(half, big.NewRat(1, 2))
	return value.Mul(value, s.scale), half.Mul(half, s.scale), true
}

// digitsOf returns the number that a text begins with, without its separators.
func digitsOf(text string) string {
	number := strings.TrimLeft(strings.NewReplacer(",", "", "\u00a0", "", "\u202f", "", "$", "", "USD", "").Replace(text), " ")
	var b strings.Builder
	for i := range len(number) {
		c := number[i]
		group := c == ' ' && i+1 < len(number) && number[i+1] >= '0' && number[i+1] <= '9'
		if (c < '0' || c > '9') && c != '.' && !group {
			break
		}
		if !group {
			b.WriteByte(c)
		}
	}
	return b.String()
}
