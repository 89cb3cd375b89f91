package evidence

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// scalar is a JSON value that compares: null, a boolean, text, or a text or number
// that is wholly a number, a quantity or an RFC 3339 time.
type scalar struct {
	kind    Kind
	text    string // a string unescaped, else the literal
	number  quantity.Token
	time    time.Time
	context quantity.Unit // what a bare number counts by its key
	known   bool          // whether the context tells
}

func (s scalar) isNumber() bool { return s.number.Kind() != 0 }
func (s scalar) isTime() bool   { return !s.time.IsZero() }

// scalarOf reads a stated value.
func scalarOf(raw json.RawMessage) (scalar, bool) {
	doc, err := Decode(raw, MaxExecutorDepth)
	if err != nil {
		return scalar{}, false
	}
	return newScalar(doc.Root())
}

// scalarOfNode reads a recorded value, and what its surroundings say it counts.
func scalarOfNode(n Node) (scalar, bool) {
	s, ok := newScalar(n)
	s.context, s.known = unitAround(n)
	return s, ok
}

func newScalar(n Node) (scalar, bool) {
	s := scalar{kind: n.Kind(), text: n.Text()}
	switch n.Kind() {
	case KindNull, KindBool:
		return s, true
	case KindNumber, KindString:
		s.read()
		return s, true
	default:
		return s, false
	}
}

// read finds out what a number or string is wholly.
func (s *scalar) read() {
	text := strings.TrimSpace(s.text)
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil && s.kind == KindString {
		s.time = t
		return
	}
	if t, ok := quantity.Parse(text); ok && (t.Kind() == quantity.Number || t.Kind() == quantity.Quantity) {
		s.number = t
	}
}

// in gives a stated bare number its unit. A word that is no unit, such as
// "restarts", says what is counted and changes nothing.
func (s scalar) in(unit string) scalar {
	if u, ok := quantity.ParseUnit(unit); ok && unit != "" {
		s.number = s.number.WithUnit(u)
	}
	return s
}

// compare returns how s, which stands in an output, compares with a stated value:
// -1, 0 or 1, several where a number has several readings, none where the two are
// of different types.
func (s scalar) compare(stated scalar) []int {
	switch {
	case s.isTime() || stated.isTime():
		return compareTimes(s, stated)
	case s.isNumber() && stated.isNumber():
		return compareNumbers(s, stated.number)
	case s.isNumber() || stated.isNumber():
		if s.kind == KindString && stated.kind == KindString {
			return equality(s.text == stated.text) // "14" and "fourteen" are two texts
		}
		return nil
	case s.kind != stated.kind:
		return nil
	default:
		return equality(s.text == stated.text)
	}
}

// unordered is the outcome for values that are different, and neither less nor more.
const unordered = 2

func equality(equal bool) []int {
	if equal {
		return []int{0}
	}
	return []int{unordered}
}

// compareTimes compares two times; an integer in the range of epochs is one.
func compareTimes(a, b scalar) []int {
	x, okX := a.instant()
	y, okY := b.instant()
	switch {
	case okX && okY:
		return []int{x.Compare(y)}
	case a.kind == KindString && b.kind == KindString:
		return equality(false)
	default:
		return nil
	}
}

func (s scalar) instant() (time.Time, bool) {
	if s.isTime() {
		return s.time, true
	}
	epoch, ok := s.number.Epoch()
	if !ok {
		return time.Time{}, false
	}
	return epoch.Instant()
}

// compareNumbers compares a standing number with a stated one, by each reading of
// the standing one that its surroundings leave open.
func compareNumbers(s scalar, stated quantity.Token) []int {
	var out []int
	for _, reading := range s.readings(stated) {
		if c, ok := quantity.Compare(reading, stated); ok {
			out = append(out, c)
		}
	}
	bare := stated.Kind() == quantity.Number && s.number.Kind() == quantity.Quantity
	if bare && len(out) == 0 {
		out = append(out, s.number.Rat().Cmp(stated.Rat())) // 90 is the number of "90s"
	}
	return out
}

// readings returns a standing number with the units that it may have: its own, or
// that of its key; where neither tells, the stated one, and for a percentage also
// the share that the number is.
func (s scalar) readings(stated quantity.Token) []quantity.Token {
	switch {
	case s.number.Kind() == quantity.Quantity || stated.Kind() == quantity.Number:
		return []quantity.Token{s.number}
	case s.known:
		return []quantity.Token{s.number.WithUnit(s.context)}
	case stated.Dimension() == quantity.Percentage:
		return []quantity.Token{s.number.WithUnit(stated.Unit()), s.number}
	default:
		return []quantity.Token{s.number.WithUnit(stated.Unit())}
	}
}
