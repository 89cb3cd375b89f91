package reading

import (
	"slices"
	"strings"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// timed notes for each number of a text at which time the text says that it stood, where
// it says so in plain words: 12 at 10:31, at 10:31 it was 12, 在 10:31 时为 12.
func (p *parser) timed(values []quantity.Token) {
	for i := range p.mentions {
		m := &p.mentions[i]
		if m.value == nil || !isNumber(m.value.token) {
			continue
		}
		at := slices.IndexFunc(values, func(t quantity.Token) bool { return t.Start() == m.value.token.Start() })
		if at < 0 {
			continue
		}
		if when, ok := p.momentBehind(values, at); ok {
			m.value.when = when
		} else if when, ok := p.momentBefore(values, at); ok {
			m.value.when = when
		}
	}
}

// maxToMoment is how many bytes stand at most between a number and its time.
const maxToMoment = 40

// momentBehind reads the time behind a number: 12 connections at 10:31, unless that begins
// what is said of the next one: 12 connections and at 10:41 15.
func (p *parser) momentBehind(values []quantity.Token, at int) (quantity.Token, bool) {
	if at+1 >= len(values) || values[at+1].Kind() != quantity.Moment || p.isRange(values, at+1) {
		return quantity.Token{}, false
	}
	between := p.masked[values[at].End():values[at+1].Start()]
	return values[at+1], len(between) <= maxToMoment && saysAt(between) && !hasMark(between) && !strings.Contains(between, " and ")
}

// momentBefore reads the time that a clause begins with, when it has no other and speaks
// of no change: At 10:31 the pool had 12. In Chinese it may stand before the clause: 在
// 10:31，连接数为 12.
func (p *parser) momentBefore(values []quantity.Token, at int) (quantity.Token, bool) {
	in := clauseAt(p.masked, values[at].Start())
	when, ok := p.momentIn(values, in)
	if ok && when.Kind() == 0 {
		lead := clauseAt(p.masked, max(0, in.start-len("，")-1))
		if in.start > 0 && strings.HasPrefix(p.masked[lead.end:], "，") {
			when, ok = p.momentIn(values, lead)
			ok = ok && when.Kind() != 0 && isHanTime(lead.text[:when.Start()-lead.start], lead.text[when.End()-lead.start:])
		}
		return when, ok && when.Kind() != 0 && !hasChange(in.text)
	}
	if !ok || when.Start() > values[at].Start() || hasChange(in.text) {
		return when, false
	}
	before, behind := p.masked[in.start:when.Start()], p.masked[when.End():in.end]
	return when, saysAt(before) && len(wordsIn(before)) <= 1 || isHanTime(before, behind[:min(len(behind), len(" UTC 时"))])
}

// momentIn returns the time that a clause has, if it has one; it is not ok with two.
func (p *parser) momentIn(values []quantity.Token, in clause) (when quantity.Token, ok bool) {
	for _, t := range values {
		if t.Kind() != quantity.Moment || t.Start() < in.start || t.End() > in.end {
			continue
		}
		if when.Kind() != 0 {
			return when, false
		}
		when = t
	}
	return when, true
}

// isHanTime reports whether what stands around a time makes it the one at which what
// follows was so: 在 10:31, 10:31 时, 于 10:31 UTC.
func isHanTime(before, behind string) bool {
	before, behind = strings.Trim(before, " `（("), strings.Trim(strings.TrimPrefix(strings.TrimLeft(behind, " `"), "UTC"), " `）)")
	switch before {
	case "在", "于":
		return behind == "" || strings.HasPrefix(behind, "时")
	case "", "到":
		return strings.HasPrefix(behind, "时")
	}
	return false
}

// changing are words that put one of the numbers of a clause at another time than the
// clause begins with: at 10:36 it went from 12 to 15.
var changing = setOf(`
	from before after earlier previous previously prior since until later initial initially original originally former formerly
	than compared versus vs baseline yesterday ago next then already over within past last
`)

// hanChanging are those of Chinese.
var hanChanging = []string{"从", "由", "此前", "之前", "以前", "先前", "原先", "后", "前", "比", "起", "至", "再", "曾"}

// hasChange reports whether a clause speaks of more times than it states.
func hasChange(text string) bool {
	return slices.ContainsFunc(wordsIn(text), func(w string) bool { return changing.has(strings.ToLower(w)) }) ||
		mayHaveHan(text) && slices.ContainsFunc(hanChanging, func(w string) bool { return strings.Contains(text, w) })
}

// isRange reports whether a time is the beginning or the end of a range.
func (p *parser) isRange(values []quantity.Token, at int) bool {
	isOne := func(from, to int) bool {
		if from < 0 || to >= len(values) || values[from].Kind() != quantity.Moment || values[to].Kind() != quantity.Moment {
			return false
		}
		switch strings.TrimSpace(p.masked[values[from].End():values[to].Start()]) {
		case "-", "–", "—", "~", "to", "and", "until", "through", "至", "到":
			return true
		}
		return false
	}
	return isOne(at-1, at) || isOne(at, at+1)
}

// saysAt reports whether a text ends in a word that puts a value at a time.
func saysAt(text string) bool {
	text = strings.ToLower(strings.TrimRight(text, " `"))
	for _, word := range []string{" at", "@", "(", "在", "于"} {
		if strings.HasSuffix(" "+text, word) {
			return true
		}
	}
	return false
}

// hasMark reports whether a statement ends in a text.
func hasMark(text string) bool {
	for i := range len(text) {
		if markAt(text[i:]) > 0 {
			return true
		}
	}
	return strings.Contains(text, ", ")
}
