package secret

import "strings"

// pair looks at key: value and key=value, i being the sign between them.
func (f *finder) pair(i int) int {
	key, start := f.keyBefore(i)
	if key == "" {
		return 0
	}
	s := keyStrength(key)
	if s == notSecret {
		if strings.EqualFold(key, "value") && f.namedSecret(start) {
			s = strong
		} else if !strings.EqualFold(key, "auth") {
			return 0
		}
	}
	value := f.valueAfter(i, s == header)
	text := f.text[value.start:value.end]
	switch {
	case s == strong && !placeholder(text) && !isWorkingDirectory(key, text) && !f.isSize(value):
		return f.add(value.start, value.end, Password)
	case s == weak && looksRandom(text):
		return f.add(value.start, value.end, Token)
	case s == header:
		span := headerValue(key, text)
		return f.add(value.start+span[0], value.start+span[1], Header)
	case s == notSecret && isBasic(text):
		return f.add(value.start, value.end, Header)
	}
	return 0
}

// isSize says whether a value is what kubectl describe prints of a Secret's: 9 bytes.
func (f *finder) isSize(value place) bool {
	return strings.Trim(f.text[value.start:value.end], "0123456789") == "" && strings.HasPrefix(f.text[value.end:], " byte")
}

func isWorkingDirectory(key, value string) bool {
	return strings.HasSuffix(key, "PWD") && len(key) <= len("OLDPWD") && strings.HasPrefix(value, "/")
}

// keyBefore returns the word before i, without quotes, and where it starts.
func (f *finder) keyBefore(i int) (key string, start int) {
	end := i
	for steps := 0; end > 0 && steps < 8 && isQuoteOrSpace(f.text[end-1]); steps++ {
		end--
	}
	start = end
	for start > 0 && end-start <= maxKey && isKeyByte(f.text[start-1]) {
		start--
	}
	return f.text[start:end], start
}

type place struct{ start, end int }

// valueAfter returns the value behind the sign at i: what is in quotes, else up
// to the next space or sign that ends a value, or to the end of the line.
func (f *finder) valueAfter(i int, wholeLine bool) place {
	text := f.text
	j := i + 1
	if j < len(text) && (text[j] == '=' || text[j] == ':' || text[j] == '>') {
		return place{j, j} // ==, ::, =>
	}
	for steps := 0; j < len(text) && steps < 64 && (text[j] == ' ' || text[j] == '\t'); steps++ {
		j++
	}
	quote := j
	for quote < len(text) && quote-j < 8 && text[quote] == '\\' {
		quote++
	}
	if quote < len(text) && isQuote(text[quote]) {
		return f.quoted(quote+1, text[quote], quote-j)
	}
	return place{j, f.unquoted(j, wholeLine)}
}

// unquoted returns the end of a value that begins at start. What was read for a
// key before is not read again: in token:token:token: all values end alike.
func (f *finder) unquoted(start int, wholeLine bool) int {
	if wholeLine {
		end := start
		for limit := f.lineEnd(start); end < limit && !endsHeader(f.text[end]); {
			end++
		}
		return end
	}
	if f.valueStart <= start && start < f.valueEnd {
		return f.valueEnd
	}
	end := start
	for end < len(f.text) && end-start < maxValue && !endsValue(f.text[end]) {
		end++
	}
	f.valueStart, f.valueEnd = start, end
	return end
}

// maxValue bounds a value, so that a text of many keys and no space costs no square.
const maxValue = 4096

// quoted returns what stands before the next such quote with as many backslashes.
func (f *finder) quoted(start int, quote byte, escapes int) place {
	for end := start; end < len(f.text) && end-start < maxValue && f.text[end] != '\n'; end++ {
		if f.text[end] != quote {
			continue
		}
		first := end
		for first > start && f.text[first-1] == '\\' {
			first--
		}
		if end-first <= escapes {
			return place{start, first}
		}
	}
	return place{start, f.lineEnd(start)}
}

// lineEnd returns the end of the line, or of what of it is looked at.
func (f *finder) lineEnd(start int) int {
	limit := min(len(f.text), start+maxValue)
	if n := strings.IndexByte(f.text[start:limit], '\n'); n >= 0 {
		return start + n
	}
	return limit
}

// namedSecret says whether what stands before "value": is "name": "DB_PASSWORD".
func (f *finder) namedSecret(start int) bool {
	i := f.back(start, " \t\r\n\"',\\{-", 96)
	end := i
	for i > 0 && end-i <= maxKey && isKeyByte(f.text[i-1]) {
		i--
	}
	if !IsKey(f.text[i:end]) {
		return false
	}
	i = f.back(i, " \t\"':\\", 16)
	return i >= 4 && strings.EqualFold(f.text[i-4:i], "name")
}

// back returns where the bytes of a set, at most limit of them, begin before i.
func (f *finder) back(i int, set string, limit int) int {
	for steps := 0; i > 0 && steps < limit && strings.IndexByte(set, f.text[i-1]) >= 0; steps++ {
		i--
	}
	return i
}

// flag looks at --password value and at -u user:password.
func (f *finder) flag(i int) int {
	text := f.text
	if i > 0 && isKeyByte(text[i-1]) {
		return 0
	}
	if strings.HasPrefix(text[i:], "-u ") {
		return f.userFlag(i + 3)
	}
	if !strings.HasPrefix(text[i:], "--") {
		return 0
	}
	end := i + 2
	for end < len(text) && end-i <= maxKey && isKeyByte(text[end]) {
		end++
	}
	s := keyStrength(text[i+2 : end])
	if s != strong && s != weak || end >= len(text) || text[end] != ' ' {
		return 0
	}
	value := f.valueAfter(end, false)
	word := text[value.start:value.end]
	if strings.HasPrefix(word, "-") || placeholder(word) || s == weak && !looksRandom(word) {
		return 0
	}
	return f.add(value.start, value.end, Password)
}

// userFlag tells -u admin:hunter2 from -u 1000:1000.
func (f *finder) userFlag(start int) int {
	value := f.valueAfter(start-1, false)
	colon := strings.IndexByte(f.text[value.start:value.end], ':')
	if colon < 0 {
		return 0
	}
	password := f.text[value.start+colon+1 : value.end]
	if placeholder(password) || strings.Trim(password, "0123456789") == "" {
		return 0
	}
	return f.add(value.start+colon+1, value.end, Password)
}

// sql looks at PASSWORD 'value' and IDENTIFIED BY 'value', i being the quote.
func (f *finder) sql(i int) int {
	end := f.back(i, " ", 4)
	if end == i {
		return 0
	}
	before := strings.ToLower(f.text[max(0, end-len("identified by")):end])
	if !strings.HasSuffix(before, "password") && before != "identified by" {
		return 0
	}
	value := f.quoted(i+1, '\'', 0)
	if placeholder(f.text[value.start:value.end]) {
		return 0
	}
	return f.add(value.start, value.end, Password)
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

func isQuoteOrSpace(c byte) bool { return isQuote(c) || c == '\\' || c == ' ' }

func isKeyByte(c byte) bool {
	return isAlnum(c) || c == '_' || c == '-' || c == '.'
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func endsHeader(c byte) bool { return c == '\r' || c == '"' || c == '\'' }

func endsValue(c byte) bool {
	switch c {
	case ',', ';', '&', '"', '\'', '`', '<', '>', ')', '}', ']', '|', '\\':
		return true
	}
	return c <= ' '
}
