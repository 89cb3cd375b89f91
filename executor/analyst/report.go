package analyst

import (
	"cmp"
	"slices"
	"strconv"

	superbiz "github.com/superbizagent/superbizagent"
)

// report is what the detectors said in one round.
type report struct {
	language
	claims     []*claim
	hypotheses []*hypothesis
	actions    []superbiz.RecommendedAction
	missing    []superbiz.MissingInfo
	calls      []call
	blind      bool // what the question asks for cannot be looked at
}

func newReport(l language) *report { return &report{language: l} }

// ask wants a call to be made before the next round.
func (r *report) ask(c call) { r.calls = append(r.calls, c) }

// add keeps a claim. Two detectors that say the same say it once.
func (r *report) add(c *claim) *claim {
	for _, known := range r.claims {
		if known.text == c.text {
			return known
		}
	}
	r.claims = append(r.claims, c)
	return c
}

// hypothesis is a possible explanation and the claims that it rests on.
type hypothesis struct {
	text         string
	status       superbiz.HypothesisStatus
	supported    []*claim
	contradicted []*claim
	code, object string
	weight       int // of two, the heavier is the more likely
}

func (r *report) suspect(h *hypothesis) { r.hypotheses = append(r.hypotheses, h) }

// explained reports whether a cause was found.
func (r *report) explained() bool {
	return slices.ContainsFunc(r.hypotheses, func(h *hypothesis) bool { return h.status == superbiz.HypothesisSupported })
}

// advise keeps an action, under an id of its own.
func (r *report) advise(action superbiz.RecommendedAction) {
	for _, known := range r.actions {
		if known.Text == action.Text {
			return
		}
	}
	action.ActionID = "a" + strconv.Itoa(len(r.actions)+1)
	r.actions = append(r.actions, action)
}

// lacks keeps what is not known, and why; ids are those of the calls that failed.
func (r *report) lacks(reason superbiz.MissingReason, text string, ids ...string) {
	r.missing = append(r.missing, superbiz.MissingInfo{Text: text, Reason: reason, SourceInvocationIDs: ids})
}

// maxClaims bounds what is handed over; what supports a hypothesis stays.
const maxClaims = 24

// output makes the executor output of the last round.
func (r *report) output(s *scene) superbiz.ExecutorOutput {
	output := superbiz.ExecutorOutput{
		AnswerVersion: superbiz.AnswerVersion,
		Claims:        []superbiz.Claim{}, Hypotheses: []superbiz.Hypothesis{},
		RecommendedActions: []superbiz.RecommendedAction{}, MissingInfo: []superbiz.MissingInfo{},
	}
	if !r.blind {
		r.number()
		for _, c := range r.kept() {
			output.Claims = append(output.Claims, c.output())
		}
		output.Hypotheses = append(output.Hypotheses, r.ranked()...)
		output.RecommendedActions = append(output.RecommendedActions, r.actions...)
	}
	output.MissingInfo = append(output.MissingInfo, r.missing...)
	if len(output.Claims) == 0 && len(output.MissingInfo) == 0 {
		output.MissingInfo = append(output.MissingInfo, nothingSeen(s))
	}
	return output
}

// nothingSeen is what is said when no detector had anything to say.
func nothingSeen(s *scene) superbiz.MissingInfo {
	return superbiz.MissingInfo{Reason: superbiz.MissingNotAvailable, Text: s.question.say(
		"What could be looked at shows no alert, log line, metric or state that answers the question; logs, metrics and states of the affected service in the time of the incident would.",
		"能够查看的数据中没有与该问题相关的告警、日志、指标或状态；需要故障期间受影响服务的日志、指标和状态。")}
}

// number gives the claims that are kept their ids, in order.
func (r *report) number() {
	for i, c := range r.kept() {
		c.id = "c" + strconv.Itoa(i+1)
	}
}

// kept returns the claims that are handed over.
func (r *report) kept() []*claim {
	if len(r.claims) <= maxClaims {
		return r.claims
	}
	needed := map[*claim]bool{}
	for _, h := range r.hypotheses {
		for _, c := range append(slices.Clone(h.supported), h.contradicted...) {
			needed[c] = true
		}
	}
	var kept []*claim
	spare := maxClaims - len(needed)
	for _, c := range r.claims {
		if needed[c] {
			kept = append(kept, c)
		} else if spare > 0 {
			spare--
			kept = append(kept, c)
		}
	}
	return kept
}

// ranked returns the hypotheses, supported ones first, then by weight.
func (r *report) ranked() []superbiz.Hypothesis {
	rank := map[superbiz.HypothesisStatus]int{superbiz.HypothesisSupported: 0, superbiz.HypothesisOpen: 1, superbiz.HypothesisRefuted: 2}
	slices.SortStableFunc(r.hypotheses, func(a, b *hypothesis) int {
		return cmp.Or(cmp.Compare(rank[a.status], rank[b.status]), cmp.Compare(b.weight, a.weight))
	})
	var ranked []superbiz.Hypothesis
	for i, h := range r.hypotheses {
		made := superbiz.Hypothesis{
			HypothesisID: "h" + strconv.Itoa(i+1), Text: h.text, Status: h.status,
			SupportedBy: ids(h.supported), ContradictedBy: ids(h.contradicted),
		}
		if h.code != "" && h.status == superbiz.HypothesisSupported {
			made.Cause = &superbiz.Cause{Code: h.code, Object: h.object}
		}
		ranked = append(ranked, made)
	}
	return ranked
}

func ids(claims []*claim) []string {
	out := []string{}
	for _, c := range claims {
		if c != nil && c.id != "" && !slices.Contains(out, c.id) {
			out = append(out, c.id)
		}
	}
	return out
}
