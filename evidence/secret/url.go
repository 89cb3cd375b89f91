package secret

import "strings"

// maxAuthority bounds what is read of a URL.
const maxAuthority = 512

// url looks at scheme://user:password@host, i being the colon behind the scheme.
func (f *finder) url(i int) int {
	if i == 0 || !isAlnum(f.text[i-1]) {
		return 0
	}
	start := i + 3
	limit := min(len(f.text), start+maxAuthority)
	end := start
	for end < limit && strings.IndexByte("/?# \t\r\n\"'`<>", f.text[end]) < 0 {
		end++
	}
	at := strings.LastIndexByte(f.text[start:end], '@')
	colon := strings.IndexByte(f.text[start:end], ':')
	if at < 0 && colon >= 0 {
		at = f.laterAt(start, start+colon+1, end, limit)
	}
	if colon < 0 || at <= colon {
		return 0
	}
	if placeholder(f.text[start+colon+1 : start+at]) {
		return 0
	}
	return f.add(start+colon+1, start+at, URL)
}

// laterAt finds the @ behind a password that has a slash in it. What is digits
// up to the slash is a port.
func (f *finder) laterAt(start, password, end, limit int) int {
	if strings.Trim(f.text[password:end], "0123456789") == "" {
		return -1
	}
	for i := end; i < limit && strings.IndexByte(" \t\r\n\"'`<>", f.text[i]) < 0; i++ {
		if f.text[i] == '@' {
			return i - start
		}
	}
	return -1
}

// dataSource looks at user:password@tcp(host:port)/name, i being the @.
func (f *finder) dataSource(i int) int {
	rest := f.text[i+1:]
	if !strings.HasPrefix(rest, "tcp(") && !strings.HasPrefix(rest, "unix(") {
		return 0
	}
	colon := -1
	for j := i - 1; j >= 0 && i-j <= 256 && f.text[j] > ' ' && !isQuote(f.text[j]); j-- {
		if f.text[j] == ':' {
			colon = j
		}
	}
	if colon < 0 || placeholder(f.text[colon+1:i]) {
		return 0
	}
	return f.add(colon+1, i, URL)
}
