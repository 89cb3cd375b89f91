package quantity

import "strings"

// longestWord bounds the words that may be units.
const longestWord = 14

// unitOfWord returns the unit that a word of ASCII letters spells. Case counts in
// the short ones: m is not M.
func unitOfWord(w string) (base, bool) {
	if len(w) > longestWord {
		return 0, false
	}
	if b, ok := unitOfLetters(w); ok {
		return b, true
	}
	if len(w) < 3 {
		return 0, false
	}
	return unitOfLongWord(strings.ToLower(w))
}

// unitOfLetters returns the unit that an abbreviation stands for.
func unitOfLetters(w string) (base, bool) {
	switch w {
	case "s":
		return uSecond, true
	case "m":
		return uLetterm, true
	case "h":
		return uHour, true
	case "d":
		return uDay, true
	case "w":
		return uWeek, true
	case "y":
		return uYear, true
	case "ms":
		return uMillisecond, true
	case "us":
		return uMicrosecond, true
	case "ns":
		return uNanosecond, true
	case "hr":
		return uHour, true
	case "wk":
		return uWeek, true
	case "yr":
		return uYear, true
	case "u":
		return uLetteru, true
	case "n":
		return uLettern, true
	}
	return unitOfSize(w)
}

// unitOfSize returns the size that an abbreviation stands for.
func unitOfSize(w string) (base, bool) {
	switch w {
	case "B":
		return uByte, true
	case "k", "K":
		return uLetterK, true
	case "M":
		return uLetterM, true
	case "g", "G":
		return uLetterG, true
	case "t", "T":
		return uLetterT, true
	case "P":
		return uLetterP, true
	case "kb", "KB", "kB":
		return uKB, true
	case "mb", "MB", "mB":
		return uMB, true
	case "gb", "GB", "gB":
		return uGB, true
	case "tb", "TB", "tB":
		return uTB, true
	case "pb", "PB":
		return uPB, true
	case "Kb":
		return uKb, true
	case "Mb":
		return uMb, true
	case "Gb":
		return uGb, true
	case "ki", "Ki", "KI":
		return uKiB, true
	case "mi", "Mi", "MI":
		return uMiB, true
	case "gi", "Gi", "GI":
		return uGiB, true
	case "ti", "Ti", "TI":
		return uTiB, true
	case "Pi":
		return uPiB, true
	case "Ei":
		return uEiB, true
	case "Hz":
		return uHertz, true
	}
	return 0, false
}

// unitOfLongWord returns the unit that a word in lower case spells.
func unitOfLongWord(w string) (base, bool) {
	if b, ok := timeOfWord(w); ok {
		return b, true
	}
	if b, ok := sizeOfWord(w); ok {
		return b, true
	}
	switch w {
	case "percent", "pct", "percentage":
		return uPercent, true
	case "core", "cores", "cpu", "cpus", "vcpu", "vcpus":
		return uCore, true
	case "millicore", "millicores", "millicpu", "millicpus", "mcpu", "mcore", "mcores":
		return uMillicore, true
	case "khz":
		return uKHz, true
	case "mhz":
		return uMHz, true
	case "ghz":
		return uGHz, true
	}
	return currencyOfWord(w)
}

func timeOfWord(w string) (base, bool) {
	switch w {
	case "nanosecond", "nanoseconds", "nanos", "nsec", "nsecs":
		return uNanosecond, true
	case "microsecond", "microseconds", "micros", "usec", "usecs":
		return uMicrosecond, true
	case "millisecond", "milliseconds", "millis", "msec", "msecs":
		return uMillisecond, true
	case "second", "seconds", "sec", "secs":
		return uSecond, true
	case "minute", "minutes", "min", "mins":
		return uMinute, true
	case "hour", "hours", "hrs":
		return uHour, true
	case "day", "days":
		return uDay, true
	case "week", "weeks", "wks":
		return uWeek, true
	case "month", "months":
		return uMonth, true
	case "year", "years", "yrs":
		return uYear, true
	}
	return 0, false
}

