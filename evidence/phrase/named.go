package phrase

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName bounds a name, in bytes; with it Names is linear in the text.
const maxName = 256

// Names reports whether text names something: the words of its name stand there
// together, whatever their case and what is between them, so that HighErrorRate is
// high_error_rate and "high error rate" too. A name of several words is not named by
// one that is longer: HighErrorRateCritical. A name without a letter, of fewer than
// three characters or of more than 256 bytes names nothing.
func Names(text, name string) bool {
	wanted := squash(name)
	if utf8.RuneCountInString(wanted.text) < 3 || len(wanted.text) > maxName || strings.Trim(wanted.text, "0123456789") == "" {
		return false
	}
	in, least := squash(text), wanted.edge()
	for pos := 0; ; pos++ {
		i := strings.Index(in.text[pos:], wanted.text)
		if i < 0 {
			return false
		}
		pos += i
		if in.begins(pos, least) && in.begins(pos+len(wanted.text), least) {
			return true
		}
	}
}

// edge is what begins at a letter or digit of a name.
type edge uint8

const (
	inside edge = iota
	word        // within letters and digits: the R of ErrorRate
	run         // behind something else
)

// squashed is the letters and digits of a text in lower case, and what begins at each.
type squashed struct {
	text  string
	edges []edge
}

// begins reports whether a part that begins or ends at i does so at such an edge.
func (s squashed) begins(i int, least edge) bool { return i == len(s.text) || s.edges[i] >= least }

// edge returns the edge that the words of a name have to stand between.
func (s squashed) edge() edge {
	if slices.Contains(s.edges[1:], word) {
		return run
	}
	return word
}

func squash(text string) squashed {
	var out strings.Builder
	var edges []edge
	previous := ' '
	for i, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			previous = ' '
			continue
		}
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		edges = append(edges, edgeAt(previous, r, next))
		n, _ := out.WriteRune(unicode.ToLower(r))
		for range n - 1 {
			edges = append(edges, inside)
		}
		previous = r
	}
	return squashed{out.String(), edges}
}

// edgeAt returns what begins at a letter or digit, such as each of the words of
// HTTPServerErrors5xx.
func edgeAt(previous, r, next rune) edge {
	switch {
	case previous == ' ', unicode.Is(unicode.Han, r), unicode.Is(unicode.Han, previous):
		return run
	case unicode.IsDigit(previous) != unicode.IsDigit(r):
		return word
	case unicode.IsUpper(r) && (!unicode.IsUpper(previous) || unicode.IsLower(next)):
		return word
	}
	return inside
}
