package absence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/phrase"
	"github.com/superbizagent/superbizagent/evidence/reading"
	"github.com/superbizagent/superbizagent/evidence/searched"
)

// subjects knows what the calls of a session were about.
type subjects struct {
	ledger   *evidence.Ledger
	bySource map[*evidence.Source]map[string][]string
	byName   map[string]map[string]bool // the kinds of a name, in lower case
}

func newSubjects(ledger *evidence.Ledger) *subjects {
	return &subjects{ledger: ledger, bySource: make(map[*evidence.Source]map[string][]string)}
}

func (s *subjects) of(source *evidence.Source) map[string][]string {
	found, ok := s.bySource[source]
	if !ok {
		found = searched.Subjects(source)
		s.bySource[source] = found
	}
	return found
}

// knows reports whether some call of the session was about a thing of that kind and
// name.
func (s *subjects) knows(kind, name string) bool { return s.kindsOf(name)[kind] }

func (s *subjects) kindsOf(name string) map[string]bool {
	if s.byName == nil {
		s.byName = make(map[string]map[string]bool)
		for _, source := range s.ledger.Sources() {
			if !source.Foreign() {
				s.note(s.of(source))
			}
		}
	}
	return s.byName[strings.ToLower(name)]
}

func (s *subjects) note(subjects map[string][]string) {
	for kind, names := range subjects {
		for _, name := range names {
			name = strings.ToLower(name)
			if s.byName[name] == nil {
				s.byName[name] = make(map[string]bool)
			}
			s.byName[name][kind] = true
		}
	}
}

// maxSearches bounds how many calls a claim may rest on for its subject to be looked at.
const maxSearches = 64

// stated is a name of a claim, with the kinds that it may be of.
type stated struct {
	name  string
	kinds []string
}

// outsideSubject reports a claim about another thing than those that were searched:
// it names things of a kind that every one of the calls says, and none that a call
// was about, or that stands in it.
func (p *Prover) outsideSubject(c *evidence.Claim, sources []*evidence.Source) []Fault {
	read, ok := p.reader.Claim(c)
	if !ok || len(sources) > maxSearches || len(c.Text) > reading.MaxText {
		return nil
	}
	byKind := make(map[string][]string)
	var order []string
	for _, s := range p.named(c.Text, read) {
		for _, kind := range s.kinds {
			if byKind[kind] == nil {
				order = append(order, kind)
			}
			byKind[kind] = append(byKind[kind], s.name)
		}
	}
	for _, kind := range order {
		names := byKind[kind]
		if slices.ContainsFunc(sources, func(s *evidence.Source) bool { return p.mayCover(s, kind, names, c.Text, read) }) {
			continue
		}
		about := p.subjects.of(sources[0])[kind]
		return []Fault{{"text", fmt.Sprintf("is about %s %s, but what was searched is %s %s",
			kind, evidence.Quote(names[0]), kind, evidence.List(quoteAll(about), 3))}}
	}
	return nil
}

// named returns the things that a claim names: with their kind, or as a name that
// calls of the session were about.
func (p *Prover) named(text string, read *reading.Claim) []stated {
	var out []stated
	for _, n := range searched.NamedIn(text) {
		if !n.Plain || p.subjects.knows(n.Kind, n.Name) {
			out = append(out, stated{n.Name, []string{n.Kind}})
		}
	}
	for _, m := range read.Mentions() {
		if m.Kind == reading.KindName {
			out = append(out, stated{m.Text, sortedKinds(p.subjects.kindsOf(m.Text))})
		}
	}
	return out
}

// mayCover reports whether a call may have looked at one of some things: it does not
// say which of that kind it looked at, the text speaks of what it looked at too, it was
// about one of them or a part of it, or one stands in it.
func (p *Prover) mayCover(s *evidence.Source, kind string, names []string, text string, read *reading.Claim) bool {
	about := p.subjects.of(s)[kind]
	if len(about) == 0 || slices.ContainsFunc(about, func(a string) bool { return phrase.Names(text, a) }) {
		return true
	}
	for _, name := range names {
		if slices.ContainsFunc(about, func(a string) bool { return searched.Related(a, name) }) {
			return true
		}
		if read.StandsIn(s, reading.Name(name)) {
			return true
		}
	}
	return false
}

func sortedKinds(kinds map[string]bool) []string {
	var out []string
	for kind := range kinds {
		out = append(out, kind)
	}
	slices.Sort(out)
	return out
}

func quoteAll(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = evidence.Quote(w)
	}
	return out
}
