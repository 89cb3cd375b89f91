// Package wording tells which listed phrases stand in recorded outputs: a word that
// a system used itself is not a claim's own.
package wording

import (
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/canon"
	"github.com/superbizagent/superbizagent/evidence/phrase"
)

// Outputs looks for the phrases of one list in outputs. Each output is read once,
// when it is first asked about. It is for one run, and not for concurrent use.
type Outputs struct {
	list  phrase.List
	found map[*evidence.Source]map[string]bool
}

// NewOutputs returns a search for the phrases of a list.
func NewOutputs(list phrase.List) *Outputs {
	return &Outputs{list: list, found: make(map[*evidence.Source]map[string]bool)}
}

// Have reports whether a listed phrase, or a longer one that begins with it, stands
// in one of some outputs.
func (o *Outputs) Have(sources []*evidence.Source, listed string) bool {
	for _, s := range sources {
		if o.in(s)[listed] {
			return true
		}
	}
	return false
}

func (o *Outputs) in(s *evidence.Source) map[string]bool {
	found, ok := o.found[s]
	if ok {
		return found
	}
	found = make(map[string]bool)
	o.found[s] = found
	doc, err := s.Output()
	if err != nil {
		return found
	}
	for _, m := range o.list.Find(canon.String(doc.Raw(), canon.Value)) {
		o.note(found, m.Phrase)
	}
	return found
}

// note adds a phrase, and those that it begins with: who says "because of" has said
// "because".
func (o *Outputs) note(found map[string]bool, listed string) {
	for p := listed; p != "" && !found[p]; {
		found[p] = true
		p = p[:max(0, strings.LastIndexByte(p, ' '))]
	}
}
