package tool

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/superbizagent/superbizagent/evidence/secret"
)

// piece is one string of a text that was put together from many.
type piece struct {
	start, end       int // in the text
	rawStart, rawEnd int // in the JSON
}

// strings reads the strings that follow one another, one or a whole array of
// them, as one text of lines.
func (r *redaction) strings(key string) error {
	if r.text == nil {
		r.text = make([]byte, 0, r.size)
	}
	text, pieces := r.text[:0], r.pieces[:0]
	for r.decoder.PeekKind() == '"' {
		raw, err := r.decoder.ReadValue()
		if err != nil {
			return err
		}
		end := int(r.decoder.InputOffset())
		if len(pieces) > 0 {
			text = append(text, '\n')
		}
		start := len(text)
		if text, err = jsontext.AppendUnquote(text, raw); err != nil {
			return err
		}
		pieces = append(pieces, piece{start: start, end: len(text), rawStart: end - len(raw), rawEnd: end})
		if !r.inArray() {
			break
		}
	}
	r.text, r.pieces = text, pieces
	r.redactPieces(key, string(text), pieces)
	return nil
}

// inArray says whether the value just read is an element: else a name follows.
func (r *redaction) inArray() bool {
	kind, _ := r.decoder.StackIndex(r.decoder.StackDepth())
	return kind == '['
}

func (r *redaction) redactPieces(key, text string, pieces []piece) {
	if secret.IsKey(key) {
		r.hidePieces(key, text, pieces)
		return
	}
	spans := secret.Find(text)
	if len(spans) == 0 {
		if len(pieces) == 1 && secret.Holds(key, text) {
			r.edit(pieces[0], secret.Mask)
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
			r.edit(piece, masked(text, piece, touched))
		}
	}
}

// hidePieces hides whole strings that stand beside the key of a credential, and
// looks into those that do not seem to be one.
func (r *redaction) hidePieces(key, text string, pieces []piece) {
	for _, piece := range pieces {
		value := text[piece.start:piece.end]
		if secret.Holds(key, value) {
			r.edit(piece, secret.Mask)
		} else if redacted := secret.Redact(value); redacted != value {
			r.edit(piece, redacted)
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

func (r *redaction) edit(piece piece, text string) {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		quoted = []byte(`"` + secret.Mask + `"`)
	}
	r.edits = append(r.edits, edit{start: piece.rawStart, end: piece.rawEnd, text: quoted})
}

func unquote(raw jsontext.Value) (string, error) {
	text, err := jsontext.AppendUnquote(nil, raw)
	return string(text), err
}
