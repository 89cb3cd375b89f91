package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// comparison is what a word of direction or comparison says of the values around it.
type comparison struct {
	words  []string // in lower case; of English ones whole words
	sign   int      // of the comparison of the first with the second value: -1 or 1
	change bool     // from the first to the second, with "to" or an arrow between them
	times  bool     // only of times
}

// comparisons are the words that are decided. "Over" and "more than" are left out:
// they qualify one number more often than they compare two.
var comparisons = []comparison{
	{[]string{"rose", "risen", "rises", "rising", "increased", "increases", "increasing", "grew", "grown", "growing", "climbed", "climbing",
		"jumped", "surged", "spiked", "上升", "增加", "增长", "上涨", "升至"}, -1, true, false},
	{[]string{"fell", "fallen", "falling", "dropped", "dropping", "decreased", "decreases", "decreasing", "declined", "declining", "shrank",
		"下降", "减少", "降低", "降至", "下跌"}, 1, true, false},
	{[]string{"above", "exceeds", "exceeded", "exceeding", "higher than", "greater than", "larger than", "超过", "超出", "高于"}, 1, false, false},
	{[]string{"below", "lower than", "smaller than", "less than", "低于", "小于"}, -1, false, false},
	{[]string{"before", "earlier than", "prior to", "早于"}, -1, false, true},
	{[]string{"after", "later than", "晚于"}, 1, false, true},
}

// Contradiction returns why a word of direction or comparison in the claim is false
// for the values that it stands between or, for "above its limit", for those that
// the claim cites; "" when none is.
func (c *Claim) Contradiction() string {
	text := c.claim.Text[:min(len(c.claim.Text), MaxText)]
	lowered := strings.ToLower(text)
	if len(lowered) != len(text) { // a capital of another length: offsets would not fit
		lowered = text
	}
	var values []Mention
	for _, m := range c.Mentions() {
		if m.Kind == KindValue {
			values = append(values, m)
		}
	}
	for _, cmp := range comparisons {
		for _, w := range cmp.words {
			for at := range wordPlaces(lowered, w) {
				if why := cmp.refute(lowered, w, at, values); why != "" {
					return why
				}
				if !cmp.change && !cmp.times {
					if why := c.refuteLimit(cmp, lowered[at:], w); why != "" {
						return why
					}
				}
			}
		}
	}
	return ""
}

// maxReach is how far from a word, in bytes, the values that it compares stand.
const maxReach = 100

// refute returns why a word at an offset is false for the values around it.
func (k comparison) refute(text, word string, at int, values []Mention) string {
	for i := 0; i+1 < len(values); i++ {
		a, b := values[i], values[i+1]
		if k.change {
			if a.Start < at || a.Start-at > maxReach || !leads(text[a.End:b.Start]) {
				continue
			}
		} else if a.End > at || b.Start < at || at-a.End > maxReach || b.Start-at > maxReach {
			continue
		}
		x, y := a.value.token, b.value.token
		if x.Dimension() != y.Dimension() || x.Kind() != y.Kind() || k.times != (x.Kind() == quantity.Moment) && !k.change {
			return ""
		}
		if order, ok := quantity.Compare(x, y); ok && order != k.sign {
			return evidence.Quote(word) + " is false of " + a.Text + " and " + b.Text
		}
		return ""
	}
	return ""
}

// leads reports whether the text between two values says that one became the other.
func leads(between string) bool {
	switch strings.Trim(between, " `'\"") {
	case "to", "→", "->", "-->", "=>", "up to", "down to", "到", "至", "增加到", "上升到", "下降到", "升至", "降至":
		return true
	}
	return false
}

// limits are the words for what a value may not exceed.
var limits = setOf("limit threshold quota capacity maximum max budget 上限 阈值 限制")

// refuteLimit decides "above its limit" by the two values that the claim cites, of
// which one is a limit by its key.
func (c *Claim) refuteLimit(k comparison, rest, word string) string {
	after := wordsAfter(strings.TrimPrefix(rest, word))
	named := false
	for _, w := range after {
		named = named || limits.hasNoun(strings.ToLower(w))
	}
	if !named {
		return ""
	}
	var value, limit []quantity.Token
	for _, n := range c.citedText().nodes {
		t, ok := quantity.Parse(n.node.Text())
		if !ok || n.node.Len() > 0 {
			continue
		}
		if u, ok := quantity.UnitOfKey(n.node.Key()); ok {
			t = t.WithUnit(u)
		}
		if isLimit(n.node) {
			limit = append(limit, t)
		} else {
			value = append(value, t)
		}
	}
	if len(value) != 1 || len(limit) != 1 || value[0].Dimension() != limit[0].Dimension() {
		return ""
	}
	if order, ok := quantity.Compare(value[0], limit[0]); ok && order != k.sign {
		return evidence.Quote(word) + " is false of the cited " + value[0].Literal + " and " + limit[0].Literal
	}
	return ""
}

// isLimit reports whether a value is a limit by its key or that of the object that
// it is in.
func isLimit(n evidence.Node) bool {
	for depth := 0; depth < 2 && n.Valid(); depth, n = depth+1, n.Parent() {
		if slices.ContainsFunc(humpsOf(n.Key()), limits.hasNoun) {
			return true
		}
	}
	return false
}

// wordPlaces yields where a word or phrase stands in a text in lower case; an
// English one only whole.
func wordPlaces(text, w string) func(func(int) bool) {
	return func(yield func(int) bool) {
		for from := 0; ; {
			i := strings.Index(text[from:], w)
			if i < 0 {
				return
			}
			at, end := from+i, from+i+len(w)
			whole := w[0] >= 0x80 || (at == 0 || !isAlnum(text[at-1])) && (end == len(text) || !isAlnum(text[end]))
			if whole && !yield(at) {
				return
			}
			from = end
		}
	}
}
