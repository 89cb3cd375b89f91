package runbook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

// SearchTool is the name of the tool.
const SearchTool = "search_runbook"

// ToolSource is the tool_source of its rows.
const ToolSource = "runbook"

const searchSchema = `{"type":"object","additionalProperties":false,"required":["query"],"properties":{
"query":{"type":"string","minLength":1,"maxLength":4000,"description":"what is wrong, in words: symptom, service, error, name of the alert"},
"limit":{"type":"integer","minimum":1,"maximum":10,"default":5,"description":"how many sections at most"}}}`

// What a search returns at most, where the caller does not say, and in bytes.
const (
	defaultHits = 5
	maxHitBytes = 24_000
)

// Tool returns the tool that searches the library. The mode says where its documents
// came from.
func (l *Library) Tool(mode superbiz.DataMode) tool.Tool {
	return tool.Tool{
		Name:        SearchTool,
		Description: "Searches the runbooks for what is known of a problem and where to look, and returns whole sections, the best first. What they say is not what was seen.",
		Schema:      json.RawMessage(searchSchema),
		Source:      ToolSource,
		Class:       superbiz.SourceKnowledge,
		Mode:        mode,
		Call:        l.call,
	}
}

// hit is one element of $.hits.
type hit struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Heading string   `json:"heading"`
	Line    int      `json:"line"` // where the section begins
	Lines   []string `json:"lines"`
}

func (l *Library) call(ctx context.Context, arguments json.RawMessage) (tool.Result, error) {
	var asked struct {
		Query string `json:"query"`
		Limit int    `json:"limit"`
	}
	if err := json.Unmarshal(arguments, &asked); err != nil {
		return tool.Result{}, tool.Fail(tool.CodeBadArguments, "read the arguments: %w", err)
	}
	if asked.Limit < 1 {
		asked.Limit = defaultHits
	}
	if err := ctx.Err(); err != nil {
		return tool.Result{}, err
	}
	terms := termsOf(asked.Query)
	if len(terms) == 0 {
		return tool.Result{}, tool.Fail(tool.CodeBadArguments, "there is no word in the query that could be looked for: name the symptom, the service or the error")
	}
	found := l.index.find(terms)
	return l.result(found, l.hits(found, asked.Limit))
}

// hits are the first sections that were found, as many as fit.
func (l *Library) hits(found []ranked, limit int) []hit {
	hits, bytes := []hit{}, 0
	for _, r := range found[:min(limit, len(found))] {
		s := l.sections[r.section]
		for _, line := range s.lines {
			bytes += len(line)
		}
		if bytes > maxHitBytes && len(hits) > 0 {
			break
		}
		hits = append(hits, hit{s.document, s.title, s.heading, s.first, s.lines})
	}
	return hits
}

func (l *Library) result(found []ranked, hits []hit) (tool.Result, error) {
	output, err := json.Marshal(map[string][]hit{"hits": hits})
	scope, scopeErr := json.Marshal(map[string]int{"documents": l.documents, "sections": len(l.sections)})
	if err := errors.Join(err, scopeErr); err != nil {
		return tool.Result{}, fmt.Errorf("write the hits: %w", err)
	}
	result := tool.Empty(output)
	if len(hits) > 0 {
		result = tool.Data(output)
		result.Retrieval.EvidenceRefs = []string{tool.Slice("$.hits", len(hits))}
	}
	returned, total := int64(len(hits)), int64(len(found))
	result.Retrieval.Returned, result.Retrieval.Total, result.Retrieval.Scope = &returned, &total, scope
	result.Truncated = total > returned
	return result, nil
}
