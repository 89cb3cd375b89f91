package tool

import (
	"fmt"
	"io"
)

// idAlphabet leaves out what a reader or a model mistakes: 0 and o, 1, i and l,
// u and v.
const idAlphabet = "23456789abcdefghjkmnpqrstwxyz"

const idLetters = 4

// newID returns an id such as inv-03-k7q2 that is not in use.
func newID(random io.Reader, seq int, used map[string]bool) (string, error) {
	for range 100 {
		letters, err := randomLetters(random)
		if err != nil {
			return "", fmt.Errorf("make an invocation id: %w", err)
		}
		id := fmt.Sprintf("inv-%02d-%s", seq, letters)
		if !used[id] {
			return id, nil
		}
	}
	return "", fmt.Errorf("make an invocation id: the source of randomness repeats itself")
}

// randomLetters draws evenly: bytes beyond the last whole multiple are thrown away.
func randomLetters(random io.Reader) (string, error) {
	const usable = 256 / len(idAlphabet) * len(idAlphabet)
	letters := make([]byte, 0, idLetters)
	one := make([]byte, 1)
	for range 1000 {
		if _, err := io.ReadFull(random, one); err != nil {
			return "", err
		}
		if int(one[0]) >= usable {
			continue
		}
		letters = append(letters, idAlphabet[int(one[0])%len(idAlphabet)])
		if len(letters) == idLetters {
			return string(letters), nil
		}
	}
	return "", fmt.Errorf("the source of randomness gives nothing usable")
}
