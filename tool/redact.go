package tool

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

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
	redacted, _, err := redact(value)
	return redacted, err
}

// redact is RedactJSON, and says whether what it returns is surely written as
// RFC 8785 wants it. The library judges the value in one go; what is known to be
// sound is then read once, by a walk that need not doubt it.
func redact(value json.RawMessage) (redacted json.RawMessage, canonical bool, err error) {
	if !jsontext.Value(value).IsValid() {
		return nil, false, whyInvalid(value)
	}
	text := string(value)
	r := redaction{walk: walk{text: text}}
	r.hidden = hiddenMembers(text)
	r.value("")
	r.peek() // what is behind it is white space
	if len(r.edits) == 0 {
		return value, !r.spaced && !r.escaped && !r.rewritten, nil
	}
	redacted = r.apply()
	if r.names > 0 {
		if err := checkJSON(redacted); err != nil {
			return nil, false, fmt.Errorf("redact its names: %w", err)
		}
	}
	return redacted, false, nil
}

// whyInvalid returns what is wrong with a value that is not valid.
func whyInvalid(value []byte) error {
	if err := checkJSON(value); err != nil {
		return err
	}
	return errors.New("it is not one JSON value")
}

// edit replaces bytes of the value.
type edit struct {
	start, end int
	text       []byte
}

// redaction reads a value once and notes what to replace.
type redaction struct {
	walk
	hidden    map[int]hiding // what is known of the objects, by their order
	objects   int            // begun so far
	names     int            // names redacted
	edits     []edit
	pieces    []piece // of the last strings
	scratch   []byte  // what the last string with an escape says
	rewritten bool    // RFC 8785 would write a number, or the order of members, otherwise
}

// value reads the next value; key is the name it stands beside.
func (r *redaction) value(key string) {
	switch r.peek() {
	case '{':
		r.object()
	case '[':
		r.array(key)
	case '"':
		r.oneString(key)
	default:
		r.scalar(key)
	}
}

func (r *redaction) array(key string) {
	r.at++
	for first := r.peek(); first != ']'; first = r.peek() {
		if first == '"' {
			r.lines(key)
		} else {
			r.value(key)
		}
	}
	r.at++
}

func (r *redaction) scalar(key string) {
	token := r.literal()
	literal := r.text[token.start:token.end]
	if literal[0] != '-' && (literal[0] < '0' || literal[0] > '9') {
		return
	}
	r.rewritten = r.rewritten || !canonicalNumber(literal)
	if secret.Holds(key, literal) {
		r.replace(token, secret.Mask)
	}
}

func (r *redaction) object() {
	r.at++
	hiding := r.hidden[r.objects]
	r.objects++
	last := ""
	for first := true; r.peek() != '}'; first = false {
		name := r.name()
		r.rewritten = r.rewritten || !first && !sortedBefore(last, name)
		last = name
		switch {
		case hiding.data && (name == "data" || name == "stringData"), hiding.value && name == "value":
			r.hide()
		default:
			r.value(name)
		}
	}
	r.at++
}

// name reads a member's name. Two that are redacted in one object must stay two.
func (r *redaction) name() string {
	token, escaped := r.quoted()
	name := r.unquoted(token, escaped)
	if redacted := RedactText(name); redacted != name {
		r.names++
		if r.names > 1 {
			redacted += "#" + strconv.Itoa(r.names)
		}
		r.replace(token, redacted)
	}
	return name
}

// hide replaces every scalar of the next value, but for null and booleans.
func (r *redaction) hide() {
	switch first := r.peek(); first {
	case '{':
		r.at++
		r.objects++
		for r.peek() != '}' {
			r.quoted()
			r.hide()
		}
		r.at++
	case '[':
		r.at++
		for r.peek() != ']' {
			r.hide()
		}
		r.at++
	case '"':
		token, _ := r.quoted()
		r.replace(token, secret.Mask)
	default:
		if token := r.literal(); first != 'n' && first != 't' && first != 'f' {
			r.replace(token, secret.Mask)
		}
	}
}

// unquoted returns what a string says.
func (r *redaction) unquoted(token token, escaped bool) string {
	if !escaped {
		return r.text[token.start+1 : token.end-1]
	}
	r.scratch = appendUnquoted(r.scratch[:0], r.text[token.start:token.end])
	return string(r.scratch)
}

// appendUnquoted appends what a string with escapes says.
func appendUnquoted(to []byte, quoted string) []byte {
	text, err := jsontext.AppendUnquote(to, quoted)
	if err != nil {
		return append(to, quoted...) // never: it is valid
	}
	return text
}

// replace notes that a token is to be this text.
func (r *redaction) replace(token token, text string) {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		quoted = []byte(`"` + secret.Mask + `"`)
	}
	r.edits = append(r.edits, edit{start: token.start, end: token.end, text: quoted})
}

func (r *redaction) apply() []byte {
	out := make([]byte, 0, len(r.text))
	end := 0
	for _, edit := range r.edits {
		out = append(out, r.text[end:edit.start]...)
		out = append(out, edit.text...)
		end = edit.end
	}
	return append(out, r.text[end:]...)
}
