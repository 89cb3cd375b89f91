package quantity

import "strings"

// longestKey bounds the keys that are looked at.
const longestKey = 256

// UnitOfKey returns the unit that a key, a column's title or a metric's name
// gives the bare numbers under it: bytes for container_memory_usage_bytes,
// seconds for timeoutSeconds and node_cpu_seconds_total, milliseconds for
// latency_ms. Where a key leaves open which, the unit has several meanings:
// [Share], [DataOrShare], [CPUOrShare], [RateOrShare], [Elapsed], [Money]. It returns None and true for a key
// that counts things (restartCount, http_requests_total), and false where the key
// tells nothing.
func UnitOfKey(key string) (Unit, bool) {
	if len(key) > longestKey {
		return None, false
	}
	if i := strings.IndexByte(key, '{'); i > 0 {
		key = key[:i] // labels of a metric
	}
	if strings.IndexByte(key, '%') >= 0 {
		return Percent, true
	}
	var room [16]string
	return unitOfWords(keyWords(room[:0], key))
}

// unitOfWords reads the unit from the last words of a key.
func unitOfWords(words []string) (Unit, bool) {
	n := len(words)
	if n == 0 {
		return None, false
	}
	last := strings.ToLower(words[n-1])
	if n == 2 && strings.EqualFold(words[0], "time") && timed(last) {
		return Elapsed, true
	}
	if n > 2 && strings.EqualFold(words[n-2], "as") {
		return unitOfWords(words[:n-2]) // percent_as_number
	}
	if aside(last) && (n < 2 || !strings.EqualFold(words[n-2], "per")) {
		if n > 1 && holdsData(words[n-2]) {
			return DataOrShare, true
		}
		u, ok := unitOfWords(words[:n-1])
		return u, ok || last == "total"
	}
	if n > 2 && last == "use" && strings.EqualFold(words[n-2], "in") {
		return unitOfWords(words[:n-2]) // dbSizeInUse
	}
	if u, ok := rateOfWords(words); ok {
		return u, true
	}
	if last == "usage" && n > 1 {
		if u, ok := unitOfKeyWord(words[n-2]); ok && (u == DataOrShare || u == CPUOrShare) {
			return u, true
		}
	}
	if last == "time" && n > 1 && takesTime(words[n-2]) {
		return Elapsed, true
	}
	if u, ok := unitOfKeyWord(words[n-1]); ok {
		return u, true
	}
	return unitSpelt(words[:n-1])
}

// unitSpelt returns the unit that is spelt out inside a key whose last word tells
// none: Seconds_Behind_Source, totalBytesProcessed, secs_running.
func unitSpelt(words []string) (Unit, bool) {
	for _, w := range words {
		switch strings.ToLower(w) {
		case "bytes", "kilobytes", "megabytes", "seconds", "millis", "milliseconds", "microseconds", "nanoseconds":
			return unitOfKeyWord(w)
		case "secs":
			return Second, true
		case "microsecs":
			return Microsecond, true
		}
	}
	return None, false
}

// holdsData tells what has so many bytes free or used: disk_free, swapTotal.
func holdsData(w string) bool {
	switch strings.ToLower(w) {
	case "disk", "storage", "swap", "ram":
		return true
	}
	return false
}

// takesTime tells response_time, which is how long it took, from start_time.
func takesTime(w string) bool {
	switch strings.ToLower(w) {
	case "response", "exec", "execution", "query", "processing", "wait", "run", "request", "connect", "lookup", "queue", "load", "planning":
		return true
	}
	return false
}

// timed tells the steps of a request that curl prints the times of: time_connect.
func timed(w string) bool {
	switch w {
	case "namelookup", "connect", "appconnect", "pretransfer", "redirect", "starttransfer", "total":
		return true
	}
	return false
}

// aside reports whether a word at the end of a key says which of the values it
// is, and the unit stands before it.
func aside(w string) bool {
	switch w {
	case "total", "sum", "max", "min", "avg", "mean", "average", "median", "p50", "p75", "p90", "p95", "p99", "p999",
		"current", "peak", "limit", "limits", "request", "used", "free", "available", "threshold", "bucket", "value", "values", "created",
		"inuse", "committed", "allocated", "reserved", "capacity":
		return true
	}
	return false
}

