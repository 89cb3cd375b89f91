package evidence_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
)

func TestTitles(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		class             superbiz.SourceClass
		arguments, output string
		want              []string
	}{
		"labels of an alert": {superbiz.SourceAlert, `{}`, `{"alerts": [{"labels": {"alertname": "DiskFull", "name": "n"}}, {"labels": {"alertname": "DiskFull"}}]}`, []string{"DiskFull"}},
		"labels in text":     {superbiz.SourceAlert, `{}`, `{"lines": ["ALERTS{alertname=\"DiskFull\"} 1", "alertname: HighErrorRate firing"]}`, []string{"DiskFull", "HighErrorRate"}},
		"another tool":       {superbiz.SourceAlert, `{}`, `[{"title": "Disk is full"}]`, []string{"Disk is full"}},
		"a document":         {superbiz.SourceKnowledge, `{"name": "runbooks/disk-full.md"}`, `{"lines": ["# Disk full", "# Second"]}`, []string{"runbooks/disk-full.md", "Disk full", "disk-full"}},
		"a list":             {superbiz.SourceKnowledge, `{}`, `{"documents": [{"name": "a.md", "title": "A note"}]}`, []string{"a.md", "A note", "a"}},
		"observed":           {superbiz.SourceObserved, `{"name": "x"}`, `{"alertname": "DiskFull"}`, nil},
		"unreadable":         {superbiz.SourceAlert, `{}`, `{`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			row := superbiz.ToolInvocation{SourceClass: tc.class, Arguments: json.RawMessage(tc.arguments), Output: json.RawMessage(tc.output)}
			if diff := cmp.Diff(tc.want, evidence.NewSource(&row).Titles()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestTitlesAreBounded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "alertname=a%d ", i)
	}
	row := superbiz.ToolInvocation{SourceClass: superbiz.SourceAlert, Output: json.RawMessage(`"` + b.String() + `"`)}
	if got := len(evidence.NewSource(&row).Titles()); got != 256 {
		t.Errorf("got %d names, want 256", got)
	}
}
