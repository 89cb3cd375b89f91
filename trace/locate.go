package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
)

// Locator finds the lines of a document on which parts of its last attempt stand.
type Locator struct {
	attempt  evidence.Node // structured_output; raw_output where there is one
	newlines []int         // offsets
}

// NewLocator reads the document of a trace once more, for its places.
func NewLocator(data []byte) (*Locator, error) {
	const aroundOutput = 8 // levels
	doc, err := evidence.Decode(data, evidence.MaxOutputDepth+aroundOutput)
	if err != nil {
		return nil, fmt.Errorf("locate lines: %w", err)
	}
	l := &Locator{attempt: lastAttempt(doc.Root())}
	for i := 0; ; {
		next := strings.IndexByte(doc.Raw()[i:], '\n')
		if next < 0 {
			return l, nil
		}
		l.newlines = append(l.newlines, i+next)
		i += next + 1
	}
}

func lastAttempt(root evidence.Node) evidence.Node {
	attempts := root.Member("executor").Member("attempts")
	if attempts.Kind() != evidence.KindArray {
		return evidence.Node{}
	}
	last := attempts.Elem(attempts.Len() - 1)
	if raw := last.Member("raw_output"); raw.Kind() == evidence.KindString {
		return raw
	}
	return last.Member("structured_output")
}

// Line returns the line, from 1, of what a finding targets. What is missing stands
// where it should be, and all of a raw_output is on one line.
func (l *Locator) Line(target string) int {
	node := l.attempt
	path, err := evidence.ParsePath("$." + target)
	for err == nil && !path.IsRoot() {
		if found := path.Resolve(l.attempt); found.Valid() {
			node = found
			break
		}
		path = path.Parent()
	}
	if !node.Valid() {
		return 1
	}
	start, _ := node.Span()
	line, _ := slices.BinarySearch(l.newlines, start)
	return line + 1
}
