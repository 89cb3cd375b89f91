package tool

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/superbizagent/superbizagent/evidence/secret"
)

// hiding says which members of an object are credentials whatever they look like.
type hiding struct {
	data  bool // data and stringData: the object is a Kubernetes Secret
	value bool // value: the object's name is one of a credential, as in a container's env
}

// hiddenMembers reads a value once, before it is redacted, for what can be told
// only from a sibling. Objects are counted in the order in which they begin.
// Faults are left to the second reading.
func hiddenMembers(value []byte) map[int]hiding {
	if !bytes.Contains(value, []byte(`"Secret"`)) && !bytes.Contains(value, []byte(`"value"`)) {
		return nil
	}
	found := map[int]hiding{}
	decoder := jsontext.NewDecoder(bytes.NewBuffer(value))
	var open []int // the objects and arrays we are in; an array is -1
	objects := 0
	for {
		kind := decoder.PeekKind()
		switch kind {
		case '{':
			open = append(open, objects)
			objects++
		case '[':
			open = append(open, -1)
		case '}', ']':
			open = open[:max(0, len(open)-1)]
		case '"':
			if n := len(open); n > 0 && open[n-1] >= 0 {
				if !noteMember(decoder, open[n-1], found) {
					return found
				}
				continue
			}
		}
		if _, err := decoder.ReadToken(); err != nil {
			return found
		}
	}
}

// noteMember reads a string of an object: a name, and with it its value when that is a string.
func noteMember(decoder *jsontext.Decoder, object int, found map[int]hiding) bool {
	raw, err := decoder.ReadValue()
	if err != nil {
		return false
	}
	name := string(raw)
	if name != `"kind"` && name != `"name"` {
		return skipString(decoder)
	}
	if decoder.PeekKind() != '"' {
		return true
	}
	raw, err = decoder.ReadValue()
	if err != nil {
		return false
	}
	text, err := unquote(raw)
	hiding := found[object]
	switch {
	case err != nil:
		return false
	case name == `"kind"` && text == "Secret":
		hiding.data = true
	case name == `"name"` && secret.IsKey(text):
		hiding.value = true
	default:
		return true
	}
	found[object] = hiding
	return true
}

// skipString reads a member's value if it is a string, so that it is not taken for a name.
func skipString(decoder *jsontext.Decoder) bool {
	if decoder.PeekKind() != '"' {
		return true
	}
	_, err := decoder.ReadValue()
	return err == nil
}