// rateOfWords reads "…_per_second" and "…_per_sec".
func rateOfWords(words []string) (Unit, bool) {
	n := len(words)
	if n < 3 || !strings.EqualFold(words[n-2], "per") {
		return None, false
	}
	b, ok := unitOfWord(words[n-1])
	if strings.EqualFold(words[n-1], "min") {
		b, ok = uMinute, true
	}
	if !ok || !durationBase(b) {
		return None, false
	}
	counted, ok := unitOfKeyWord(words[n-3])
	if !ok || counted.per() != uNone {
		counted = None
	}
	return counted.perTime(b), true
}

// unitOfKeyWord returns the unit that one word of a key names.
func unitOfKeyWord(w string) (Unit, bool) {
	switch strings.ToLower(w) {
	case "ratio", "fraction":
		return Ratio, true
	case "utilization", "utilisation", "util", "usage", "saturation":
		return Share, true
	case "rate":
		return RateOrShare, true
	case "memory", "mem", "maxmemory", "heap", "rss", "size", "space":
		return DataOrShare, true
	case "cpu":
		return CPUOrShare, true
	case "percent", "percentage", "pct", "perc":
		return Percent, true
	case "duration", "latency", "elapsed", "uptime", "delay", "timeout", "interval", "period", "ttl", "took", "await", "rt", "urt", "uct":
		return Elapsed, true
	case "nano", "nanos":
		return Nanosecond, true
	case "micro", "micros":
		return Microsecond, true
	case "milli", "millis":
		return Millisecond, true
	case "price", "prices", "cost", "costs", "amount", "fee", "fees", "balance", "payment", "refund", "charge", "revenue", "budget", "spend":
		return Money, true
	case "count", "counts", "num", "number", "replicas", "restarts", "errors", "requests":
		return None, true
	case "ms":
		return Millisecond, true
	case "us":
		return Microsecond, true
	case "ns":
		return Nanosecond, true
	case "millicores", "millicpu", "mcpu":
		return Millicore, true
	case "min", "m", "k", "g", "t", "p", "n", "u", "d", "h", "w", "y", "b":
		return None, false // a minimum, a name
	case "s":
		return Second, true
	}
	if u, ok := rateOfWord(w); ok {
		return u, true
	}
	if b, ok := unitOfWord(w); ok {
		return Unit(b), true
	}
	if window, ok := strings.CutPrefix(strings.ToLower(w), "rate"); ok && isDigit(at(window, 0)) {
		return RateOrShare, true // rate5m, as recording rules have it
	}
	return None, false
}

// keyWords appends the words of a key, split at what is no letter or digit and
// at capitals: memoryMiB is memory and MiB.
func keyWords(to []string, key string) []string {
	for i := 0; i < len(key) && len(to) < cap(to); {
		end := wordEnd(key, i)
		if end == i {
			i++
			continue
		}
		to = append(to, key[i:end])
		i = end
	}
	return to
}

// wordEnd returns the end of the word of a key that begins at i.
func wordEnd(key string, i int) int {
	if end := sizeEnd(key, i); end > i {
		return end
	}
	end := i
	for end < len(key) && isWord(key[end]) && key[end] != '_' {
		if end > i && isUpper(key[end]) && (!isUpper(key[end-1]) || endsAcronym(key, end)) {
			break
		}
		end++
	}
	return end
}

// endsAcronym reports whether a word begins at a capital behind an acronym: the
// second U in CPUUtilization. A plural has no such: IDs.
func endsAcronym(key string, i int) bool {
	next := at(key, i+1)
	return isLetter(next) && !isUpper(next) && wordAt(key, i+2) && !isUpper(key[i+2])
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// sizeEnd returns the end of a size that is written with capitals, such as MiB,
// kB and Gi, at i; i when there is none.
func sizeEnd(key string, i int) int {
	end := letters(key, i, 3)
	if wordAt(key, end) && !isUpper(key[end]) && key[end] != '_' {
		return i
	}
	switch key[i:end] {
	case "KiB", "MiB", "GiB", "TiB", "kB", "KB", "MB", "GB", "TB", "Ki", "Mi", "Gi", "Ti":
		return end
	}
	return i
}
