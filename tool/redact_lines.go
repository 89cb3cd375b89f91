package tool

import (
	"strings"

	"github.com/superbizagent/superbizagent/evidence/secret"
)

// piece is one string of a text that was put together from many.
type piece struct {
	start, end int   // in the text
	raw        token // in the JSON
	escaped    bool
}

// oneString reads a string that is no element.
func (r *redaction) oneString(key string) {
	token, escaped := r.quoted()
	text := r.unquoted(token, escaped)
	r.pieces = append(r.pieces[:0], piece{0, len(text), token, escaped})
	r.redactPieces(key, text, r.pieces)
}

// lines reads the strings that follow one another in an array as one text of lines.
func (r *redaction) lines(key string) {
	r.pieces = r.pieces[:0]
	size := 0
	for r.peek() == '"' {
		token, escaped := r.quoted()
		r.pieces = append(r.pieces, piece{raw: token, escaped: escaped})
		size += token.end - token.start // the quotes make room for a line end
	}
	var text strings.Builder
	text.Grow(size)
	for i := range r.pieces {
		if i > 0 {
			text.WriteByte('\n')
		}
		p := &r.pieces[i]
		p.start = text.Len()
		if p.escaped {
			r.scratch = appendUnquoted(r.scratch[:0], r.text[p.raw.start:p.raw.end])
			text.Write(r.scratch)
		} else {
			text.WriteString(r.text[p.raw.start+1 : p.raw.end-1])
		}
		p.end = text.Len()
	}
	r.redactPieces(key, text.String(), r.pieces)
}

func (r *redaction) redactPieces(key, text string, pieces []piece) {
	if secret.IsKey(key) {
		r.hidePieces(key, text, pieces)
		return
	}
	spans := secret.Find(text)
	if len(spans) == 0 {
		if len(pieces) == 1 && secret.Holds(key, text) {
			r.replace(pieces[0].raw, secret.Mask)
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
			r.replace(piece.raw, masked(text, piece, touched))
		}
	}
}

// hidePieces hides whole strings that stand beside the key of a credential, and
// looks into those that do not seem to be one.
func (r *redaction) hidePieces(key, text string, pieces []piece) {
	for _, piece := range pieces {
		value := text[piece.start:piece.end]
		if secret.Holds(key, value) {
			r.replace(piece.raw, secret.Mask)
		} else if redacted := secret.Redact(value); redacted != value {
			r.replace(piece.raw, redacted)
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
