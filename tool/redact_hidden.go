package tool

import (
	"strings"

	"github.com/superbizagent/superbizagent/evidence/secret"
)

// hiding says which members of an object are credentials whatever they look like.
type hiding struct {
	data  bool // data and stringData: the object is a Kubernetes Secret
	value bool // value: the object's name is one of a credential, as in a container's env
}

// hiddenMembers reads a value once, before it is redacted, for what can be told
// only from a sibling. Objects are counted in the order in which they begin.
func hiddenMembers(text string) map[int]hiding {
	if !strings.Contains(text, `"Secret"`) && !strings.Contains(text, `"value"`) {
		return nil
	}
	found := map[int]hiding{}
	w := walk{text: text}
	var open []int // the objects and arrays we are in; an array is -1
	objects := 0
	for {
		switch w.peek() {
		case 0:
			return found
		case '{':
			w.at++
			open = append(open, objects)
			objects++
		case '[':
			w.at++
			open = append(open, -1)
		case '}', ']':
			w.at++
			open = open[:len(open)-1]
		case '"':
			if n := len(open); n > 0 && open[n-1] >= 0 {
				w.noteMember(open[n-1], found)
			} else {
				w.quoted()
			}
		default:
			w.literal()
		}
	}
}

// noteMember reads a member's name, and with it its value when that is a string.
func (w *walk) noteMember(object int, found map[int]hiding) {
	token, _ := w.quoted()
	if w.peek() != '"' {
		return
	}
	raw, escaped := w.quoted()
	value := w.text[raw.start+1 : raw.end-1]
	if escaped {
		value = string(appendUnquoted(nil, w.text[raw.start:raw.end]))
	}
	hiding := found[object]
	switch name := w.text[token.start:token.end]; {
	case name == `"kind"` && value == "Secret":
		hiding.data = true
	case name == `"name"` && secret.IsKey(value):
		hiding.value = true
	default:
		return
	}
	found[object] = hiding
}
