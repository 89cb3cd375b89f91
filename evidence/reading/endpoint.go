package reading

import "strings"

// maxRecord is how far from a host its port stands in a text of keys and values, in
// lines.
const maxRecord = 6

// findEndpoint finds the host of a host:port whose port stands beside it under a key of
// its own: ip=10.42.5.61,port=6379. The offset is -1 when it stands nowhere.
func (v *view) findEndpoint(endpoint string) int {
	i := strings.LastIndexByte(endpoint, ':')
	if i <= 0 || i == len(endpoint)-1 || strings.Trim(endpoint[i+1:], "0123456789") != "" {
		return -1
	}
	tried := 0
	for at := range v.spelt(endpoint[:i]) {
		if tried++; tried > maxNamed {
			break
		}
		if v.hasPort(at, endpoint[i+1:]) {
			return at
		}
	}
	return -1
}

// hasPort reports whether a port stands in the line, the row, the object or the lines of
// keys and values of a host that stands at an offset.
func (v *view) hasPort(at int, port string) bool {
	p := v.shown()
	i := p.lineAt(at)
	start, end := p.near(i, at, at)
	if portIn(p.text[start:end], port) || v.columnHasPort(i, port) {
		return true
	}
	lines := p.entriesAround(i)
	if !p.isOfText(i) {
		lines = p.object(i)
	}
	for _, j := range lines {
		if !v.effort.spend(maxNear) {
			return false
		}
		if portIn(p.beginning(j), port) {
			return true
		}
	}
	return false
}

// columnHasPort reports whether a row has a port in a column of ports.
func (v *view) columnHasPort(i int, port string) bool {
	cells := v.shown().cells(i)
	for _, c := range cells[:min(len(cells), maxInLine)] {
		if strings.Trim(v.shown().text[c.start:c.end], " ") == port && portIn(v.columnName(i, cells, c.start)+":"+port, port) {
			return true
		}
	}
	return false
}

// entriesAround returns the keys and values around one in a text, up to the next with
// its key: there another record begins.
func (p *page) entriesAround(i int) []int {
	key, _ := p.entry(i)
	if key == "" {
		return nil
	}
	var out []int
	for _, step := range []int{1, -1} {
		for j := i + step; j >= 0 && j < len(p.lines) && (j-i)*step <= maxRecord && p.isBeside(i, j); j += step {
			if beside, _ := p.entry(j); beside == "" || beside == key {
				break
			}
			out = append(out, j)
		}
	}
	return out
}

// portIn reports whether a port stands in a text behind a key that is one of ports:
// Source_Port: 3306, hostPort=8080.
func portIn(text, port string) bool {
	const word = "port"
	folded := strings.ToLower(text)
	for from := 0; ; {
		i := strings.Index(folded[from:], word)
		if i < 0 || len(folded) != len(text) {
			return false
		}
		i += from
		from = i + len(word)
		value := strings.TrimLeft(strings.TrimPrefix(folded[from:], "s"), ` "=:[`)
		joined := len(value) < len(folded)-from
		if joined && endsKey(text, i) && strings.HasPrefix(value, port) && !isAlnum(byteAt(value, len(port))) {
			return true
		}
	}
}

// endsKey reports whether a word that begins at an offset is no end of another one, as
// in report and support.
func endsKey(text string, at int) bool {
	before := byteAt(text, at-1)
	return isUpper(text[at]) || !isAlnum(before) || strings.HasSuffix(strings.ToLower(text[:at]), "host")
}
