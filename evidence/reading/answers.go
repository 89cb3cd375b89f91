package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// Words around a status code in plural, as stems, and those that make a duration of it.
var (
	answering = stemList("http status response responses answer answered respond responded return returned reply replied serve served error errors code codes")
	spans     = setOf("for after within in took takes taken lasts lasted every last past about over under least most than to wait waited waits")
	times     = stemList("time latency duration timeout delay")
)

// answers returns the status code that a text has in plural, and false for what is none:
// nginx answered with 502s, but not it answered after 502s.
func (p *parser) answers(t quantity.Token) (quantity.Token, bool) {
	digits, plural := strings.CutSuffix(t.Literal, "s")
	if !plural || len(digits) != 3 || strings.Trim(digits, "0123456789") != "" || digits[0] < '1' || digits[0] > '5' {
		return t, false
	}
	before, after := wordsBefore(p.masked[:t.Start()]), wordsAfter(p.masked[t.End():])
	around := stemsOf(append(slices.Clip(before), after...))
	if spans.has(strings.ToLower(last(before))) || hasCommon(around, times) || !hasCommon(around, answering) {
		return t, false
	}
	return quantity.Parse(digits)
}
