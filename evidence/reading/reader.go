package reading

import (
	"bytes"
	"slices"
	"sync"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// Reader reads claims against the rows of one ledger. What it learns of an output
// it learns once, when a claim first needs it. It is safe for concurrent use.
type Reader struct {
	ledger *evidence.Ledger
	effort effort

	viewsMu sync.Mutex
	views   map[*evidence.Source]*view // of the rows that were asked for; see view

	mu     sync.Mutex
	claims map[*evidence.Claim]*Claim

	othersOnce sync.Once
	results    []*view // see others
}

// NewReader returns a reader over the rows of a ledger. It reads nothing yet.
func NewReader(ledger *evidence.Ledger) *Reader {
	return &Reader{ledger: ledger, views: make(map[*evidence.Source]*view), claims: make(map[*evidence.Claim]*Claim)}
}

// view returns the view of a row.
func (r *Reader) view(s *evidence.Source) *view {
	r.viewsMu.Lock()
	defer r.viewsMu.Unlock()
	v := r.views[s]
	if v == nil {
		v = &view{source: s, effort: &r.effort}
		r.views[s] = v
	}
	return v
}

// Err returns an error when the claims took more looking up than is done for one
// output. What was not found may stand somewhere then.
func (r *Reader) Err() error { return r.effort.err() }

// Claim returns what a claim states, and false when a reference of the claim is
// not sound: then there is nothing that its text could be read against. The claim
// must not be changed afterwards.
func (r *Reader) Claim(c *evidence.Claim) (*Claim, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	read, ok := r.claims[c]
	if !ok {
		read = r.read(c)
		r.claims[c] = read
	}
	return read, read != nil
}

func (r *Reader) read(c *evidence.Claim) *Claim {
	sources, ok := r.ledger.Bound(&c.Claim)
	if !ok {
		return nil
	}
	read := &Claim{reader: r, claim: c}
	for _, s := range sources {
		read.bound = append(read.bound, r.view(s))
	}
	return read
}

// others returns the views of the first of the session's rows that ended with a
// result, other than those given: where something that a claim states may stand instead.
func (r *Reader) others(bound []*view) []*view {
	skip := make(map[*view]bool, len(bound))
	for _, v := range bound {
		skip[v] = true
	}
	r.othersOnce.Do(func() { r.results = r.first() })
	var out []*view
	for _, v := range r.results {
		if !skip[v] && v.source.Readable() {
			out = append(out, v)
		}
	}
	return out
}

// Bounds of the outputs that are read though no claim binds them: they serve little
// more than messages, and what is known of an output takes many times its size.
const (
	maxOtherBytes  = 8 << 20
	maxOtherValues = 500_000
)

// first returns the views of the first rows that ended with a result, as many as may
// be read.
func (r *Reader) first() []*view {
	var out []*view
	size, values := 0, 0
	for _, s := range r.ledger.Sources() {
		if s.Foreign() || !s.Usable() {
			continue
		}
		size += len(s.Invocation.Output)
		values += bytes.Count(s.Invocation.Output, []byte(","))
		if size > maxOtherBytes || values > maxOtherValues {
			break
		}
		out = append(out, r.view(s))
	}
	return out
}

// HasExcerpt reports whether the quoted words of a binding stand in one of its
// outputs. The binding's references must be sound.
func (r *Reader) HasExcerpt(b *superbiz.EvidenceBinding) bool {
	sources, _ := r.ledger.BoundBy(b)
	if b.Excerpt == nil {
		return false
	}
	q := newQuote(*b.Excerpt)
	return slices.ContainsFunc(sources, func(s *evidence.Source) bool { return r.view(s).has(q) })
}

// Excerpt returns where the quoted words of a binding stand, for those who show
// it. Words that only the JSON text of an output has, between two of its lines,
// have no place of their own.
func (r *Reader) Excerpt(b *superbiz.EvidenceBinding) (Place, bool) {
	sources, _ := r.ledger.BoundBy(b)
	if b.Excerpt == nil {
		return Place{}, false
	}
	q := newQuote(*b.Excerpt)
	for _, s := range sources {
		v := r.view(s)
		if spans, ok := v.find(q); ok {
			return v.place(int(spans[0].start)), true
		}
	}
	for _, s := range sources {
		if r.view(s).has(q) {
			return Place{Source: s}, true
		}
	}
	return Place{}, false
}
