package reading

import (
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// isLoadSpan tells the span that a load average is of, which no output repeats: the
// 15-minute load.
func isLoadSpan(t quantity.Token, text string) bool {
	behind := strings.TrimLeft(text[t.End():min(len(text), t.End()+maxUnit)], " ")
	if t.Unit().Dimension() != quantity.Time || !strings.HasPrefix(behind, "load") && !strings.HasPrefix(behind, "负载") && !strings.HasPrefix(behind, "平均负载") {
		return false
	}
	switch strings.TrimRight(t.Literal, "-abcdefghijklmnopqrstuvwxyz 分钟") {
	case "1", "5", "15":
		return true
	}
	return false
}

// maxLoadSpans is longer than the list of the three spans with the words before it.
const maxLoadSpans = 48

// isListedLoadSpan tells each of the three spans where the text lists them all, in their
// order, behind the load: load averages over 1, 5 and 15 minutes.
func isListedLoadSpan(t quantity.Token, text string) bool {
	from := max(0, t.Start()-maxLoadSpans)
	before := strings.ToLower(text[from:t.Start()])
	i := max(strings.LastIndex(before, "load"), strings.LastIndex(before, "负载"))
	if i < 0 {
		return false
	}
	near := text[from+i : min(len(text), t.End()+maxUnit)]
	for _, list := range [...]string{"1, 5 and 15 min", "1, 5, and 15 min", "1/5/15 min", "1/5/15-min", "1/5/15 分钟", "1/5/15分钟", "1、5、15 分钟", "1、5、15分钟"} {
		at := strings.Index(near, list)
		if start := t.Start() - from - i; at >= 0 && start >= at && start < at+len(list) {
			return true
		}
	}
	return false
}
