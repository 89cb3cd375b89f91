package reading

import (
	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

// BindingFault says why a binding by itself does not hold: a reference, the path, an
// assertion or the excerpt. It is "" for one that does. Bindings of claims have a rule
// for each of these; it is for those of actions, which are looked at as a whole.
func (r *Reader) BindingFault(b *superbiz.EvidenceBinding) string {
	if why := r.referenceFault(b); why != "" {
		return why
	}
	sources, ok := r.ledger.BoundBy(b)
	if !ok {
		return "cites a call without a result"
	}
	if b.RawPath != "" {
		if why := pathFault(sources, b.RawPath); why != "" {
			return why
		}
	}
	for _, a := range b.Assertions {
		if proof := r.ledger.CheckAssertion(b, a); !proof.Holds {
			return "has a false assertion, " + string(a.Op) + " at " + evidence.Quote(a.RawPath) + ": " + proof.Why
		}
	}
	if b.Excerpt != nil {
		if _, ok := r.Excerpt(b); !ok {
			return "has the excerpt " + evidence.Quote(*b.Excerpt) + ", which is not in the output" + r.ExplainExcerpt(b)
		}
	}
	return ""
}

func (r *Reader) referenceFault(b *superbiz.EvidenceBinding) string {
	if len(b.SourceInvocationIDs) == 0 {
		return "cites no call"
	}
	for _, id := range b.SourceInvocationIDs {
		s := r.ledger.Lookup(id)
		switch {
		case s == nil || s.Foreign():
			return "cites " + evidence.Quote(id) + ", which is not found in current session"
		case s.Invocation.ToolName != b.ToolName:
			return "says " + evidence.Quote(b.ToolName) + ", but " + evidence.Quote(id) + " is a call of " + evidence.Quote(s.Invocation.ToolName)
		case !s.Usable() || !s.Readable():
			return "cites " + evidence.Quote(id) + ", a call that did not end with a result"
		}
	}
	return ""
}

func pathFault(sources []*evidence.Source, text string) string {
	path, err := evidence.ParsePath(text)
	if err != nil {
		return "has no sound raw_path: " + err.Error()
	}
	for _, s := range sources {
		if s.Cites(path, evidence.UseValue) {
			return ""
		}
	}
	return "has the raw_path " + evidence.Quote(text) + ", which " + sources[0].Explain(path)
}
