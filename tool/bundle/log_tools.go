package bundle

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool"
)

const logsListSchema = `{"type":"object","additionalProperties":false,"properties":{}}`

const logProperties = `"service":{"type":"string","description":"the service, as logs_list tells it"},
"namespace":{"type":"string"},
` + windowProperties + `,
"limit":{"type":"integer","minimum":1,"maximum":50000,"default":500,"description":"at most so many lines, the latest"}`

const logsSchema = `{"type":"object","additionalProperties":false,"required":["service"],"properties":{` + logProperties + `}}`

const logsSearchSchema = `{"type":"object","additionalProperties":false,"required":["service"],"properties":{` + logProperties + `,
"pattern":{"type":"string","maxLength":1000,"description":"only lines that contain this, in any case of letters"},
"regexp":{"type":"string","maxLength":1000,"description":"only lines that match this RE2 expression"},
"level":{"type":"string","enum":["debug","info","warning","error"],"description":"only lines of this level or a graver one"}}}`

func (b *Bundle) logTools() []tool.Tool {
	if b.logs == nil {
		return nil
	}
	observed := superbiz.SourceObserved
	return []tool.Tool{
		b.newTool("logs_list", observed, logsListSchema, "Lists the logs that were saved: services, lines, and the time they cover.", b.listLogs),
		b.newTool("logs_search", observed, logsSearchSchema, "Returns the lines of a service's log that match, how many there are, and when the first and last were written.", b.searchLogs),
		b.newTool("logs_errors", observed, logsSchema, "Returns the lines of a service's log that report errors, how many there are, and when the first and last were written.", b.logErrors),
		b.newTool("logs_recent", observed, logsSchema, "Returns the latest lines of a service's log.", b.searchLogs),
	}
}

// logSummary is one element of logs_list.
type logSummary struct {
	Service   string `json:"service"`
	Namespace string `json:"namespace,omitempty"`
	Container string `json:"container,omitempty"`
	Lines     int    `json:"lines"`
	Errors    int    `json:"errors"`
	From      string `json:"from,omitempty"`
	To        string `json:"to,omitempty"`
}

func (b *Bundle) listLogs(context.Context, json.RawMessage) (tool.Result, error) {
	var listed []logSummary
	for _, service := range slices.Sorted(maps.Keys(b.logs.byService)) {
		for _, log := range b.logs.byService[service] {
			listed = append(listed, log.summary())
		}
	}
	elements, err := rawElements(listed)
	if err != nil {
		return tool.Result{}, err
	}
	answer := listing{key: "logs", elements: elements, scope: b.scope(nil)}
	return answer.result()
}

func (s *serviceLog) summary() logSummary {
	summary := logSummary{Service: s.service, Namespace: s.namespace, Container: s.container, Lines: len(s.lines)}
	for _, line := range s.lines {
		if line.level == levelError {
			summary.Errors++
		}
	}
	if span := s.span(); s.timed {
		summary.From, summary.To = written(span.From), written(span.To)
	}
	return summary
}

type logArguments struct {
	Service   string `json:"service"`
	Namespace string `json:"namespace"`
	From      string `json:"from"`
	To        string `json:"to"`
	Limit     int    `json:"limit"`
	Pattern   string `json:"pattern"`
	Regexp    string `json:"regexp"`
	Level     string `json:"level"`

	least   level
	matches *regexp.Regexp
}

func readLogArguments(text json.RawMessage) (logArguments, error) {
	arguments := logArguments{Limit: 500}
	if err := decodeArguments(text, &arguments); err != nil {
		return arguments, err
	}
	arguments.least = levelNamed(arguments.Level)
	if arguments.Regexp != "" {
		compiled, err := regexp.Compile(arguments.Regexp)
		if err != nil {
			return arguments, tool.Fail(tool.CodeBadArguments, "regexp is no RE2 expression: %w", err)
		}
		arguments.matches = compiled
	}
	return arguments, nil
}

func (b *Bundle) searchLogs(ctx context.Context, text json.RawMessage) (tool.Result, error) {
	arguments, err := readLogArguments(text)
	if err != nil {
		return tool.Result{}, err
	}
	return b.search(ctx, arguments)
}

func (b *Bundle) logErrors(ctx context.Context, text json.RawMessage) (tool.Result, error) {
	arguments, err := readLogArguments(text)
	if err != nil {
		return tool.Result{}, err
	}
	arguments.least = levelError
	return b.search(ctx, arguments)
}

func (b *Bundle) search(ctx context.Context, arguments logArguments) (tool.Result, error) {
	logs, err := b.logs.of(arguments.Service, arguments.Namespace)
	if err != nil {
		return tool.Result{}, err
	}
	window, err := b.logWindow(arguments, logs)
	if err != nil {
		return tool.Result{}, err
	}
	var found []logLine
	for _, log := range logs {
		for i, line := range log.lines {
			if i%1000 == 0 && ctx.Err() != nil {
				return tool.Result{}, fmt.Errorf("search the log: %w", ctx.Err())
			}
			if (line.at.IsZero() || contains(window, line.at)) && arguments.match(line) {
				found = append(found, line)
			}
		}
	}
	answer := listing{key: "lines", total: len(found), window: stated(window), scope: b.scope(map[string]string{
		"service": arguments.Service, "namespace": namespaceOf(arguments, logs),
	})}
	return answer.lines(found, arguments.Limit)
}

// lines puts the latest lines into the answer, and what is known of all that were found.
func (l listing) lines(found []logLine, limit int) (tool.Result, error) {
	shown := found[max(0, len(found)-limit):]
	texts := make([]string, len(shown))
	for i, line := range shown {
		texts[i] = line.text
	}
	var err error
	if l.elements, err = rawElements(texts); err != nil {
		return tool.Result{}, err
	}
	if len(found) > 0 {
		l.beside = append(l.beside, member{"count", len(found)})
		span := (&serviceLog{lines: found}).span()
		if !span.From.IsZero() {
			l.beside = append(l.beside, member{"first_at", written(span.From)}, member{"last_at", written(span.To)})
		}
	}
	return l.result()
}

func (a logArguments) match(line logLine) bool {
	switch {
	case a.least != levelUnknown && line.level < a.least:
		return false
	case a.Pattern != "" && !strings.Contains(strings.ToLower(line.text), strings.ToLower(a.Pattern)):
		return false
	case a.matches != nil && !a.matches.MatchString(line.text):
		return false
	}
	return true
}

// logWindow returns the window to search: none for logs without times, which
// cannot be asked for one.
func (b *Bundle) logWindow(arguments logArguments, logs []*serviceLog) (superbiz.Window, error) {
	var span superbiz.Window
	timed := false
	for _, log := range logs {
		if log.timed {
			timed = true
			one := log.span()
			span.From, span.To = earlier(span.From, one.From), later(span.To, one.To)
		}
	}
	wanted := asked{arguments.From, arguments.To}
	if !timed {
		if wanted != (asked{}) {
			return span, tool.Fail(tool.CodeNotSupported, "the lines of this log have no times: ask without from and to")
		}
		return superbiz.Window{}, nil
	}
	return wanted.within(covering(b.Incident.Window(), span.From, span.To))
}

// namespaceOf returns the namespace that was searched, if it was one.
func namespaceOf(arguments logArguments, logs []*serviceLog) string {
	namespace := arguments.Namespace
	for _, log := range logs {
		if log.namespace == "" {
			continue
		}
		if namespace != "" && log.namespace != namespace {
			return ""
		}
		namespace = log.namespace
	}
	return namespace
}
