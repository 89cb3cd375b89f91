package composer

import (
	superbiz "github.com/superbizagent/superbizagent"
)

// sayable is what may be said. Of what was withheld it has only what withheld it,
// so that no text can leak.
type sayable struct {
	question       string
	verdict        superbiz.Verdict
	claims         []superbiz.JudgedClaim
	likelyCause    *superbiz.Hypothesis // the first supported hypothesis
	openCauses     int                  // hypotheses that are not proved
	refutedCauses  int                  // hypotheses that a shown claim speaks against
	actions        []superbiz.RecommendedAction
	missing        []superbiz.MissingInfo
	withheld       []string // the rule or label that withheld each part
	withheldClaims int
	ruleIDs        []string
	rulesRun       int
}

// sort tells what may be said from what was withheld.
func sort(in Input) sayable {
	s := sayable{question: in.Question.Text, verdict: in.Decision.Result.Verdict, missing: in.Decision.MissingInfo}
	for _, c := range in.Decision.Claims {
		if c.WithheldBy == "" {
			s.claims = append(s.claims, c)
			continue
		}
		s.withheld = append(s.withheld, c.WithheldBy)
		s.withheldClaims++
	}
	s.sortHypotheses(in.Decision.Hypotheses)
	for _, a := range in.Decision.Actions {
		if a.WithheldBy == "" {
			s.actions = append(s.actions, a.RecommendedAction)
		} else {
			s.withheld = append(s.withheld, a.WithheldBy)
		}
	}
	for _, rule := range in.Gate.Rules {
		s.ruleIDs = append(s.ruleIDs, rule.ID)
		if rule.Outcome != superbiz.OutcomeNotRun {
			s.rulesRun++
		}
	}
	return s
}

func (s *sayable) sortHypotheses(hypotheses []superbiz.JudgedHypothesis) {
	for i := range hypotheses {
		h := &hypotheses[i]
		switch {
		case h.WithheldBy != "":
			s.withheld = append(s.withheld, h.WithheldBy)
		case h.Shown == superbiz.HypothesisOpen:
			s.openCauses++
		case h.Shown == superbiz.HypothesisRefuted:
			s.refutedCauses++
		case h.Shown == superbiz.HypothesisSupported && s.likelyCause == nil:
			s.likelyCause = &h.Hypothesis
		}
	}
}