func sizeOfWord(w string) (base, bool) {
	switch w {
	case "byte", "bytes", "octets":
		return uByte, true
	case "kilobyte", "kilobytes", "kbytes":
		return uKB, true
	case "megabyte", "megabytes", "megs", "mbytes":
		return uMB, true
	case "gigabyte", "gigabytes", "gigs", "gbytes":
		return uGB, true
	case "terabyte", "terabytes":
		return uTB, true
	case "petabyte", "petabytes":
		return uPB, true
	case "kib", "kibibyte", "kibibytes":
		return uKiB, true
	case "mib", "mebibyte", "mebibytes":
		return uMiB, true
	case "gib", "gibibyte", "gibibytes":
		return uGiB, true
	case "tib", "tebibyte", "tebibytes":
		return uTiB, true
	case "pib", "pebibyte", "pebibytes":
		return uPiB, true
	case "eib":
		return uEiB, true
	case "bit", "bits":
		return uBit, true
	case "kbit", "kbits":
		return uKbit, true
	case "mbit", "mbits", "megabit", "megabits":
		return uMbit, true
	case "gbit", "gbits", "gigabit", "gigabits":
		return uGbit, true
	case "tbit", "tbits":
		return uTbit, true
	}
	return 0, false
}

func currencyOfWord(w string) (base, bool) {
	switch w {
	case "usd", "dollar", "dollars":
		return uUSD, true
	case "eur", "euro", "euros":
		return uEUR, true
	case "gbp":
		return uGBP, true
	case "cny", "rmb", "yuan":
		return uCNY, true
	case "jpy", "yen":
		return uJPY, true
	case "inr":
		return uINR, true
	}
	return 0, false
}

// rateOfWord returns the rate that an abbreviation stands for.
func rateOfWord(w string) (Unit, bool) {
	switch w {
	case "qps", "QPS", "rps", "RPS", "tps", "TPS", "ops", "IOPS", "iops", "eps", "EPS":
		return PerSecond, true
	case "rpm", "RPM":
		return PerMinute, true
	case "bps":
		return Unit(uBit).perTime(uSecond), true
	case "kbps", "Kbps", "KBps", "kBps":
		return Unit(uKb).perTime(uSecond), true
	case "mbps", "Mbps":
		return Unit(uMb).perTime(uSecond), true
	case "gbps", "Gbps":
		return Unit(uGb).perTime(uSecond), true
	case "Bps":
		return Byte.perTime(uSecond), true
	case "MBps":
		return Unit(uMB).perTime(uSecond), true
	case "GBps":
		return Unit(uGB).perTime(uSecond), true
	}
	return None, false
}

// han is the units that Chinese writes without a blank, longest first where one
// begins another.
var han = [...]struct {
	word string
	unit base
}{
	{"纳秒", uNanosecond}, {"微秒", uMicrosecond}, {"毫秒", uMillisecond},
	{"秒钟", uSecond}, {"秒", uSecond},
	{"分钟", uMinute}, {"个小时", uHour}, {"小时", uHour}, {"天", uDay},
	{"个星期", uWeek}, {"星期", uWeek}, {"周", uWeek}, {"个月", uMonth},
	{"字节", uByte}, {"兆字节", uMB}, {"核", uCore}, {"毫核", uMillicore},
	{"美元", uUSD}, {"欧元", uEUR}, {"英镑", uGBP}, {"日元", uJPY}, {"人民币", uCNY}, {"元", uCNY},
	{"€", uEUR}, {"£", uGBP}, {"赫兹", uHertz}, {"个百分点", uPercent}, {"％", uPercent},
}

// unitOfHan returns the Chinese unit that begins at i, and where it ends.
func unitOfHan(text string, i int) (base, int, bool) {
	for _, h := range han {
		if strings.HasPrefix(text[i:], h.word) {
			return h.unit, i + len(h.word), true
		}
	}
	return 0, i, false
}

// multiplierOfWord returns the power of ten that a word multiplies a number by.
func multiplierOfWord(w string) (int, bool) {
	switch w {
	case "thousand":
		return 3, true
	case "million", "millions", "mio", "mln":
		return 6, true
	case "billion", "billions", "bn":
		return 9, true
	case "trillion":
		return 12, true
	}
	return 0, false
}

// hanMultipliers are the powers of ten that Chinese writes after a number.
var hanMultipliers = [...]struct {
	word string
	exp  int
}{{"万亿", 12}, {"百万", 6}, {"千万", 7}, {"万", 4}, {"亿", 8}, {"千", 3}}
