package store

import (
	"errors"
	"fmt"
	"io"
	"time"
)

// DefaultLease is the lease of a Config that does not say.
const DefaultLease = time.Minute

// Config is what every adapter needs. All but Lease is required.
type Config struct {
	Now     func() time.Time
	NewID   func(prefix string) (string, error) // "s" gives s-..., unique; see RandomIDs
	Process Process                             // who writes; see ThisProcess
	Lease   time.Duration                       // how long a run counts as alive that is not heard of; 0 is DefaultLease
}

// Check says what is missing.
func (c Config) Check() error {
	switch {
	case c.Now == nil, c.NewID == nil:
		return errors.New("a store needs a clock and a source of ids")
	case c.Process.ID == "", c.Process.Look == nil:
		return errors.New("a store needs to know the process that writes to it")
	case c.Lease < 0:
		return errors.New("the lease may not be negative")
	}
	return nil
}

// idAlphabet has 32 letters, without those that a reader mistakes for another.
const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const idLetters = 13 // of 5 bits each: a million ids collide once in 10⁷ databases

// RandomIDs makes ids such as s-5vq2k08hxw3md of random bytes.
func RandomIDs(random io.Reader) func(prefix string) (string, error) {
	return func(prefix string) (string, error) {
		letters := make([]byte, idLetters)
		if _, err := io.ReadFull(random, letters); err != nil {
			return "", fmt.Errorf("make an id: %w", err)
		}
		for i, b := range letters {
			letters[i] = idAlphabet[int(b)%len(idAlphabet)]
		}
		return prefix + "-" + string(letters), nil
	}
}
