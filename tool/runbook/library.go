// Package runbook searches runbooks: Markdown files of a folder, or of a saved
// incident, by section. The text of a runbook is knowledge and data: what it says is
// to be looked at, and is never by itself what was seen.
//
// The index is in memory, ranks by BM25, and cuts Chinese, Japanese and Korean text
// into pairs of characters, as bleve's cjk analyzer does: a word of two characters is
// found, which a trigram index cannot. Bleve itself does this and much more; linked
// in, it added 18 MB to the program and 4 ms to the start of every command of it, for
// a folder of some hundred files that are read anew each time.
package runbook

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// Document is one Markdown file.
type Document struct {
	Name  string // as it is told in a hit
	Lines []string
}

// Limits of a library. They are far above what people write, and keep a folder that is
// something else from filling the memory.
const (
	maxDocuments = 5_000
	maxSections  = 50_000
	maxBytes     = 32 << 20 // of all documents
)

// Library is an index of runbooks. It does not change, and may be used by many
// goroutines.
type Library struct {
	documents int
	sections  []section
	index     index
}

// New reads documents into a library.
func New(documents []Document) (*Library, error) {
	if len(documents) > maxDocuments {
		return nil, fmt.Errorf("index the runbooks: there are %d files, more than %d", len(documents), maxDocuments)
	}
	l := &Library{documents: len(documents), index: newIndex()}
	bytes := 0
	for _, d := range documents {
		for _, line := range d.Lines {
			if bytes += len(line); !utf8.ValidString(line) {
				return nil, fmt.Errorf("index the runbooks: %s is not UTF-8 text", d.Name)
			}
		}
		if bytes > maxBytes {
			return nil, fmt.Errorf("index the runbooks: they hold more than %d MiB", maxBytes>>20)
		}
		l.sections = append(l.sections, sectionsOf(d)...)
		if len(l.sections) > maxSections {
			return nil, errors.New("index the runbooks: they have too many sections")
		}
	}
	for _, s := range l.sections {
		l.index.add(s.words())
	}
	return l, nil
}

// Documents returns how many documents there are, Sections how many parts of them.
func (l *Library) Documents() int { return l.documents }

// Sections returns how many sections can be found.
func (l *Library) Sections() int { return len(l.sections) }
