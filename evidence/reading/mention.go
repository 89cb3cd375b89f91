package reading

import (
	"strconv"
	"strings"
)

// Kind says what a mention is.
type Kind uint8

// The kinds of mentions.
const (
	KindValue Kind = iota // a number, quantity, time, version or address
	KindName              // an object, metric, path, error name, phase or reason
	KindQuote             // quoted words
	KindPair              // key=value with a value that is no number
)

// Mention is one thing that a claim's text states and that can be looked up.
type Mention struct {
	Kind  Kind
	Text  string // as stated, without quotes
	Start int    // byte offsets in the claim's text
	End   int

	quoted bool   // stated in quotes
	weak   bool   // a hyphenated word that is a name only if the run knows it
	joined string // what a slash joins it to
	space  string // the namespace that it is said to be in; see spaceOf

	key, word string  // of a KindPair: its sides
	value     *stated // of a KindValue
	id        string  // see identity
}

// String returns the word for k that messages use.
func (k Kind) String() string {
	switch k {
	case KindName:
		return "name"
	case KindQuote:
		return "quote"
	default:
		return "value"
	}
}

// identity is the same for mentions of which one answer holds for both.
func (m Mention) identity() string {
	if m.id != "" {
		return m.id
	}
	id := m.Kind.String() + "\x00" + m.Text + "\x00" + m.key + m.space
	if m.value != nil {
		id += "\x00" + strings.Join(m.value.near, " ") + "\x00" + m.value.owner + "\x00" + m.value.glosses + "\x00" + strconv.Itoa(m.value.clause.start)
	}
	return id
}
