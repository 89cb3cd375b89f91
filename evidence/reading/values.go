package reading

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/canon"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// region is a part of a page; the cited text of a claim is several.
type region struct {
	view       *view
	start, end int
}

// whole returns views as regions, without having their pages made.
func whole(views []*view) []region {
	const end = evidence.MaxDocumentBytes // of any page
	out := make([]region, len(views))
	for i, v := range views {
		out[i] = region{v, 0, end}
	}
	return out
}

// standsValue reports whether a stated value stands in regions of the bound
// output: an equal value is there, and what stands around it does not say that it
// counts another thing.
func (c *Claim) standsValue(m Mention, regions []region) bool {
	for _, r := range regions {
		equals, fits := c.fitsIn(m, r)
		if fits || r.sizes(m.value) && r.view.hasRows(m.value.whole) || !equals && r.holdsLiteral(m.value.token) {
			return true
		}
	}
	return len(regions) > 0 && c.rowsIn(m.value)
}

// fitsIn reports whether a value that is equal to a stated one is in a region, and
// whether one is that counts what the claim says.
func (c *Claim) fitsIn(m Mention, r region) (equals, fits bool) {
	fit := c.fitOf(m)
	for t := range r.equals(m.value.token) {
		if equals = true; fit(r.view, t) && c.isMeant(m, r.view, t) {
			return true, true
		}
	}
	return equals, false
}

// isMeasure reports whether a value measures something, and the stated number counts
// things: 70 pods are not 70 %.
func (s *stated) isMeasure(t quantity.Token) bool {
	if t.Kind() != quantity.Quantity || t.IsLetter() || !s.countsThings && !isRepetition(s.key) {
		return false
	}
	d := t.Dimension()
	return t.Unit() == quantity.Percent || d == quantity.Data || d == quantity.Time
}

// isMeant reports whether a value that is equal to a stated one may be the one that the
// text means. What it denies may be of anything.
func (c *Claim) isMeant(m Mention, v *view, t quantity.Token) bool {
	s := m.value
	if s.isMeasure(t) || v.isOtherBracket(s, t) {
		return false
	}
	return !c.isOfOtherTime(s, v, t) && !c.isOfAnother(s, v, t) && !s.isNoExtreme(v, t) || c.denies(m)
}

// isOfAnother reports whether a value is of another object or row than the one that the
// text is about, and the text does not turn to that before.
func (c *Claim) isOfAnother(s *stated, v *view, t quantity.Token) bool {
	return (c.isNeighbours(s, v, t) || c.isOfOtherObject(s, v, t)) && !c.turnsTo(s, v, t)
}

// holdsLiteral reports whether a version or an address stands as a part of a name:
// node-3/10.4.12.9, v2.14.3-rc1. So does what is written like a time and is none, and
// an address whose port has a key of its own.
func (r region) holdsLiteral(t quantity.Token) bool {
	if t.Kind() != quantity.Version && t.Kind() != quantity.Address && !t.Impossible() {
		return false
	}
	for at := range r.view.spelt(t.Literal) {
		if at >= r.start && at+len(t.Literal) <= r.end {
			return true
		}
	}
	if t.Kind() != quantity.Address {
		return false
	}
	at := r.view.findEndpoint(t.Literal)
	return at >= r.start && at < r.end
}

// equals yields the values in a region that are equal to a stated one.
func (r region) equals(stated quantity.Token) iter.Seq[quantity.Token] {
	return func(yield func(quantity.Token) bool) {
		if !r.view.effort.spend(stepsOfLookup) {
			return
		}
		if tokens, ok := r.view.tokensOfLines(r.start, r.end); ok {
			r.equalsOf(tokens, stated, yield)
			return
		}
		index := r.view.valueIndex()
		for hit := range index.Hits(stated) {
			if !r.view.effort.spend(stepsOfPlace) {
				return
			}
			t := index.Tokens()[hit.Token]
			if t.Start() >= r.start && t.End() <= r.end && r.view.proves(stated, t, hit.Relation) && !yield(t) {
				return
			}
		}
	}
}

