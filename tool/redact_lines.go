package tool

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/secret"
)

// piece is one string of a text that was put together from many.
type piece struct {
	node       evidence.Node
	start, end int // in the text
}

// oneString reads a string that is no element.
func (r *redaction) oneString(key string, n evidence.Node) {
	text := n.Text()
	r.pass(n.Raw())
	r.pieces = append(r.pieces[:0], piece{n, 0, len(text)})
	r.redactPieces(key, text, r.pieces)
}

// lines reads the elements of an array between two indexes, which are strings, as one
// text of lines: a credential may go over several.
func (r *redaction) lines(key string, n evidence.Node, from, to int) {
	var text strings.Builder
	text.Grow(spanOf(n, from, to))
	r.pieces = r.pieces[:0]
	for i := from; i < to; i++ {
		if i > from {
			text.WriteByte('\n')
		}
		kid := n.Elem(i)
		start := text.Len()
		if raw := kid.Raw(); r.pass(raw) {
			r.scratch = appendUnquoted(r.scratch[:0], raw)
			text.Write(r.scratch)
		} else {
			text.WriteString(raw[1 : len(raw)-1])
		}
		r.pieces = append(r.pieces, piece{kid, start, text.Len()})
	}
	r.redactPieces(key, text.String(), r.pieces)
}

// spanOf returns how many bytes elements of an array take.
func spanOf(n evidence.Node, from, to int) int {
	start, _ := n.Elem(from).Span()
	_, end := n.Elem(to - 1).Span()
	return end - start
}

// pass notes a string, and reports whether it has an escape.
func (r *redaction) pass(quoted string) (escaped bool) {
	r.size += len(quoted)
	for i := 0; ; i += 2 {
		next := strings.IndexByte(quoted[i:], '\\')
		if next < 0 {
			return escaped
		}
		i += next
		escaped = true
		r.rewritten = r.rewritten || strings.IndexByte(`"\bfnrt`, quoted[i+1]) < 0
	}
}

// appendUnquoted appends what a string with escapes says.
func appendUnquoted(to []byte, quoted string) []byte {
	text, err := jsontext.AppendUnquote(to, quoted)
	if err != nil {
		return append(to, quoted...) // never: it is valid
	}
	return text
}

func (r *redaction) redactPieces(key, text string, pieces []piece) {
	if secret.IsKey(key) {
		r.hidePieces(key, text, pieces)
		return
	}
	spans := secret.Find(text)
	if len(spans) == 0 {
		if len(pieces) == 1 && secret.Holds(key, text) {
			r.replace(pieces[0].node, secret.Mask)
		}
		return
	}
	for _, piece := range pieces {
		var touched []secret.Span
		for len(spans) > 0 && spans[0].Start < piece.end {
			touched = append(touched, spans[0])
			if spans[0].End > piece.end {
				break // it goes on in the next piece
			}
			spans = spans[1:]
		}
		if len(touched) > 0 {
			r.replace(piece.node, masked(text, piece, touched))
		}
	}
}

// hidePieces hides whole strings that stand beside the key of a credential, and
// looks into those that do not seem to be one.
func (r *redaction) hidePieces(key, text string, pieces []piece) {
	for _, piece := range pieces {
		value := text[piece.start:piece.end]
		if secret.Holds(key, value) {
			r.replace(piece.node, secret.Mask)
		} else if redacted := secret.Redact(value); redacted != value {
			r.replace(piece.node, redacted)
		}
	}
}

func masked(text string, piece piece, spans []secret.Span) string {
	var out strings.Builder
	end := piece.start
	for _, span := range spans {
		start := max(span.Start, piece.start)
		out.WriteString(text[end:start])
		end = min(span.End, piece.end)
		if start < end {
			out.WriteString(secret.Mask)
		}
	}
	out.WriteString(text[end:piece.end])
	return out.String()
}
