// Package secret finds credentials in text.
//
// It names the places, no more: the tool package redacts them before a row is
// stored, and the rule output.secret refuses an answer that has one. It rather
// misses an odd spelling than eat an ordinary word, a digest or an id, since
// what is eaten can be no evidence. Time is linear in the text, whatever it holds.
package secret

import (
	"cmp"
	"slices"
	"strings"
)

// Span is a place in a text, in bytes, that holds a credential and nothing else:
// not its key, its scheme or its quotes.
type Span struct {
	Start, End int
	Kind       Kind
}

// Kind says what sort of credential was found.
type Kind string

// The kinds.
const (
	Password   Kind = "password"    // beside a key such as password=, or in SQL
	Token      Kind = "token"       // beside a key such as token:, or of a known form
	Header     Kind = "header"      // of an Authorization or Cookie header
	URL        Kind = "url"         // the password of a URL or data source name
	PrivateKey Kind = "private_key" // the body of a PEM block
	Manifest   Kind = "manifest"    // the data of a Kubernetes Secret
)

// Mask stands where a credential stood. Find never finds it.
const Mask = "[REDACTED]"

// Find returns the credentials in text, in order, none overlapping another.
func Find(text string) []Span {
	f := finder{text: text}
	f.scan()
	if strings.Contains(text, "Secret") {
		f.manifests()
	}
	return f.merged()
}

// Redact returns text with Mask in place of every credential.
func Redact(text string) string {
	spans := Find(text)
	if len(spans) == 0 {
		return text
	}
	var out strings.Builder
	end := 0
	for _, span := range spans {
		out.WriteString(text[end:span.Start])
		out.WriteString(Mask)
		end = span.End
	}
	out.WriteString(text[end:])
	return out.String()
}

type finder struct {
	text  string
	spans []Span
	noEnd bool // no PEM block ends in the rest of the text

	valueStart, valueEnd int // the last value without quotes that was read
}

// begins holds what a byte can begin: 1 a credential or the value of a key, 2 a
// token of a known form or the name of a scheme, but only where a word begins.
// Most bytes of a text begin nothing, and a table is the quickest to say so.
var begins = [256]byte{
	':': 1, '=': 1, '-': 1, '@': 1, '\'': 1,
	'A': 2, 'B': 2, 'N': 2, 'S': 2, 'b': 2, 'd': 2, 'e': 2, 'g': 2, 'h': 2,
	'l': 2, 'n': 2, 'p': 2, 'r': 2, 's': 2, 'w': 2, 'x': 2, 'y': 2,
}

// scan looks at each byte that can begin, or stand before, a credential.
func (f *finder) scan() {
	text := f.text
	for i := 0; i < len(text); {
		what := begins[text[i]]
		if what == 0 || what == 2 && i > 0 && isAlnum(text[i-1]) && !afterEscape(text, i) {
			i++
			continue
		}
		i = max(f.at(i), i+1)
	}
}

// at returns where to go on: behind what it found, or 0.
func (f *finder) at(i int) int {
	switch f.text[i] {
	case ':':
		if strings.HasPrefix(f.text[i:], "://") {
			return f.url(i)
		}
		return f.pair(i)
	case '=':
		return f.pair(i)
	case '-':
		if strings.HasPrefix(f.text[i:], "-----BEGIN ") {
			return f.privateKey(i)
		}
		return f.flag(i)
	case '@':
		return f.dataSource(i)
	case '\'':
		return f.sql(i)
	}
	return max(f.scheme(i), f.known(i))
}

// add notes a span that is not empty and no mask, and returns its end.
func (f *finder) add(start, end int, kind Kind) int {
	if start >= end || strings.Contains(f.text[start:end], Mask) {
		return 0
	}
	f.spans = append(f.spans, Span{start, end, kind})
	return end
}

// merged sorts the spans and joins those that overlap.
func (f *finder) merged() []Span {
	slices.SortStableFunc(f.spans, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	var merged []Span
	for _, span := range f.spans {
		if n := len(merged); n > 0 && span.Start < merged[n-1].End {
			merged[n-1].End = max(merged[n-1].End, span.End)
			continue
		}
		merged = append(merged, span)
	}
	return merged
}
