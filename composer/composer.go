// Package composer writes the answer that a person reads, from what was proved
// and nothing else. Its own text is checked again before it leaves; what does not
// pass becomes a fixed, safe text.
package composer

import (
	superbiz "github.com/superbizagent/superbizagent"
)

// Input is what an answer is made from.
type Input struct {
	Question superbiz.Question
	Decision superbiz.Decision
	Gate     superbiz.GatekeeperResult // which rules ran; no answer may name one

	// Spend is told what each call of a model cost; nil is nobody.
	Spend func(superbiz.Usage)
}

// Compose writes the answer. A REJECT, and an answer whose own text does not pass
// the check, give the fallback.
func Compose(in Input) superbiz.ComposerResult {
	words := phrasesFor(in.Question.Text)
	said := sort(in)
	if in.Decision.Result.Verdict.OrReject() != superbiz.VerdictReject {
		if result, ok := compose(said, oneEach(said.claims), words); ok {
			return result
		}
	}
	return superbiz.ComposerResult{
		Status: superbiz.ComposerFallback, Answer: fallback(said, words),
		Citations: []superbiz.Citation{}, WithheldClaims: said.withheldClaims,
	}
}

// compose writes an answer, unless its own text does not pass the check.
func compose(said sayable, statements []statement, words phrases) (superbiz.ComposerResult, bool) {
	answer, citations := write(said, statements, words)
	return superbiz.ComposerResult{
		Status: superbiz.ComposerValid, Answer: answer, Citations: citations, WithheldClaims: said.withheldClaims,
	}, check(answer, said, words) == nil
}
