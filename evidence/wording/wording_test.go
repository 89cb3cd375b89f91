package wording_test

import (
	"encoding/json"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/evidence/phrase"
	"github.com/superbizagent/superbizagent/evidence/wording"
)

func TestHave(t *testing.T) {
	t.Parallel()
	list := phrase.NewList("because", "because of", "healthy", "一切正常")
	for name, tc := range map[string]struct {
		output string
		want   []string
	}{
		"a longer phrase has the shorter":  {`{"lines": ["killed because of memory"]}`, []string{"because", "because of"}},
		"the shorter has not the longer":   {`{"lines": ["killed because"]}`, []string{"because"}},
		"a key":                            {`{"healthy": true}`, []string{"healthy"}},
		"escaped JSON within JSON":         {`{"lines": ["{\"msg\":\"so\\nbecause\\t\\\"x\\\"\"}"]}`, []string{"because"}},
		"a word within a word":             {`{"lines": ["unhealthy", "because-of"]}`, nil},
		"Chinese, escaped":                 {`{"msg": "服务\u4e00\u5207\u6b63\u5e38"}`, []string{"一切正常"}},
		"an output that cannot be read":    {`{"healthy": `, nil},
		"words of two elements lie apart":  {`["because", "of"]`, []string{"because"}},
		"nothing":                          {`null`, nil},
		"whatever the case of the letters": {`"HEALTHY"`, []string{"healthy"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := []*evidence.Source{evidence.NewSource(&superbiz.ToolInvocation{Output: json.RawMessage(tc.output)})}
			outputs := wording.NewOutputs(list)
			for _, listed := range []string{"because", "because of", "healthy", "一切正常"} {
				want := false
				for _, w := range tc.want {
					want = want || w == listed
				}
				if got := outputs.Have(s, listed); got != want {
					t.Errorf("Have(%q) = %t, want %t", listed, got, want)
				}
			}
		})
	}
}
