package reading

import (
	"math/big"
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// extreme says that a value is stated as the highest or the lowest of a series.
type extreme uint8

const (
	highest extreme = 1 << iota
	lowest
)

// extremeWords are the words right before a value that make it one: peaked at 97. What a
// series reached is one or the other.
var extremeWords = map[string]extreme{
	"peak": highest, "peaks": highest, "peaked": highest, "peaking": highest, "maximum": highest, "max": highest,
	"minimum": lowest, "min": lowest, "bottomed": lowest,
	"reached": highest | lowest, "reaching": highest | lowest,
}

// arrows stand between the ends of a series: 98 → 254.
var arrows = []string{"→", "->"}

// extremeAround reads whether the words around a value make it an extreme, or an end of
// a series, which is mostly both.
func extremeAround(before, after string) extreme {
	before, after = strings.TrimRight(before, " "), strings.TrimLeft(after, " ")
	for _, arrow := range arrows {
		if strings.HasSuffix(before, arrow) || strings.HasPrefix(after, arrow) {
			return highest | lowest
		}
	}
	const far = 3
	words := strings.Fields(strings.ToLower(before[max(0, len(before)-maxToMoment):]))
	for _, w := range slices.Backward(words[max(0, len(words)-far):]) {
		if e, ok := extremeWords[w]; ok {
			return e
		}
	}
	if strings.HasSuffix(before, "峰值为") || strings.HasSuffix(before, "最高为") {
		return highest
	}
	return 0
}

// isNoExtreme reports whether a value that is stated as an extreme is surely none: it is
// one of the samples of a series, and others go beyond it. One that is stated at a time
// may be that of the time.
func (s *stated) isNoExtreme(v *view, t quantity.Token) bool {
	if s.extreme == 0 || s.when.Kind() != 0 || t.Rat() == nil {
		return false
	}
	var beyond extreme // what others are
	series := v.series(t)
	if n := len(series); n == 0 || s.extreme == highest|lowest && (series[0].Start() == t.Start() || series[n-1].Start() == t.Start()) {
		return false
	}
	for _, other := range series {
		n := other.Rat()
		if n == nil || roundsTo(s.token, t, n) {
			continue
		}
		switch n.Cmp(t.Rat()) {
		case 1:
			beyond |= highest
		case -1:
			beyond |= lowest
		}
	}
	return beyond&s.extreme == s.extreme
}

// roundsTo reports whether a sample is equal to another as far as the stated value is
// told.
func roundsTo(stated, t quantity.Token, n *big.Rat) bool {
	far := new(big.Rat).Sub(t.Rat(), n)
	return t.Unit() == stated.Unit() && far.Abs(far).Cmp(stated.Step()) < 0
}

// maxSamples bounds how many samples of a series are looked at.
const maxSamples = 2000

// series returns the numbers of the samples among which a value stands: of the [time,
// value] pairs of a list, or of an array beside one of times. Any other value has none.
func (v *view) series(t quantity.Token) []quantity.Token {
	p := v.shown()
	i := p.lineAt(t.Start())
	if spans := p.parallel(t.Start()); slices.ContainsFunc(spans, func(s span32) bool { return v.hasTime(s) }) {
		return v.numbersIn(p.array(t.Start()))
	}
	list := int(p.lines[i].parent)
	if list < 0 || !p.isSample(i) || !p.opens(list, '[') {
		return nil
	}
	return v.numbersIn(p.spanTo(list, int(p.lines[list].last)))
}

// numbersIn returns the first numbers of a part of the page that are no times.
func (v *view) numbersIn(s span32) []quantity.Token {
	var out []quantity.Token
	for _, t := range v.tokensIn(int(s.start), int(s.end)) {
		if len(out) == maxSamples || !v.effort.spend(stepsOfPlace) {
			break
		}
		if t.Kind() == quantity.Number && !isTime(t) {
			out = append(out, t)
		}
	}
	return out
}

func (v *view) hasTime(s span32) bool {
	return slices.ContainsFunc(v.tokensIn(int(s.start), int(s.end)), isTime)
}

// array returns where the array stands that an element at an offset is of.
func (p *page) array(offset int) span32 {
	if list := p.elementAt(offset).Parent(); list.Kind() == evidence.KindArray {
		return p.spanOfNode(list)
	}
	return span32{}
}
