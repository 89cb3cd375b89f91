package reading

import (
	"strconv"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// behindFraction returns where a text goes on behind the whole of a fraction: the nodes
// of 0/3 nodes.
func behindFraction(text string, end int) int {
	if byteAt(text, end) != '/' || !isDigit(byteAt(text, end+1)) {
		return end
	}
	for end++; isDigit(byteAt(text, end)); end++ {
	}
	return end
}

// beforeFraction returns where the fraction begins that a number at an offset ends, else
// the offset: 3 in 0/3 has the words before it that 0 has.
func beforeFraction(text string, start int) int {
	i := start - 1
	if byteAt(text, i) != '/' || !isDigit(byteAt(text, i-1)) {
		return start
	}
	for i > 0 && isDigit(text[i-1]) {
		i--
	}
	return i
}

// partBefore returns the number that a text ends in and that is a part of the next one:
// the 2 of "2 of the 3 replicas" and of 2/3; "" when there is none.
func partBefore(text string) string {
	text = strings.TrimSuffix(strings.TrimSuffix(text, "the "), "all ")
	for _, of := range []string{" of ", " out of ", "/"} {
		if part, ok := strings.CutSuffix(text, of); ok {
			return part[len(strings.TrimRight(part, "0123456789")):]
		}
	}
	return ""
}

// wholeBehind returns the number that one at the end of a text is a part of, or 0.
func wholeBehind(text string, end int) int {
	rest := strings.TrimSuffix(text[end:behindWhole(text, end)], ",")
	n, err := strconv.Atoi(rest[len(strings.TrimRight(rest, "0123456789")):])
	if err != nil {
		return 0
	}
	return n
}

// wholes are the keys of what there should be of things, or could be.
var wholes = setOf("desired total expected wanted max maximum limit capacity size spec count target replicas")

// isWholeOf reports whether a number says how many there should be of what another
// number, which stands beside it, says how many there are: desired 3, ready 2.
func (v *view) isWholeOf(t quantity.Token, part string) bool {
	p := v.shown()
	i := p.lineAt(t.Start())
	key := p.keyOfLine(i)
	if cells := p.cells(i); len(cells) > 1 {
		key = strings.TrimSpace(v.columnName(i, cells, t.Start()))
	}
	if !wholes.has(strings.ToLower(key)) {
		return false
	}
	for other := range v.valuesIn(p.record(i)) {
		if other.Start() != t.Start() && other.Literal == part {
			return true
		}
	}
	return false
}
