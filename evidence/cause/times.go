package cause

import (
	"math/big"
	"sort"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/phrase"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// Backwards reports whether the times that a text states for a cause are all after
// those that it states for the effect, as its causal words order them, and returns
// one of each. Times that cannot be compared prove nothing.
func Backwards(text string) (cause, effect string, ok bool) {
	said := phrase.WithoutQuotes(text)
	words := Words(text)
	times := clocks(quantity.ScanClaim(said))
	for i, m := range words {
		left, right := sides(said, words, i)
		if saysNot(said[left.start:left.end]) {
			continue
		}
		causes, effects := left, right
		switch ordered[m.Phrase] {
		case unordered:
			continue
		case effectFirst:
			causes, effects = right, left
			if left.isBlank(said) { // Because of A, B.
				causes, effects = right.cut(said)
			}
		}
		if c, e, ok := allAfter(within(times, causes), within(times, effects)); ok {
			return c.Literal, e.Literal, true
		}
	}
	return "", "", false
}

// span is a part of a text.
type span struct{ start, end int }

func (s span) isBlank(text string) bool { return strings.TrimSpace(text[s.start:s.end]) == "" }

// cut cuts a span at its first comma.
func (s span) cut(text string) (before, after span) {
	part := text[s.start:s.end]
	i := strings.IndexAny(part, ",，")
	if i < 0 {
		return s, span{s.end, s.end}
	}
	return span{s.start, s.start + i}, span{s.start + i, s.end}
}

// sides returns what stands before and after a causal word, as far as the sentence
// and the next causal word.
func sides(text string, words []phrase.Match, i int) (left, right span) {
	left, right = span{0, words[i].Start}, span{words[i].End, len(text)}
	if i > 0 {
		left.start = words[i-1].End
	}
	if i+1 < len(words) {
		right.end = words[i+1].Start
	}
	left.start += lastEnd(text[left.start:left.end])
	right.end = right.start + firstEnd(text[right.start:right.end])
	return left, right
}

// ends are the marks that end a sentence. A full stop does so before a blank only.
var ends = []string{". ", ".\n", "! ", "? ", "; ", "\n\n", "。", "；", "！", "？"}

func lastEnd(text string) int {
	last := 0
	for _, mark := range ends {
		if i := strings.LastIndex(text, mark); i >= 0 {
			last = max(last, i+len(mark))
		}
	}
	return last
}

func firstEnd(text string) int {
	first := len(text)
	for _, mark := range ends {
		if i := strings.Index(text, mark); i >= 0 {
			first = min(first, i)
		}
	}
	return first
}

// saysNot reports whether the words before a causal word deny it.
func saysNot(before string) bool {
	before = strings.ToLower(strings.TrimRight(before, " "))
	for _, no := range []string{" not", "n't", " never", "不是", "并非", "没有", "未"} {
		if strings.HasSuffix(before, no) {
			return true
		}
	}
	return false
}

// clocks keeps the times of day, with or without a date.
func clocks(tokens []quantity.Token) []quantity.Token {
	var out []quantity.Token
	for _, t := range tokens {
		if t.Kind() == quantity.Moment && t.HasClock() {
			out = append(out, t)
		}
	}
	return out
}

// within returns the times that begin in a span. Times are in text order.
func within(times []quantity.Token, s span) []quantity.Token {
	at := func(offset int) int {
		return sort.Search(len(times), func(i int) bool { return times[i].Start() >= offset })
	}
	return times[at(s.start):max(at(s.start), at(s.end))]
}

// maxTimes bounds how many times of one side are compared.
const maxTimes = 16

// allAfter reports whether every one of some times is after every one of others.
func allAfter(causes, effects []quantity.Token) (cause, effect quantity.Token, ok bool) {
	if len(causes) == 0 || len(effects) == 0 || len(causes) > maxTimes || len(effects) > maxTimes {
		return cause, effect, false
	}
	for _, c := range causes {
		for _, e := range effects {
			if !after(c, e) {
				return cause, effect, false
			}
		}
	}
	return causes[0], effects[0], true
}

// after reports whether a time is certainly after another one. Times of day wrap
// around midnight: one is after another when it is less than half a day later.
func after(a, b quantity.Token) bool {
	dated := a.HasDate() && b.HasDate()
	_, okA := a.Instant()
	_, okB := b.Instant()
	if a.HasZone() != b.HasZone() || dated && !(okA && okB) {
		return false
	}
	return beyond(new(big.Rat).Sub(a.Rat(), b.Rat()), slack(a, b), dated)
}

// slack is how far apart two times must be to be told apart: what the earlier one
// leaves open, and what "about" does.
func slack(a, b quantity.Token) *big.Rat {
	out := b.Step()
	for _, t := range []quantity.Token{a, b} {
		if t.Hedged() {
			out = new(big.Rat).Add(out, t.Step())
		}
	}
	return out
}

// beyond reports whether a distance in seconds is at least the slack and, between
// times of day, less than half a day.
func beyond(distance, slack *big.Rat, dated bool) bool {
	if !dated {
		distance = modDay(distance)
	}
	if distance.Cmp(slack) < 0 {
		return false
	}
	return dated || distance.Cmp(big.NewRat(secondsPerDay/2, 1)) < 0
}

const secondsPerDay = 24 * 60 * 60

// modDay returns a distance reduced to what the clock shows of it.
func modDay(distance *big.Rat) *big.Rat {
	days := new(big.Rat).Quo(distance, big.NewRat(secondsPerDay, 1))
	whole := new(big.Int).Div(days.Num(), days.Denom()) // Euclidean: rounds down
	return new(big.Rat).Sub(distance, new(big.Rat).SetInt(whole.Mul(whole, big.NewInt(secondsPerDay))))
}
