// Package composer writes the answer that a person reads, from what was proved
// and nothing else. Its own text is checked again before it leaves; what does not
// pass becomes a fixed, safe text.
package composer

import (
	superbiz "github.com/superbizagent/superbizagent"
)

// Input is what may be said. Nothing in it was withheld.
type Input struct {
	Question    superbiz.Question
	Verdict     superbiz.Verdict
	Claims      []Statement
	LikelyCause *superbiz.Hypothesis // the first supported hypothesis, if any
	OpenCauses  int                  // hypotheses that are not proved
	Actions     []superbiz.RecommendedAction
	MissingInfo []superbiz.MissingInfo
	Withheld    []Withheld
	RuleIDs     []string // every rule of the catalogue: no answer may show one
	RulesRun    int      // how many of them ran
}

// Statement is a claim that may be shown, with the Verifier's label.
type Statement struct {
	Claim superbiz.Claim
	Label superbiz.Label
}

// Withheld is one part that may not be shown, and why: the id of the rule or the
// label that withheld it. Its text is not here, so it cannot leak.
type Withheld struct {
	Kind  Kind
	Cause string
}

// Kind says what was withheld.
type Kind uint8

// The kinds of withheld parts.
const (
	KindClaim Kind = iota
	KindHypothesis
	KindAction
)

// Compose writes the answer. A REJECT, and an answer whose own text does not pass
// the check, give the fallback.
func Compose(in Input) superbiz.ComposerResult {
	words := phrasesFor(in.Question.Text)
	withheld := countClaims(in.Withheld)
	if in.Verdict.OrReject() != superbiz.VerdictReject {
		answer, citations := write(in, words)
		if check(answer, in, words) == nil {
			return superbiz.ComposerResult{
				Status: superbiz.ComposerValid, Answer: answer, Citations: citations, WithheldClaims: withheld,
			}
		}
	}
	return superbiz.ComposerResult{
		Status: superbiz.ComposerFallback, Answer: fallback(in, words),
		Citations: []superbiz.Citation{}, WithheldClaims: withheld,
	}
}

func countClaims(withheld []Withheld) int {
	n := 0
	for _, w := range withheld {
		if w.Kind == KindClaim {
			n++
		}
	}
	return n
}
