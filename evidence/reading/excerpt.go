package reading

import (
	"strings"
	"unicode/utf8"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/canon"
)

// minQuote is how many characters make a quote. Fewer stand everywhere, so they
// must be a whole line or cell.
const minQuote = 3

// Place is where something stands in an output.
type Place struct {
	Source *evidence.Source
	Path   evidence.Path // of the value that holds it
	Line   string        // canonical text of the line that holds it
}

// quote is a text to be found word by word.
type quote struct {
	parts []string
	// plain is the quote in the form of the page, where words that stand in the page
	// like this stand in the tight text too. Most quotes are copied, and then the tight
	// text need not be made.
	plain string
}

// newQuote reads a quoted text; an ellipsis in it stands for anything left out.
func newQuote(text string) quote {
	tight := canon.String(text, canon.Excerpt)
	q := quote{parts: splitEllipsis(tight)}
	if len(q.parts) == 1 && q.parts[0] == tight && !strings.ContainsAny(tight, "*&;") && utf8.RuneCountInString(tight) >= minQuote {
		q.plain = canon.String(text, canon.Value)
	}
	return q
}

// splitEllipsis cuts a text at runs of three dots and more.
func splitEllipsis(tight string) []string {
	var parts []string
	for {
		i := strings.Index(tight, "...")
		if i < 0 {
			break
		}
		parts = appendPart(parts, tight[:i])
		tight = strings.TrimLeft(tight[i:], ".")
	}
	return appendPart(parts, tight)
}

func appendPart(parts []string, part string) []string {
	part = strings.TrimSpace(part)
	if part == "" {
		return parts
	}
	return append(parts, part)
}

// find returns where the parts of a quote stand in order, in offsets of the page: where
// it stands as it is, if it does.
func (v *view) find(q quote) (spans []span32, ok bool) {
	if at := v.plainAt(q); at >= 0 {
		return []span32{{int32(at), int32(at + len(q.plain))}}, true
	}
	from := 0
	for _, part := range q.parts {
		at := v.findPart(part, from)
		if at < 0 {
			return nil, false
		}
		from = at + len(part)
		start, end := v.pageSpan(at, from)
		spans = append(spans, span32{int32(start), int32(end)})
	}
	return spans, len(spans) > 0
}

// plainAt returns where a quote stands in the page as it is, or -1: then it may stand
// there otherwise.
func (v *view) plainAt(q quote) int {
	text := v.shown().text
	if q.plain == "" {
		return -1
	}
	i := strings.Index(text, q.plain)
	if i < 0 {
		v.effort.spend(len(text))
		return -1
	}
	if !v.effort.spend(i) || cutsDigits(text, i, i+len(q.plain)) {
		return -1
	}
	return i
}

// stand reports whether the parts of a quote stand in the page in order.
func (v *view) stand(q quote) bool {
	from := 0
	for _, part := range q.parts {
		at := v.findPart(part, from)
		if at < 0 {
			return false
		}
		from = at + len(part)
	}
	return len(q.parts) > 0
}

// findPart returns the first offset of a part in the tight text from an offset on.
func (v *view) findPart(part string, from int) int {
	text := v.tightText()
	for range maxTried {
		i := strings.Index(text[from:], part)
		if i < 0 {
			v.effort.spend(len(text) - from)
			return -1
		}
		if !v.effort.spend(i + stepsOfLookup) {
			return -1
		}
		at := from + i
		if !cutsDigits(text, at, at+len(part)) && (utf8.RuneCountInString(part) >= minQuote || v.isWhole(at, at+len(part))) {
			return at
		}
		from = at + 1
	}
	return -1
}

// maxTried bounds how many places of a part are looked at that turn out to be a
// piece of something longer.
const maxTried = 5000

// cutsDigits reports whether a span begins or ends inside a run of digits: 7/2 is
// no part of 17/2.
func cutsDigits(text string, start, end int) bool {
	return start > 0 && isDigit(text[start]) && isDigit(text[start-1]) ||
		end < len(text) && isDigit(text[end-1]) && isDigit(text[end])
}

// isWhole reports whether a span of the tight text is a whole line, value or cell.
func (v *view) isWhole(start, end int) bool {
	p := v.shown()
	from, to := v.pageSpan(start, end)
	return isEdge(lastByte(strings.TrimRight(p.text[:from], " "))) && isEdge(firstByte(strings.TrimLeft(p.text[to:], " ")))
}

// isEdge tells what stands beside a whole cell, value or line.
func isEdge(c byte) bool { return strings.IndexByte("\x00\n\t|:=,[]{}", c) >= 0 }

func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

func lastByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[len(s)-1]
}

// standsUnread reports whether a quote stands in the JSON text of an output as it is,
// where no escape touches it: then the page has it too, and need not be made for it.
func (v *view) standsUnread(q quote) bool {
	if q.plain == "" || strings.ContainsAny(q.plain, `"\\`) || v.source == nil || v.makePage != nil {
		return false
	}
	doc, err := v.source.Output()
	if err != nil {
		return false
	}
	raw := doc.Raw()
	i := strings.Index(raw, q.plain)
	if i < 0 {
		v.effort.spend(len(raw))
		return false
	}
	end := i + len(q.plain)
	return v.effort.spend(end) && !cutsDigits(raw, i, end) && !endsInEscape(raw[max(0, i-maxNear):i]) && (end == len(raw) || raw[end] != '\\')
}

// endsInEscape reports whether the last word of some JSON text has an escape in it,
// which may go on behind it.
func endsInEscape(text string) bool {
	return strings.ContainsAny(text[strings.LastIndexAny(text, " \"")+1:], `\&`)
}

// has reports whether a quote stands in the output, read as a page or as JSON.
func (v *view) has(q quote) bool {
	if v.standsUnread(q) || v.plainAt(q) >= 0 || v.stand(q) {
		return true
	}
	raw := v.rawText()
	if !v.effort.spend(len(raw)) {
		return false
	}
	for _, part := range q.parts {
		i := strings.Index(raw, part)
		if i < 0 || cutsDigits(raw, i, i+len(part)) || utf8.RuneCountInString(part) < minQuote {
			return false
		}
		raw = raw[i+len(part):]
	}
	return len(q.parts) > 0
}

// place describes an offset of the page.
func (v *view) place(offset int) Place {
	p := v.shown()
	i := p.lineAt(offset)
	if i < 0 {
		return Place{Source: v.source}
	}
	return Place{v.source, p.doc.At(int(p.lines[i].node)).Path(), p.lineText(i)}
}

// isShort reports whether a part of the quote has too few characters to be one.
func (q quote) isShort() bool {
	for _, part := range q.parts {
		if utf8.RuneCountInString(part) < minQuote {
			return true
		}
	}
	return len(q.parts) == 0
}
