package secret

import (
	"encoding/base64"
	"strings"
)

// headerValue returns where the credential stands in the value of an
// Authorization or Cookie header; nowhere is {}.
func headerValue(key, value string) [2]int {
	if strings.HasSuffix(strings.ToLower(key), "cookie") {
		if strings.Contains(value, "=") && !placeholder(value) {
			return [2]int{0, len(value)}
		}
		return [2]int{}
	}
	scheme, rest, _ := strings.Cut(value, " ")
	switch strings.ToLower(scheme) {
	case "bearer", "basic", "token", "apikey", "negotiate", "digest", "ntlm", "aws4-hmac-sha256":
		if len(rest) < 4 || placeholder(rest) || !strings.ContainsAny(rest, "0123456789=") && strings.Contains(rest, " ") {
			return [2]int{}
		}
		return [2]int{len(scheme) + 1, len(value)}
	}
	if len(scheme) >= 16 && looksRandom(scheme) {
		return [2]int{0, len(scheme)}
	}
	return [2]int{}
}

// scheme looks at "Bearer value" and "Basic value" outside a header.
func (f *finder) scheme(i int) int {
	text := f.text
	if text[i] != 'B' && text[i] != 'b' || i+7 >= len(text) {
		return 0
	}
	switch {
	case strings.EqualFold(text[i:i+7], "bearer "):
		start := i + 7
		end := f.run(start, ".-_~+/=")
		if end-start >= 12 && strings.ContainsAny(text[start:end], "0123456789") {
			return f.add(start, end, Header)
		}
	case strings.EqualFold(text[i:i+6], "basic "):
		start := i + 6
		end := f.run(start, "+/=")
		if isBasic(text[start:end]) {
			return f.add(start, end, Header)
		}
	}
	return 0
}

// isBasic says whether a value is user:password in base64.
func isBasic(value string) bool {
	if len(value) < 8 || len(value) > 1024 {
		return false
	}
	text, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(value, "="))
	if err != nil {
		return false
	}
	user, password, ok := strings.Cut(string(text), ":")
	return ok && password != "" && isPrintable(user) && isPrintable(password)
}

func isPrintable(text string) bool {
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// run returns the end of the letters, digits and other bytes from start on.
func (f *finder) run(start int, other string) int {
	end := start
	for end < len(f.text) && end-start < maxValue && (isAlnum(f.text[end]) || strings.IndexByte(other, f.text[end]) >= 0) {
		end++
	}
	return end
}
