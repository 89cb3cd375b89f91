package reading

import (
	"slices"
	"sync"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/quantity"
)

// Claim is what one claim states, and the outputs that it binds.
type Claim struct {
	reader *Reader
	claim  *evidence.Claim
	bound  []*view

	once     sync.Once
	mentions []Mention

	mu     sync.Mutex
	stands map[string]bool // what is known of mentions in the bound output
	fits   map[string]func(*view, quantity.Token) bool

	pointedOnce sync.Once
	pointed     []region

	citedOnce sync.Once
	cited     cited

	bareOnce sync.Once
	bare     string // the text with its quotations blotted out

	subjectMu sync.Mutex
	subjects  map[clause]*subject // what each clause is about; nil when that is not told
	objects   map[objectKey]*object
	moments   map[momentKey]*moment

	namesOnce sync.Once
	names     []string // those that stand in the bound output
}

// Mentions returns what the claim's text states, in text order.
func (c *Claim) Mentions() []Mention {
	c.once.Do(func() {
		c.mentions = slices.DeleteFunc(Mentions(c.claim.Text), func(m Mention) bool {
			return m.weak && !c.known(m)
		})
	})
	return c.mentions
}

// known reports whether a hyphenated word is a name: the run has it, and outside
// the bound output in a place where names stand; or the bound output puts a slash
// behind what the claim joins it to in this way, or has names that begin and end like it.
// A word in capitals is one also where the bound output has others like it.
func (c *Claim) known(m Mention) bool {
	return c.StandsInBound(m) ||
		m.joined != "" && slices.ContainsFunc(c.bound, func(v *view) bool { return v.joins(m.joined) }) ||
		slices.ContainsFunc(c.reader.others(c.bound), func(v *view) bool { return v.names(m.Text) }) ||
		slices.ContainsFunc(c.bound, func(v *view) bool { return v.hasLike(m.Text) }) ||
		isCapitals(m.Text) && slices.ContainsFunc(c.bound, (*view).hasCapitals)
}

// StandsInBound reports whether a mention stands in the bound output of the claim.
func (c *Claim) StandsInBound(m Mention) bool {
	key := m.identity()
	c.mu.Lock()
	stands, ok := c.stands[key]
	c.mu.Unlock()
	if ok {
		return stands
	}
	stands = c.lookUp(m)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stands == nil {
		c.stands = make(map[string]bool)
	}
	c.stands[key] = stands
	return stands
}

func (c *Claim) lookUp(m Mention) bool {
	if m.Kind == KindValue {
		return c.standsWherePointed(m) || c.standsValue(m, whole(append(slices.Clip(c.bound), c.beside(m)...))) || c.foundNothing(m.value)
	}
	if m.Kind == KindPair && c.standsAlone(m) {
		return true
	}
	if m.space != "" && c.otherSpace(m) != "" {
		return false
	}
	stands := func(v *view) bool { return v.stands(m) }
	return slices.ContainsFunc(c.bound, stands) || slices.ContainsFunc(c.beside(m), stands)
}

// standsAlone reports whether the value of a pair stands where its key does not
// stand at all. A word such as true tells nothing without its key.
func (c *Claim) standsAlone(m Mention) bool {
	if len(m.word) < minAlone || slices.ContainsFunc(c.bound, func(v *view) bool { return v.hasKey(m.key) }) {
		return false
	}
	return slices.ContainsFunc(c.bound, func(v *view) bool { return v.findName(m.word) >= 0 })
}

// minAlone is how long a word is that tells something without its key.
const minAlone = 6

// beside returns where a mention is looked for beside the outputs: what their sources
// say of window and scope; for names, and in an absence claim for all, also the
// arguments, which a model writes, so that they prove no number and no quote.
func (c *Claim) beside(m Mention) []*view {
	var out []*view
	for _, v := range c.bound {
		out = append(out, v.askedView())
		if m.Kind == KindName || c.claim.ClaimType == superbiz.ClaimAbsence {
			out = append(out, v.callView())
		}
	}
	return out
}

// Elsewhere returns the ids of other calls of the session in whose output a
// mention stands: the claim may have cited the wrong one.
func (c *Claim) Elsewhere(m Mention) []string {
	var ids []string
	for _, v := range c.reader.others(c.bound) {
		if v.stands(m) || m.Kind == KindValue && v.holdsValue(m.value) {
			ids = append(ids, v.source.Invocation.InvocationID)
		}
	}
	return ids
}

// Stands reports whether a mention need not be doubted by the Gatekeeper: it stands
// in the bound output, is declared, or is what was looked for and not found.
func (c *Claim) Stands(m Mention) bool {
	return c.Declared(m) || c.StandsInBound(m) || c.needsNoPlace(m) // the cheaper question first
}
