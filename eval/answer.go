package eval

import (
	"fmt"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence/canon"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// answer checks the text that a person reads.
func (o *observer) answer(want *AnswerExpectations) {
	text := canon.String(o.Answer.Answer, canon.Excerpt)
	for i, words := range want.Contains {
		o.phrase(fmt.Sprintf("answer.contains[%d]", i), words, text, true)
	}
	for i, words := range want.NotContains {
		o.phrase(fmt.Sprintf("answer.not_contains[%d]", i), words, text, false)
	}
	for i, value := range want.Values {
		o.quantity(fmt.Sprintf("answer.values[%d]", i), value, true)
	}
	for i, value := range want.NoValues {
		o.quantity(fmt.Sprintf("answer.no_values[%d]", i), value, false)
	}
	if want.NoProtocol {
		o.noProtocol()
	}
	if want.NoWithheldText {
		o.noWithheldText(text)
	}
}

// phrase looks for words as a reader does: in any case, spacing and quotes.
func (o *observer) phrase(name, words, text string, wanted bool) {
	looked := canon.String(words, canon.Excerpt)
	if looked == "" {
		o.unseen(name, "there are no words to look for")
		return
	}
	want := fmt.Sprintf("%q in the answer", words)
	if !wanted {
		want = "not " + want
	}
	o.holds(name, strings.Contains(text, looked) == wanted, want, o.Answer.Answer)
}

// quantity looks for a value in any spelling: 1.5Gi is there where 1536 MiB stands.
func (o *observer) quantity(name, value string, wanted bool) {
	stated := quantity.ScanClaim(value)
	if len(stated) != 1 {
		o.unseen(name, fmt.Sprintf("%q is not one value", value))
		return
	}
	standing := quantity.Scan(o.Answer.Answer)
	has := slices.ContainsFunc(standing, func(t quantity.Token) bool { return quantity.Equal(stated[0], t) })
	want := value + " in the answer"
	if !wanted {
		want = "not " + want
	}
	o.holds(name, has == wanted, want, o.Answer.Answer)
}

// noProtocol looks for what the stages tell each other and no reader should see.
func (o *observer) noProtocol() {
	text := strings.ToLower(o.Answer.Answer)
	got := ""
	for _, word := range protocolWords(o.Gate) {
		if strings.Contains(text, strings.ToLower(word)) {
			got = word
			break
		}
	}
	o.holds("answer.no_protocol", got == "", "no word of the protocol", got)
}

// protocolWords are the names of the contract that are no words of a language, what
// JSON of an executor begins with, and the ids of the rules. The list is the
// evaluator's own: one taken from the composer would be blind where it is.
func protocolWords(gate superbiz.GatekeeperResult) []string {
	list := []string{
		superbiz.AnswerVersion, superbiz.TraceVersion, superbiz.NoEvidencePath, "answer_version", "trace_version", "claim_id",
		"claim_type", "evidence_bindings", "source_invocation_ids", "raw_path", "evidence_refs", "retrieval_details",
		"hypothesis_id", "supported_by", "contradicted_by", "recommended_actions", "action_id", "requires_approval",
		"missing_info", "structured_output", "raw_output", "parse_status", "gatekeeper_result", "checked_bindings",
		"failed_rules", "rule_set_version", "tool_trace_summary", "claim_checks", "self_evaluation", "gatekeeper.internal",
		"gatekeeper-rules-", "not_checked", "low_confid", `{"`, `"claims":`, `"hypotheses":`, "diagnosis_summary", "user_facing_answer",
	}
	for _, rule := range gate.Rules {
		list = append(list, rule.ID)
	}
	return list
}

// noWithheldText looks for statements that must not be read: those withheld, and all
// of them in a fallback.
func (o *observer) noWithheldText(answer string) {
	texts := o.unsaid()
	if len(texts) == 0 {
		o.unseen("answer.no_withheld_text", "nothing was withheld")
		return
	}
	got := ""
	for _, text := range texts {
		if looked := canon.String(text, canon.Excerpt); looked != "" && strings.Contains(answer, looked) {
			got = text
			break
		}
	}
	o.holds("answer.no_withheld_text", got == "", "none of the statements that were withheld", got)
}

func (r *Replay) unsaid() []string {
	all := r.Answer.Status != superbiz.ComposerValid
	var texts []string
	for _, c := range r.Decision.Claims {
		if all || c.WithheldBy != "" {
			texts = append(texts, c.Text)
		}
	}
	for _, h := range r.Decision.Hypotheses {
		if all || h.WithheldBy != "" {
			texts = append(texts, h.Text)
		}
	}
	for _, a := range r.Decision.Actions {
		if all || a.WithheldBy != "" {
			texts = append(texts, a.Text)
		}
	}
	if all {
		for _, m := range r.Decision.MissingInfo {
			texts = append(texts, m.Text)
		}
	}
	return texts
}
