package quantity

import (
	"net/netip"
	"strings"
)

// dotted reads an IPv4 address or a version whose first number is i..end.
func (s *scanner) dotted(i, end int) (int, bool) {
	text := s.text
	parts := 1
	for at(text, end) == '.' && isDigit(at(text, end+1)) {
		end = digitRun(text, end+1)
		parts++
	}
	if parts == 3 && end-i <= len("31.12.2026") {
		if next, ok := s.yearLast(i, digitRun(text, i)); ok {
			return next, true
		}
	}
	if parts == 4 && end-i <= 15 {
		if next, ok := s.ipv4(i, end); ok {
			return next, true
		}
	}
	if parts >= 3 || at(text, end) == '-' {
		return s.versionToken(i, i, end, parts)
	}
	return 0, false
}

// ipv4 appends the address i..end with its port or prefix length.
func (s *scanner) ipv4(i, end int) (int, bool) {
	addr, err := netip.ParseAddr(s.text[i:end])
	if err != nil || !endsWord(s.text, end) {
		return 0, false
	}
	b := addr.As4()
	t := Token{kind: Address, coef: int64(b[0])<<24 | int64(b[1])<<16 | int64(b[2])<<8 | int64(b[3])}
	end = s.tail(&t, end)
	s.emit(t, i, end)
	return end, true
}

// tail reads ":5432" or "/24" at i into an address.
func (s *scanner) tail(t *Token, i int) int {
	c := at(s.text, i)
	end := digitRun(s.text, i+1)
	if c != ':' && c != '/' || end == i+1 || end > i+6 || wordAt(s.text, end) {
		return i
	}
	v := 0
	for _, d := range []byte(s.text[i+1 : end]) {
		v = v*10 + int(d-'0')
	}
	switch {
	case c == '/' && v <= 128:
		t.flags |= hasPrefix
	case c == ':' && v <= 65535:
		t.flags |= hasPort
	default:
		return i
	}
	t.exp = int16(uint16(v))
	return end
}

// port returns the port or prefix length of an address.
func (t Token) port() int { return int(uint16(t.exp)) }

// colons reads an IPv6 address at i, and steps over hardware addresses.
func (s *scanner) colons(i int) (int, bool) {
	if next, ok := s.ipv6(i); ok {
		return next, true
	}
	end, groups := i, 0
	for isHex(at(s.text, end)) && isHex(at(s.text, end+1)) && at(s.text, end+2) == ':' {
		end += 3
		groups++
	}
	if groups < 3 {
		return 0, false
	}
	return s.name(end), true
}

// longestIPv6 bounds the text of an address.
const longestIPv6 = 45

// ipv6 reads an IPv6 address at i. One without a digit could be C++'s scope.
func (s *scanner) ipv6(i int) (int, bool) {
	text := s.text
	end, colons, digits := i, 0, 0
	for end < len(text) && end-i <= longestIPv6 {
		c := text[end]
		if c == ':' {
			if colons++; colons > 8 {
				return 0, false
			}
		} else if isDigit(c) {
			digits++
		} else if !isHex(c) && c != '.' {
			break
		}
		end++
	}
	end = i + len(strings.TrimRight(text[i:end], "."))
	if strings.HasSuffix(text[i:end], ":") && !strings.HasSuffix(text[i:end], "::") {
		end--
	}
	if colons < 2 || digits == 0 || wordAt(text, end) {
		return 0, false
	}
	addr, err := netip.ParseAddr(text[i:end])
	if err != nil {
		return 0, false
	}
	t := Token{kind: Address, flags: ipv6, coef: fold(addr)}
	if at(text, end) == '/' {
		end = s.tail(&t, end)
	}
	s.emit(t, i, end)
	return end, true
}

// fold returns a number that equal addresses share, to find them by.
func fold(a netip.Addr) int64 {
	v := int64(0)
	for i, b := range a.As16() {
		v ^= int64(b) << (8 * (i % 4))
	}
	return v
}

// addr returns the address without port and prefix length.
func (t Token) addr() (netip.Addr, bool) {
	if t.kind != Address {
		return netip.Addr{}, false
	}
	if t.flags&ipv6 == 0 {
		return netip.AddrFrom4([4]byte{byte(t.coef >> 24), byte(t.coef >> 16), byte(t.coef >> 8), byte(t.coef)}), true
	}
	literal, _, _ := strings.Cut(t.Literal, "/")
	a, err := netip.ParseAddr(literal)
	return a, err == nil
}