// equalsOf yields those of a few values that are equal to a stated one.
func (r region) equalsOf(tokens []quantity.Token, stated quantity.Token, yield func(quantity.Token) bool) {
	for _, t := range tokens {
		if t.End() <= r.end && r.view.proves(stated, t, quantity.Match(stated, t)) && !yield(t) {
			return
		}
	}
}

// proves reports whether a value that relates to a stated one is equal to it, once
// what stands around it is read: its unit, or the date of its day.
func (v *view) proves(stated, standing quantity.Token, relation quantity.Relation) bool {
	switch relation {
	case quantity.NeedsUnit:
		for unit := range v.unitsAround(standing) {
			if quantity.Equal(stated, standing.WithUnit(unit)) {
				return true
			}
		}
		return false
	case quantity.Negated:
		return true
	case quantity.Undated:
		if standing.IsYearless() {
			return v.mayBeYearOf(stated)
		}
		date, _, _ := strings.Cut(strings.ReplaceAll(stated.Literal, "T", " "), " ")
		return strings.Contains(v.shown().text, date)
	default:
		return relation >= quantity.Written && !v.isPercentOf(stated, standing)
	}
}

// mayBeYearOf reports whether the year of a stated time, which the output leaves out, is
// about that in which the call was made.
func (v *view) mayBeYearOf(stated quantity.Token) bool {
	at, ok := stated.Instant()
	if !ok || v.source == nil || v.source.Invocation.StartedAt.IsZero() {
		return ok
	}
	years := at.Year() - v.source.Invocation.StartedAt.UTC().Year()
	return years >= -1 && years <= 1
}

// isPercentOf reports whether a bare number counts percent by its key or column, and is
// another percentage than the stated one: 1.30 below %util is not 130 %.
func (v *view) isPercentOf(stated, standing quantity.Token) bool {
	if stated.Unit() != quantity.Percent || standing.Kind() != quantity.Number {
		return false
	}
	for unit := range v.unitsAround(standing) {
		return unit == quantity.Percent && !quantity.Equal(stated, standing.WithUnit(unit))
	}
	return false
}

// fitOf returns fit of a value, which is found out once.
func (c *Claim) fitOf(m Mention) func(*view, quantity.Token) bool {
	key := m.identity()
	c.mu.Lock()
	fits := c.fits[key]
	c.mu.Unlock()
	if fits != nil {
		return fits
	}
	fits = c.lazyFit(m.value)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fits == nil {
		c.fits = make(map[string]func(*view, quantity.Token) bool)
	}
	c.fits[key] = fits
	return fits
}

// lazyFit is fit, found out when there is a value to be tested.
func (c *Claim) lazyFit(s *stated) func(*view, quantity.Token) bool {
	var once sync.Once
	var fits func(*view, quantity.Token) bool
	return func(v *view, t quantity.Token) bool {
		once.Do(func() {
			// Where the value stands beside its key there is no need to look further.
			counts := slices.Contains(c.bound, v) && isNumber(t) && s.keys.beside(v.surroundings(t.Start(), t.End()))
			fits = c.fit(s, counts)
		})
		return fits(v, t)
	}
}

// fit returns the test that a value must pass that is equal to a stated one. A
// key that stands beside numbers decides; a small number must at least stand with
// something that the claim is about. Where the outputs speak of none of it beside
// numbers, nothing can be told from words. That a key does may be known already.
func (c *Claim) fit(s *stated, counts bool) func(*view, quantity.Token) bool {
	switch {
	case len(s.keys) > 0 && (s.isCode && isSmall(s.token) || counts || c.keyCounts(s.keys)):
		var mu sync.Mutex
		subject := newSubject(c.subjectsOf(s), s)
		return func(v *view, t quantity.Token) bool {
			mu.Lock()
			defer mu.Unlock()
			return s.fitsKey(v, t) && (s.contrasts || !subject.isAnothers(v, t))
		}
	case isSmall(s.token):
		if n := c.nearby(s); n.tells() {
			return n.fits
		}
	}
	return func(v *view, t quantity.Token) bool { return !v.isOrdinal(t) }
}

