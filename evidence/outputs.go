package evidence

import (
	"sync"

	superbiz "github.com/superbizagent/superbizagent"
)

// Outputs keeps decoded outputs by the id of their row, so that the stages of one run,
// which read the same rows, decode each of them once. It is safe for concurrent use. A
// nil one keeps nothing.
type Outputs struct {
	mu   sync.Mutex
	byID map[string]*Document
}

// NewOutputs returns one that keeps nothing yet.
func NewOutputs() *Outputs { return &Outputs{byID: make(map[string]*Document)} }

// Keep keeps the decoded output of a row.
func (o *Outputs) Keep(invocationID string, doc *Document) {
	if o == nil || doc == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.byID[invocationID] = doc
}

// Of returns the decoded output of a row: the one that is kept, where that was decoded
// from the very bytes that the row has, or else a new one.
func (o *Outputs) Of(row *superbiz.ToolInvocation) (*Document, error) {
	if o != nil {
		o.mu.Lock()
		doc := o.byID[row.InvocationID]
		o.mu.Unlock()
		if doc != nil && doc.raw == string(row.Output) {
			return doc, nil
		}
	}
	doc, err := Decode(orNull(row.Output), MaxOutputDepth)
	if err == nil {
		o.Keep(row.InvocationID, doc)
	}
	return doc, err
}
