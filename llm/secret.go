package llm

import (
	"fmt"
	"log/slog"
	"strings"
)

const masked = "[secret]"

// Secret is the key of an endpoint. However it is printed, logged or marshalled, it
// shows a mask; fmt does not find it in a struct that holds it either.
type Secret struct {
	reveal func() string // a closure, since fmt prints the fields of fields without asking them
}

// NewSecret returns a secret with that value.
func NewSecret(value string) Secret {
	return Secret{func() string { return value }}
}

// SecretFromEnv returns the value of the environment variable with that name; lookup
// is os.LookupEnv. No name is no secret. A variable that is named must be set.
func SecretFromEnv(lookup func(string) (string, bool), name string) (Secret, error) {
	if name == "" {
		return Secret{}, nil
	}
	value, _ := lookup(name)
	value = strings.TrimSpace(value)
	switch {
	case value == "":
		return Secret{}, fmt.Errorf("the key of the language model is read from the environment variable %s, which is not set", name)
	case strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		return Secret{}, fmt.Errorf("the environment variable %s holds what cannot be a key: a space, or a character that is not ASCII", name)
	}
	return NewSecret(value), nil
}

// Reveal returns the value itself, for the one header that it belongs into.
func (s Secret) Reveal() string {
	if s.reveal == nil {
		return ""
	}
	return s.reveal()
}

// String returns a mask.
func (s Secret) String() string { return masked }

// Format writes a mask, whatever the verb.
func (s Secret) Format(state fmt.State, _ rune) { _, _ = fmt.Fprint(state, masked) }

// LogValue returns a mask.
func (s Secret) LogValue() slog.Value { return slog.StringValue(masked) }

// MarshalText returns a mask.
func (s Secret) MarshalText() ([]byte, error) { return []byte(masked), nil }
