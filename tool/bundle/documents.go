package bundle

import (
	"context"
	"encoding/json"
	"path"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

// document is a file of docs/.
type document struct {
	name  string // its path below docs/
	title string // its first heading, or its name
	lines []string
}

func (b *Bundle) readDocuments() error {
	for _, name := range b.files.below("docs") {
		if ext := path.Ext(name); ext != ".md" && ext != ".txt" {
			continue
		}
		one := document{name: strings.TrimPrefix(name, "docs/"), lines: tool.SplitLines(string(b.files.text[name]))}
		one.title = one.name
		for _, line := range one.lines {
			if heading, ok := strings.CutPrefix(line, "#"); ok {
				one.title = strings.TrimSpace(strings.TrimLeft(heading, "#"))
				break
			}
		}
		b.documents = append(b.documents, one)
	}
	return nil
}

const documentsListSchema = `{"type":"object","additionalProperties":false,"properties":{
"query":{"type":"string","maxLength":1000,"description":"only documents that have all these words"}}}`

const documentGetSchema = `{"type":"object","additionalProperties":false,"required":["name"],"properties":{
"name":{"type":"string","description":"the document, as documents_list tells it"}}}`

func (b *Bundle) documentTools() []tool.Tool {
	if len(b.documents) == 0 {
		return nil
	}
	return []tool.Tool{
		b.newTool("documents_list", superbiz.SourceKnowledge, documentsListSchema, "Lists the runbooks and notes that were saved with the incident.", b.listDocuments),
		b.newTool("document_get", superbiz.SourceKnowledge, documentGetSchema, "Returns a runbook or note, line by line.", b.getDocument),
	}
}

// documentSummary is one element of documents_list.
type documentSummary struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Lines int    `json:"lines"`
}

func (b *Bundle) listDocuments(_ context.Context, text json.RawMessage) (tool.Result, error) {
	var arguments struct {
		Query string `json:"query"`
	}
	if err := decodeArguments(text, &arguments); err != nil {
		return tool.Result{}, err
	}
	var listed []documentSummary
	for _, one := range b.documents {
		if one.has(strings.Fields(strings.ToLower(arguments.Query))) {
			listed = append(listed, documentSummary{Name: one.name, Title: one.title, Lines: len(one.lines)})
		}
	}
	elements, err := rawElements(listed)
	if err != nil {
		return tool.Result{}, err
	}
	answer := listing{key: "documents", elements: elements}
	return answer.result()
}

func (d document) has(words []string) bool {
	text := strings.ToLower(d.name + "\n" + strings.Join(d.lines, "\n"))
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func (b *Bundle) getDocument(_ context.Context, text json.RawMessage) (tool.Result, error) {
	var arguments struct {
		Name string `json:"name"`
	}
	if err := decodeArguments(text, &arguments); err != nil {
		return tool.Result{}, err
	}
	var names []string
	for _, one := range b.documents {
		if one.name == strings.TrimPrefix(arguments.Name, "docs/") {
			return one.result()
		}
		names = append(names, one.name)
	}
	return tool.Result{}, tool.Fail(tool.CodeNotRecorded, "no document %s was saved; saved were %s", quoted(arguments.Name), some(names))
}

func (d document) result() (tool.Result, error) {
	elements, err := rawElements(d.lines)
	if err != nil {
		return tool.Result{}, err
	}
	answer := listing{key: "lines", elements: elements, scope: object(map[string]string{"document": d.name})}
	return answer.result()
}

// Documents calls do with each runbook and note of the bundle, in the order of their
// names: its path in the bundle, and its lines.
func (b *Bundle) Documents(do func(name string, lines []string)) {
	for _, one := range b.documents {
		do("docs/"+one.name, one.lines)
	}
}
