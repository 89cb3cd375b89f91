package tool

import (
	"bytes"
	"encoding/json"
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
// and elements stay where they are, numbers keep their digits. A value that is
// no valid JSON (duplicate names, bad UTF-8) is an error.
func RedactJSON(value json.RawMessage) (json.RawMessage, error) {
	walk := redaction{
		decoder: jsontext.NewDecoder(bytes.NewBuffer(value)),
		hidden:  hiddenMembers(value),
		size:    len(value),
	}
	err := walk.value("")
	if err == nil {
		err = atEnd(walk.decoder)
	}
	if err != nil {
		return nil, err
	}
	if len(walk.edits) == 0 {
		return value, nil
	}
	redacted := walk.apply(value)
	if walk.names > 0 {
		if err := checkJSON(redacted); err != nil {
			return nil, fmt.Errorf("redact its names: %w", err)
		}
	}
	return redacted, nil
}

// edit replaces bytes of the value.
type edit struct {
	start, end int
	text       []byte
}

// redaction reads a value once and notes what to replace.
type redaction struct {
	decoder *jsontext.Decoder
	hidden  map[int]hiding // what is known of the objects, by their order
	objects int            // begun so far
	names   int            // names redacted
	edits   []edit

	size   int    // of the value
	text   []byte // room for the strings that are read together
	pieces []piece
}

// value reads the next value; key is the name it stands beside.
func (r *redaction) value(key string) error {
	switch r.decoder.PeekKind() {
	case '{':
		return r.object()
	case '[':
		return r.array(key)
	case '"':
		return r.strings(key)
	}
	raw, err := r.decoder.ReadValue()
	if err != nil {
		return err
	}
	if raw.Kind() == '0' && secret.Holds(key, string(raw)) {
		r.replace(len(raw), secret.Mask)
	}
	return nil
}

func (r *redaction) object() error {
	if _, err := r.decoder.ReadToken(); err != nil {
		return err
	}
	hiding := r.hidden[r.objects]
	r.objects++
	for r.decoder.PeekKind() != '}' {
		name, err := r.name()
		if err != nil {
			return err
		}
		switch {
		case hiding.data && (name == "data" || name == "stringData"):
			err = r.hide()
		case hiding.value && name == "value":
			err = r.hide()
		default:
			err = r.value(name)
		}
		if err != nil {
			return err
		}
	}
	_, err := r.decoder.ReadToken()
	return err
}

// name reads a member's name. Two that are redacted in one object must stay two.
func (r *redaction) name() (string, error) {
	raw, err := r.decoder.ReadValue()
	if err != nil {
		return "", err
	}
	name, err := unquote(raw)
	if err != nil {
		return "", err
	}
	if redacted := RedactText(name); redacted != name {
		r.names++
		if r.names > 1 {
			redacted += "#" + strconv.Itoa(r.names)
		}
		r.replace(len(raw), redacted)
	}
	return name, nil
}

func (r *redaction) array(key string) error {
	if _, err := r.decoder.ReadToken(); err != nil {
		return err
	}
	for r.decoder.PeekKind() != ']' {
		if err := r.value(key); err != nil {
			return err
		}
	}
	_, err := r.decoder.ReadToken()
	return err
}

// hide replaces every scalar of the next value, but for null and booleans.
func (r *redaction) hide() error {
	for depth := r.decoder.StackDepth(); ; {
		kind := r.decoder.PeekKind()
		isName := false
		if container, length := r.decoder.StackIndex(r.decoder.StackDepth()); container == '{' && r.decoder.StackDepth() > depth {
			isName = length%2 == 0
		}
		if kind == '{' {
			r.objects++
		}
		if kind == '"' || kind == '0' {
			raw, err := r.decoder.ReadValue()
			if err != nil {
				return err
			}
			if !isName {
				r.replace(len(raw), secret.Mask)
			}
		} else if _, err := r.decoder.ReadToken(); err != nil {
			return err
		}
		if r.decoder.StackDepth() == depth {
			return nil
		}
	}
}

// replace notes that the value just read, of so many bytes, is to be this text.
func (r *redaction) replace(size int, text string) {
	end := int(r.decoder.InputOffset())
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		quoted = []byte(`"` + secret.Mask + `"`)
	}
	r.edits = append(r.edits, edit{start: end - size, end: end, text: quoted})
}

func (r *redaction) apply(value []byte) []byte {
	out := make([]byte, 0, len(value))
	end := 0
	for _, edit := range r.edits {
		out = append(out, value[end:edit.start]...)
		out = append(out, edit.text...)
		end = edit.end
	}
	return append(out, value[end:]...)
}
