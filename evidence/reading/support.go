package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/canon"
	"github.com/superbizagent/superbizagent/evidence/phrase"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// Support looks up in claims, and in what they bind, what another text states. It is
// for one output, and not for concurrent use.
type Support struct {
	reader *Reader
	left   int // look-ups that may still be made
}

// maxLookups bounds how many times a mention is looked up in a claim for one output:
// texts, mentions and claims can each be many.
const maxLookups = 10_000

// NewSupport returns a Support over the rows of a reader.
func (r *Reader) NewSupport() *Support { return &Support{r, maxLookups} }

// Missing returns what a text states that none of some claims states, and that stands
// in none of their bound outputs, each once. A hyphenated word that the run does not
// know as a name is not taken for one. It returns false when there was more to look
// up than is looked up for one output.
func (s *Support) Missing(text string, claims []*evidence.Claim) ([]Mention, bool) {
	return s.missing(Mentions(text), claims)
}

// MissingName is Missing for a name by itself.
func (s *Support) MissingName(name string, claims []*evidence.Claim) (missing, ok bool) {
	out, ok := s.missing([]Mention{Name(name)}, claims)
	return len(out) > 0, ok
}

func (s *Support) missing(mentions []Mention, claims []*evidence.Claim) ([]Mention, bool) {
	var out []Mention
	looked := make(map[string]bool)
	for _, m := range mentions {
		if looked[m.Text] {
			continue
		}
		looked[m.Text] = true
		if s.left -= len(claims); s.left < 0 {
			return out, false
		}
		has := func(c *evidence.Claim) bool { return s.reader.supports(c, m) }
		if !slices.ContainsFunc(claims, has) && !(m.weak && !s.reader.knows(m)) {
			out = append(out, m)
		}
	}
	return out, true
}

// supports reports whether a claim states a mention of another text, declares it, or
// has it in its bound output.
func (r *Reader) supports(c *evidence.Claim, m Mention) bool {
	read, ok := r.Claim(c)
	if !ok {
		return m.Kind != KindValue && saysName(c.Text, m)
	}
	if m.Kind == KindValue && slices.ContainsFunc(read.Mentions(), m.sameValue) {
		return true
	}
	return m.Kind != KindValue && saysName(c.Text, m) || read.Stands(m)
}

func (m Mention) sameValue(o Mention) bool {
	return o.Kind == KindValue && quantity.Equal(m.value.token, o.value.token)
}

// knows reports whether a name stands where names do in any output of the session.
func (r *Reader) knows(m Mention) bool {
	return slices.ContainsFunc(r.others(nil), func(v *view) bool { return v.names(m.Text) })
}

// saysName reports whether a text has the words of a name or a quote, in any spelling.
func saysName(text string, m Mention) bool {
	if strings.TrimSpace(m.Text) == "" || phrase.Names(text, m.Text) {
		return true
	}
	if m.Kind == KindQuote {
		return strings.Contains(canon.String(text, canon.Excerpt), canon.String(m.Text, canon.Excerpt))
	}
	_, ok := phrase.NewList(m.Text).First(text) // shorter than phrase.Names takes
	return ok
}
