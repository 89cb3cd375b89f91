package tool

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/secret"
)

// RedactText returns text with secret.Mask in place of every credential.
func RedactText(text string) string { return secret.Redact(text) }

// RedactJSON returns a JSON value with secret.Mask in place of every credential:
// in its strings and names, beside keys that are those of credentials, and in
// the data of Kubernetes Secrets. An array of strings is read as one text of
// lines, so that what goes over several is found. Nothing else changes: members
// and elements stay where they are, numbers keep their digits, and where nothing
// is hidden the value itself is returned. A value that is no valid JSON (duplicate
// names, bad UTF-8) is an error.
func RedactJSON(value json.RawMessage) (json.RawMessage, error) {
	redacted, err := redact(value)
	return redacted.value, err
}

// redaction is a value, and what is to be replaced in it.
type redaction struct {
	edits     []edit
	pieces    []piece // of the last strings
	scratch   []byte  // what the last string with an escape says
	names     int     // names redacted
	size      int     // of the value without white space between tokens
	rewritten bool    // RFC 8785 would write a string, a number or the order of members otherwise
}

// edit replaces bytes of the value.
type edit struct {
	start, end int
	text       []byte
}

// redacted is a value without its credentials.
type redacted struct {
	value     json.RawMessage
	document  *evidence.Document // of the value; nil where something was hidden
	canonical bool               // the value is surely written as RFC 8785 wants it
}

func redact(value json.RawMessage) (redacted, error) {
	doc, err := evidence.Decode(value, evidence.MaxOutputDepth)
	if err != nil {
		return redacted{}, err
	}
	var r redaction
	r.value("", doc.Root())
	if len(r.edits) == 0 {
		return redacted{value, doc, !r.rewritten && r.size == len(value)}, nil
	}
	out := r.apply(doc.Raw())
	if r.names > 0 {
		if err := checkJSON(out); err != nil {
			return redacted{}, fmt.Errorf("redact its names: %w", err)
		}
	}
	return redacted{value: out}, nil
}

// value reads a value; key is the name it stands beside.
func (r *redaction) value(key string, n evidence.Node) {
	switch n.Kind() {
	case evidence.KindObject:
		r.object(n)
	case evidence.KindArray:
		r.array(key, n)
	case evidence.KindString:
		r.oneString(key, n)
	default:
		r.scalar(key, n)
	}
}

// array reads the strings that follow one another as one text of lines.
func (r *redaction) array(key string, n evidence.Node) {
	r.size += len("[]") + max(n.Len()-1, 0)
	for i := 0; i < n.Len(); {
		end := i
		for end < n.Len() && n.Elem(end).Kind() == evidence.KindString {
			end++
		}
		if end > i {
			r.lines(key, n, i, end)
			i = end
			continue
		}
		r.value(key, n.Elem(i))
		i++
	}
}

func (r *redaction) scalar(key string, n evidence.Node) {
	literal := n.Raw()
	r.size += len(literal)
	if n.Kind() != evidence.KindNumber {
		return
	}
	r.rewritten = r.rewritten || !canonicalNumber(literal)
	if secret.Holds(key, literal) {
		r.replace(n, secret.Mask)
	}
}

func (r *redaction) object(n evidence.Node) {
	r.size += len("{}") + max(n.Len()-1, 0)
	isSecret := n.Member("kind").Text() == "Secret"
	namesKey := secret.IsKey(textOf(n.Member("name"))) // as in a container's env
	last := ""
	for i := range n.Len() {
		kid := n.Elem(i)
		name := r.name(kid)
		r.rewritten = r.rewritten || i > 0 && !sortedBefore(last, name)
		last = name
		switch {
		case isSecret && (name == "data" || name == "stringData"), namesKey && name == "value":
			r.hide(kid)
		default:
			r.value(name, kid)
		}
	}
}

// textOf returns what a string says, and nothing of any other value.
func textOf(n evidence.Node) string {
	if n.Kind() != evidence.KindString {
		return ""
	}
	return n.Text()
}

// name reads a member's name. Two that are redacted in one object must stay two.
func (r *redaction) name(n evidence.Node) string {
	start, end := n.KeySpan()
	r.size += end - start + len(":")
	name := n.Key()
	r.rewritten = r.rewritten || len(name) != end-start-len(`""`) // it has an escape
	if redacted := RedactText(name); redacted != name {
		r.names++
		if r.names > 1 {
			redacted += "#" + strconv.Itoa(r.names)
		}
		r.edit(start, end, redacted)
	}
	return name
}

// hide replaces every scalar of a value, but for null and booleans.
func (r *redaction) hide(n evidence.Node) {
	switch n.Kind() {
	case evidence.KindString, evidence.KindNumber:
		r.replace(n, secret.Mask)
	case evidence.KindObject, evidence.KindArray:
		for kid := range n.Children() {
			r.hide(kid)
		}
	}
}

// replace notes that a value is to be this text.
func (r *redaction) replace(n evidence.Node, text string) {
	start, end := n.Span()
	r.edit(start, end, text)
}

func (r *redaction) edit(start, end int, text string) {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		quoted = []byte(`"` + secret.Mask + `"`)
	}
	r.edits = append(r.edits, edit{start, end, quoted})
}

func (r *redaction) apply(text string) []byte {
	out := make([]byte, 0, len(text))
	end := 0
	for _, edit := range r.edits {
		out = append(out, text[end:edit.start]...)
		out = append(out, edit.text...)
		end = edit.end
	}
	return append(out, text[end:]...)
}
