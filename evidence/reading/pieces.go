package reading

import "strings"

// findSuffix finds a pod by what controllers put behind its workload's name, when
// that is random: 7lh5v for basket-6c9f7d5b48-7lh5v.
func (v *view) findSuffix(name string) int {
	if len(name) < minSuffix || !isGenerated(name) {
		return -1
	}
	text := v.shown().text
	for place := range v.index().places(name) {
		if place.start > 1 && text[place.start-1] == '-' && isAlnum(text[place.start-2]) && !isNameByte(byteAt(text, place.end)) {
			return place.start
		}
	}
	return -1
}

// findPiece finds a name between the underscores of an identifier: MemTotal in
// node_memory_MemTotal_bytes, pm2 in pm2_list.
func (v *view) findPiece(name string) int {
	text := v.shown().text
	for place := range v.index().places(name) {
		before, behind := byteAt(text, place.start-1), byteAt(text, place.start+len(name))
		if (before == '_' || behind == '_') && (before == '_' || !isNameByte(before)) && (behind == '_' || !isNameByte(behind)) {
			return place.start
		}
	}
	return -1
}

// minSuffix is the length of the random part of a pod's name.
const minSuffix = 5

// Hashes are abbreviated to their first digits.
const (
	minAbbreviated = 7
	minHash        = 10
)

// findAbbreviated finds a hash by its first digits.
func (v *view) findAbbreviated(name string) int {
	if len(name) < minAbbreviated || hexRun(name, 0) < len(name) {
		return -1
	}
	text := v.shown().text
	v.effort.spend(len(text))
	for from := 0; ; {
		i := strings.Index(text[from:], strings.ToLower(name))
		if i < 0 {
			return -1
		}
		at := from + i
		if end := hexRun(text, at); end-at >= minHash && !isAlnum(byteAt(text, end)) && !isAlnum(byteAt(text, at-1)) {
			return at
		}
		from = at + len(name)
	}
}

// hexRun returns where a run of hexadecimal digits that begins at i ends.
func hexRun(s string, i int) int {
	for i < len(s) && (isDigit(s[i]) || lower(s[i]) >= 'a' && lower(s[i]) <= 'f') {
		i++
	}
	return i
}
