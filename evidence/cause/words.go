// Package cause reads which words of a text say that one thing led to another, and
// which of the two they name first.
package cause

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/superbizagent/superbizagent/evidence/phrase"
)

// order says what stands on which side of a causal word.
type order uint8

const (
	unordered   order = iota
	causeFirst        // the leak led to the restart
	effectFirst       // the restart happened because of the leak
)

// ordered are the causal words that the page of evidence.causal publishes.
var ordered = map[string]order{
	"because": effectFirst, "because of": effectFirst, "due to": effectFirst, "owing to": effectFirst, "on account of": effectFirst,
	"caused by": effectFirst, "triggered by": effectFirst, "as a result of": effectFirst, "resulted from": effectFirst,
	"results from": effectFirst, "resulting from": effectFirst, "stems from": effectFirst, "stemmed from": effectFirst,
	"stemming from": effectFirst, "attributed to": effectFirst, "attributable to": effectFirst,

	"caused": causeFirst, "causes": causeFirst, "causing": causeFirst, "led to": causeFirst, "leads to": causeFirst, "leading to": causeFirst,
	"resulted in": causeFirst, "results in": causeFirst, "resulting in": causeFirst, "triggered": causeFirst, "triggers": causeFirst,
	"triggering": causeFirst, "brought about": causeFirst, "gave rise to": causeFirst, "gives rise to": causeFirst,
	"consequently": causeFirst, "therefore": causeFirst, "as a consequence": causeFirst, "as a result": causeFirst,

	"root cause": unordered, "root causes": unordered,

	"由于": effectFirst, "因为": effectFirst, "归因于": effectFirst, "起因于": effectFirst, "源于": effectFirst,
	"导致": causeFirst, "引起": causeFirst, "引发": causeFirst, "造成": causeFirst, "致使": causeFirst, "触发": causeFirst, "因此": causeFirst, "所以": causeFirst,
	"根因": unordered, "根本原因": unordered,
}

// other are phrases that have a causal word in them and say nothing of a cause.
var other = []string{
	"due to expire", "due to start", "due to end", "due to run", "due to be", "due to begin",
	"triggered at", "triggered on", "triggered in", "triggered since", "triggered during", "triggered with", "triggered for",
	"告警触发", "触发告警", "触发器", "触发时间", "触发于", "触发条件", "触发阈值", "触发规则", "触发次数",
	"原因为", "起因为", "成因为", "诱因为", "制造成本", "路由于", "理由于", "来源于", // 因为, 造成 and 由于 across two words, and where a thing is from
}

// list holds the causal words, and the phrases that are none though they hold one.
var list = func() phrase.List {
	all := slices.Clone(other)
	for word := range ordered {
		all = append(all, word)
	}
	slices.Sort(all)
	return phrase.NewList(all...)
}()

// List returns the list of causal words, for a search in outputs.
func List() phrase.List { return list }

// Words returns the causal words of a text, outside quotes, in text order.
func Words(text string) []phrase.Match {
	said := phrase.WithoutQuotes(text)
	return slices.DeleteFunc(list.Find(said), func(m phrase.Match) bool {
		return slices.Contains(other, m.Phrase) || isNoun(said[:m.Start], m.Phrase) || (m.Phrase == "triggered" || m.Phrase == "触发") && endsClause(said[m.End:])
	})
}

// isNoun tells "2 triggers" and "the causes" from what triggers and causes.
func isNoun(before, phrase string) bool {
	if phrase != "triggers" && phrase != "causes" {
		return false
	}
	before = strings.ToLower(strings.TrimRight(before, " \t\r\n"))
	before = before[max(0, len(before)-16):]
	i := strings.LastIndexAny(before, " \t\r\n")
	before = before[i+1:]
	return strings.Trim(before, "0123456789") == "" && before != "" || slices.Contains([]string{"the", "of", "no", "any", "all", "these", "has", "have"}, before)
}

// endsClause tells "the alert triggered." from "it triggered a restart".
func endsClause(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r\n")
	next, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || strings.ContainsRune(".,;:!?)。，；：！？）、", next) || strings.HasPrefix(rest, "and ")
}
