package evidence

import (
	"path"
	"slices"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
)

// Bounds of the alerts or documents of one output that are known by name: how many,
// and how long the name of one in running text is, in bytes.
const (
	maxTitles = 256
	maxLabel  = 160
)

// Keys under which tools name an alert and a document. Where an output has an
// alertname, nothing else names its alerts.
var (
	alertNames    = []string{"alertname", "alert_name", "alertName"}
	otherNames    = []string{"alert", "title", "name"}
	documentNames = []string{"name", "title", "document", "doc", "path", "file", "filename", "runbook", "id", "url"}
)

// Titles returns what the alerts, or the documents, are called that a row of alerts
// or of knowledge returned, the first 256; nothing for a row that observed.
func (s *Source) Titles() []string {
	doc, err := s.Output()
	if err != nil {
		return nil
	}
	switch s.Invocation.SourceClass {
	case superbiz.SourceAlert:
		return alertTitles(doc)
	case superbiz.SourceKnowledge:
		return s.documentTitles(doc)
	}
	return nil
}

func alertTitles(doc *Document) []string {
	t := titles{}
	t.under(doc, alertNames)
	t.labels(doc)
	if len(t) == 0 {
		t.under(doc, otherNames)
	}
	return t
}

func (s *Source) documentTitles(doc *Document) []string {
	t := titles{}
	t.under(doc, documentNames)
	for _, raw := range [][]byte{s.Invocation.Arguments, s.Invocation.RetrievalDetails.Scope} {
		if call, err := Decode(orNull(raw), MaxOutputDepth); err == nil {
			t.under(call, documentNames)
		}
	}
	t.heading(doc)
	for _, name := range slices.Clone(t) {
		t.add(strings.TrimSuffix(path.Base(name), path.Ext(name)))
	}
	return t
}

// titles is a list of names, each once.
type titles []string

func (t *titles) add(name string) {
	if name != "" && len(*t) < maxTitles && !slices.Contains(*t, name) {
		*t = append(*t, name)
	}
}

// under adds the strings that stand under one of some keys.
func (t *titles) under(doc *Document, keys []string) {
	for i := 0; i < doc.Len() && len(*t) < maxTitles; i++ {
		if n := doc.At(i); n.Kind() == KindString && slices.Contains(keys, n.Key()) {
			t.add(n.Text())
		}
	}
}

// labels adds the names in text such as {alertname="DiskFull"}.
func (t *titles) labels(doc *Document) {
	rest := doc.Raw()
	for len(*t) < maxTitles {
		_, after, ok := strings.Cut(rest, "alertname")
		if !ok {
			return
		}
		rest = after
		name := strings.TrimLeft(after[:min(len(after), maxLabel)], `"'\: =`)
		if end := strings.IndexAny(name, `"'\,}; `); end > 0 {
			t.add(strings.ToValidUTF8(name[:end], ""))
		}
	}
}

// heading adds the first heading of a text document.
func (t *titles) heading(doc *Document) {
	for i := range doc.Len() {
		if n := doc.At(i); n.Kind() == KindString && strings.HasPrefix(n.Text(), "#") {
			heading, _, _ := strings.Cut(n.Text(), "\n")
			t.add(strings.TrimSpace(strings.Trim(heading, "#")))
			return
		}
	}
}
