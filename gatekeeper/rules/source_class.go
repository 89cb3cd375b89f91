package rules

import (
	_ "embed"
	"slices"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/phrase"
	"github.com/superbizagent/superbizagent/gatekeeper"
)

//go:embed source_class.md
var sourceClassPage string

var sourceClass = &gatekeeper.Rule{
	ID:              "evidence.source_class",
	Description:     "a claim must not rest on alert text or knowledge documents alone",
	Doc:             sourceClassPage,
	DefaultSeverity: superbiz.SeverityLowConfid,
	Reads:           gatekeeper.Claims,
	Run:             runSourceClass,
}

func runSourceClass(p *gatekeeper.Pass) error {
	titles := make(map[*evidence.Source][]string)
	for i := range p.Output.Claims {
		c := &p.Output.Claims[i]
		sources, ok := p.Ledger.Bound(&c.Claim)
		if !ok || slices.ContainsFunc(sources, isObserved) {
			continue
		}
		if c.ClaimType == superbiz.ClaimObservation && namesOne(c.Text, sources, titles) {
			continue
		}
		p.Claimf(c, "", "rests on %s alone, which tells what should be looked for and not what was seen: cite a call that looked",
			classes(sources))
	}
	return nil
}

func isObserved(s *evidence.Source) bool {
	c := s.Invocation.SourceClass
	return c != superbiz.SourceAlert && c != superbiz.SourceKnowledge
}

// classes says what kinds of sources there are.
func classes(sources []*evidence.Source) string {
	alert := slices.ContainsFunc(sources, func(s *evidence.Source) bool { return s.Invocation.SourceClass == superbiz.SourceAlert })
	knowledge := slices.ContainsFunc(sources, func(s *evidence.Source) bool { return s.Invocation.SourceClass == superbiz.SourceKnowledge })
	switch {
	case alert && knowledge:
		return "alert text and knowledge documents"
	case alert:
		return "alert text"
	default:
		return "knowledge documents"
	}
}

// namesOne reports whether a text names an alert or a document of one of the sources.
func namesOne(text string, sources []*evidence.Source, titles map[*evidence.Source][]string) bool {
	for _, s := range sources {
		if _, ok := titles[s]; !ok {
			titles[s] = s.Titles()
		}
		if slices.ContainsFunc(titles[s], func(title string) bool { return phrase.Names(text, title) }) {
			return true
		}
	}
	return false
}
