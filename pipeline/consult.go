package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	superbiz "github.com/superbizagent/superbizagent"
)

// runbookTool is the tool that is asked before a run is planned, where there is one.
const runbookTool = "search_runbook"

// consult searches the runbooks for the question. The search is a recorded call like
// any other: it can be cited, and what it found, failed at or did not find is told to
// the planner and the executor. Without such a tool there is no row.
func (r *run) consult(ctx context.Context, firstSeq int) (*superbiz.ToolInvocation, error) {
	query := runbookQuery(r.question)
	if !r.Tools.Has(runbookTool) || query == "" {
		return nil, nil
	}
	recorder, err := r.recorder(superbiz.Plan{}, firstSeq)
	if err != nil {
		return nil, err
	}
	arguments, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		return nil, fmt.Errorf("search the runbooks: %w", err)
	}
	row, err := reportingTools{recorder, r}.Call(ctx, runbookTool, arguments)
	if err != nil {
		return nil, fmt.Errorf("search the runbooks: %w", err)
	}
	return &row, recorder.Close(ctx)
}

// maxQuery bounds what is searched for, in bytes.
const maxQuery = 2000

// runbookQuery is what was asked, and what the alert says of itself.
func runbookQuery(q superbiz.Question) string {
	parts := []string{q.Text}
	var alert struct {
		Labels      map[string]any `json:"labels"`
		Annotations map[string]any `json:"annotations"`
	}
	if json.Unmarshal(q.Alert, &alert) == nil {
		for _, texts := range []map[string]any{alert.Labels, alert.Annotations} {
			for _, name := range slices.Sorted(maps.Keys(texts)) {
				if text, ok := texts[name].(string); ok && name != "severity" && !strings.Contains(text, "://") {
					parts = append(parts, text)
				}
			}
		}
	}
	query := strings.TrimSpace(strings.Join(parts, "\n"))
	for len(query) > maxQuery || !utf8.ValidString(query) {
		query = strings.ToValidUTF8(query[:min(len(query), maxQuery)], "")
	}
	return query
}
