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
	f.han()
	f.clients()
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
	found int  // where the last one that was scanned ends
	noEnd bool // no PEM block ends in the rest of the text

	valueStart, valueEnd int // the last value without quotes that was read
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
	if len(f.spans) == 0 {
		return nil
	}
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