// fitsKey reports whether a value stands beside the key of the stated one, or is
// the size of a list of what is counted. A larger number stands by chance so
// rarely that it need only not stand beside another counted thing.
func (s *stated) fitsKey(v *view, t quantity.Token) bool {
	if v.isOrdinal(t) {
		return false
	}
	around := v.surroundings(t.Start(), t.End())
	switch {
	case s.keys.beside(around), s.countsThings && around.isSize(), s.part != "" && v.isWholeOf(t, s.part):
		return true
	case s.countsThings && around.countsAll():
		return around.hasAny(uncounted(s.near)) // runningCount: 2, of 2 of 6 tasks that run
	case s.isStatus:
		return s.keys.around(around)
	}
	return (s.countsThings || s.keys.repeat()) && !isSmall(s.token) && !around.counts()
}

// maxSmallDigits is how many digits a number has that stands somewhere in any large
// output: alone it proves nothing.
const maxSmallDigits = 2

func isSmall(t quantity.Token) bool {
	if !isNumber(t) {
		return false
	}
	n := 0
	for i := range len(t.Literal) {
		if isDigit(t.Literal[i]) {
			n++
		}
	}
	return n <= maxSmallDigits
}

// holdsValue reports whether a stated value stands in an output, beside its key
// when it has one: what another call would show of it.
func (v *view) holdsValue(s *stated) bool {
	for t := range whole([]*view{v})[0].equals(s.token) {
		around := v.surroundings(t.Start(), t.End())
		if s.keys.beside(around) || len(s.keys) == 0 && (!isSmall(s.token) || around.hasAny(s.near)) {
			return true
		}
	}
	return false
}

// keyCounts reports whether a key of a stated value stands in the bound output
// beside a number.
func (c *Claim) keyCounts(keys keys) bool {
	for _, v := range c.bound {
		if v.countsBeside(keys) {
			return true
		}
	}
	return false
}

// countsBeside reports whether a number stands beside one of some keys.
func (v *view) countsBeside(keys keys) bool {
	for _, key := range keys {
		places := 0
		for place := range v.placesOfKeyStems(key) {
			if places++; places > maxKeyPlaces {
				break
			}
			if v.countsAt(place.start, keys) {
				return true
			}
		}
	}
	return false
}

// maxRowsBelow bounds how many rows below the name of a column are looked at.
const maxRowsBelow = 32

// countsAt reports whether a number stands beside one of some keys in the line
// that holds an offset or, where that names columns, in the rows below.
func (v *view) countsAt(at int, keys keys) bool {
	p := v.shown()
	i := p.lineAt(at)
	if v.countsInLine(i, keys) {
		return true
	}
	for j := i + 1; j < len(p.lines) && j <= i+maxRowsBelow; j++ {
		if h := int(v.headers()[j]); h == i && v.countsInLine(j, keys) {
			return true
		} else if h != i && j > i+1 {
			break
		}
	}
	return false
}

func (v *view) countsInLine(i int, keys keys) bool {
	start, end := v.shown().lineSpan(i)
	tokens := v.tokensIn(start, end)
	for _, t := range tokens[:min(len(tokens), maxInLine)] {
		if isNumber(t) && keys.beside(v.surroundings(t.Start(), t.End())) {
			return true
		}
	}
	return false
}

// standingNames returns the names of the claim that stand in the bound output.
func (c *Claim) standingNames() []string {
	c.namesOnce.Do(func() {
		for _, m := range c.Mentions() {
			if m.Kind == KindName && c.StandsInBound(m) {
				c.names = append(c.names, canon.String(m.Text, canon.Value))
			}
		}
	})
	return c.names
}

// standing returns those of some stems that stand in the bound output.
func (c *Claim) standing(stems []string) []string {
	var out []string
	for _, s := range stems {
		for _, v := range c.bound {
			if v.hasStem(s) {
				out = append(out, s)
				break
			}
		}
	}
	return out
}
