package tool

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
)

// Rows returns the rows of this run by seq, imported ones too, as the sink has
// confirmed that it keeps them: who has the Recorder need not read them back.
func (r *Recorder) Rows() []superbiz.ToolInvocation {
	r.mu.Lock()
	defer r.mu.Unlock()
	rows := slices.Clone(r.rows)
	slices.SortStableFunc(rows, func(a, b superbiz.ToolInvocation) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), strings.Compare(a.InvocationID, b.InvocationID))
	})
	return rows
}

// keep notes a row that the sink has, in place of the same row when it was running.
func (r *Recorder) keep(row superbiz.ToolInvocation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i, known := r.placed[row.InvocationID]; known {
		r.rows[i] = row
		return
	}
	r.placed[row.InvocationID] = len(r.rows)
	r.rows = append(r.rows, row)
}

// storable returns a row as it comes back from a store: what is given to it is then
// what it holds, to the byte.
func storable(row superbiz.ToolInvocation) superbiz.ToolInvocation {
	row.StartedAt, row.EndedAt = storableTime(row.StartedAt), storableTime(row.EndedAt)
	row.Arguments, row.Output = bytes.TrimSpace(row.Arguments), bytes.TrimSpace(row.Output)
	if row.Error != nil {
		text := strings.ReplaceAll(strings.ToValidUTF8(*row.Error, "\uFFFD"), "\x00", "\uFFFD")
		row.Error = &text
	}
	row.RetrievalDetails.Scope = compact(row.RetrievalDetails.Scope)
	return row
}

// storableTime has no zone and no reading of the monotonic clock.
func storableTime(t time.Time) time.Time { return t.UTC().Round(0) }

func compact(value json.RawMessage) json.RawMessage {
	if len(value) == 0 {
		return nil
	}
	var text bytes.Buffer
	if err := json.Compact(&text, value); err != nil {
		return value
	}
	return text.Bytes()
}
