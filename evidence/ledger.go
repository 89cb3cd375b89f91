package evidence

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	superbiz "github.com/superbizagent/superbizagent"
)

// Ledger holds the rows of one session by invocation id. It is safe for
// concurrent use; outputs are decoded when first asked for, so rows that no
// claim binds cost nothing.
type Ledger struct {
	sessionID  string
	sources    []*Source
	byID       map[string]*Source
	duplicates []string
	unnamed    int
	searched   atomic.Int64 // bytes that assertions have searched
	own        int
}

// NewLedger indexes rows. The rows must not be changed afterwards. Rows of other
// sessions are kept, so that a citation of one can be told from an unknown id.
func NewLedger(sessionID string, rows []superbiz.ToolInvocation) *Ledger {
	return NewLedgerOf(sessionID, rows, nil)
}

// NewLedgerOf is NewLedger for rows whose outputs somebody decodes, or has decoded, too.
func NewLedgerOf(sessionID string, rows []superbiz.ToolInvocation, outputs *Outputs) *Ledger {
	l := &Ledger{sessionID: sessionID, byID: make(map[string]*Source, len(rows))}
	l.sources = make([]*Source, len(rows))
	repeated := make(map[string]bool)
	all := make([]Source, len(rows)) // at once: a session may have thousands
	for i := range rows {
		s := &all[i]
		s.Invocation, s.foreign = &rows[i], rows[i].SessionID != sessionID || sessionID == ""
		s.outputs = outputs
		s.alone = [1]*Source{s}
		l.sources[i] = s
		if !s.foreign {
			l.own++
		}
		id := rows[i].InvocationID
		switch {
		case id == "":
			l.unnamed++ // nothing can cite it
		case l.byID[id] == nil:
			l.byID[id] = s
		case !repeated[id]:
			repeated[id] = true
			l.duplicates = append(l.duplicates, id)
		}
	}
	return l
}

// SessionID returns the session that is being judged.
func (l *Ledger) SessionID() string { return l.sessionID }

// Sources returns all rows in their order, those of other sessions included.
func (l *Ledger) Sources() []*Source { return l.sources }

// OwnRows returns how many rows belong to the session; none do when it has no id.
func (l *Ledger) OwnRows() int { return l.own }

// Duplicates returns the ids that more than one row has, each once, in row order.
func (l *Ledger) Duplicates() []string { return l.duplicates }

// Unnamed returns how many rows have no id.
func (l *Ledger) Unnamed() int { return l.unnamed }

// Lookup returns the row with an id, or nil. A row of another session is
// returned too: see Source.Foreign.
func (l *Ledger) Lookup(id string) *Source { return l.byID[id] }

// Cited returns the row that an id stands for in a binding to a tool: one of this
// session, and of that tool. Otherwise it returns nil.
func (l *Ledger) Cited(id, tool string) *Source {
	s := l.byID[id]
	if s == nil || s.foreign || s.Invocation.ToolName != tool {
		return nil
	}
	return s
}

// BoundBy returns the rows of one binding, each once, in the order of its ids. They
// must not be changed. It returns false when a reference of the binding is not sound, or a call of it did
// not end with a result that can be read.
func (l *Ledger) BoundBy(b *superbiz.EvidenceBinding) ([]*Source, bool) {
	var out []*Source
	for _, id := range b.SourceInvocationIDs {
		s := l.Cited(id, b.ToolName)
		if s == nil || !s.Usable() || !s.Readable() {
			return nil, false
		}
		if len(b.SourceInvocationIDs) == 1 {
			return s.alone[:], true
		}
		out = append(out, s)
	}
	return distinct(out), len(out) > 0
}

// Bound returns the rows that a claim binds, each once, in document order. They must
// not be changed. It returns false when any reference or outcome of the claim is not
// sound: such a claim is refused for that, and what its text says is not worth reading.
func (l *Ledger) Bound(c *superbiz.Claim) ([]*Source, bool) {
	var out []*Source
	for i := range c.EvidenceBindings {
		sources, ok := l.BoundBy(&c.EvidenceBindings[i])
		if !ok {
			return nil, false
		}
		if len(c.EvidenceBindings) == 1 {
			return sources, true
		}
		out = append(out, sources...)
	}
	return distinct(out), len(out) > 0
}

// distinct removes repetitions in place, and keeps the order of first mention.
func distinct(sources []*Source) []*Source {
	if len(sources) < 2 {
		return sources
	}
	seen := make(map[*Source]bool, len(sources))
	return slices.DeleteFunc(sources, func(s *Source) bool {
		if seen[s] {
			return true
		}
		seen[s] = true
		return false
	})
}

// Source is one row and its decoded output.
type Source struct {
	Invocation *superbiz.ToolInvocation

	foreign bool
	outputs *Outputs
	alone   [1]*Source // the row itself, for the many bindings to no other

	decode sync.Once
	output *Document
	outErr error

	parse  sync.Once
	refs   Refs
	refErr error
}

// NewSource wraps a row that stands alone.
func NewSource(row *superbiz.ToolInvocation) *Source { return &Source{Invocation: row} }

// Foreign reports whether the row belongs to another session.
func (s *Source) Foreign() bool { return s.foreign }

// Usable reports whether the call ran and ended with a result, data or empty.
func (s *Source) Usable() bool {
	i := s.Invocation
	return i.Status == superbiz.InvocationSucceeded &&
		(i.ResultKind == superbiz.ResultData || i.ResultKind == superbiz.ResultEmpty)
}

// Empty reports whether the call ran, in scope, and found nothing.
func (s *Source) Empty() bool { return s.Usable() && s.Invocation.ResultKind == superbiz.ResultEmpty }

// Cut reports whether the call returned less than there was.
func (s *Source) Cut() bool {
	d := s.Invocation.RetrievalDetails
	return s.Invocation.Truncated || d.Total != nil && d.Returned != nil && *d.Returned < *d.Total
}

// Readable reports whether the output of the row is JSON.
func (s *Source) Readable() bool {
	_, err := s.Output()
	return err == nil
}

// Output returns the decoded raw output. A row without one has an error.
func (s *Source) Output() (*Document, error) {
	s.decode.Do(func() {
		s.output, s.outErr = s.outputs.Of(s.Invocation)
		if s.outErr != nil {
			s.outErr = fmt.Errorf("output of %s: %w", Quote(s.Invocation.InvocationID), s.outErr)
		}
	})
	return s.output, s.outErr
}

// Refs returns the citable paths of the row. Entries that are no path are
// skipped: they make nothing citable.
func (s *Source) Refs() Refs {
	s.parse.Do(func() { s.refs, s.refErr = ParseRefs(s.Invocation.RetrievalDetails.EvidenceRefs) })
	return s.refs
}

// Resolve returns the value at a path that is citable and stands in the output,
// else the zero Node.
func (s *Source) Resolve(path Path) Node {
	if !s.Refs().Citable(path) {
		return Node{}
	}
	return s.find(path)
}

// ResolveArray is Resolve for what searches or counts a whole array: an array
// that listed slices cover whole is citable for it too.
func (s *Source) ResolveArray(path Path) Node {
	if n := s.Resolve(path); n.Valid() {
		return n
	}
	n := s.find(path)
	if n.Kind() == KindArray && s.Refs().CoversArray(path, n.Len()) {
		return n
	}
	return Node{}
}

func (s *Source) find(path Path) Node {
	doc, err := s.Output()
	if err != nil {
		return Node{}
	}
	return path.Resolve(doc.Root())
}

func orNull(raw json.RawMessage) []byte {
	if len(raw) == 0 {
		return []byte("null")
	}
	return raw
}
