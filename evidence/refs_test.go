package evidence_test

import (
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence"
)

func TestRefsCitable(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		refs []string
		path string
		want bool
	}{
		{"nothing listed", nil, "$", false},
		{"all listed", []string{"$"}, "$.a[0].b", true},
		{"the root itself", []string{"$"}, "$", true},
		{"listed", []string{"$.a"}, "$.a", true},
		{"listed in another spelling", []string{`$['a']["b c"]`}, "$.a['b c']", true},
		{"below a listed path", []string{"$.a"}, "$.a[0].b", true},
		{"above a listed path", []string{"$.a.b"}, "$.a", false},
		{"beside a listed path", []string{"$.a"}, "$.ab", false},
		{"element of a slice", []string{"$.a[2:4]"}, "$.a[3]", true},
		{"below an element of a slice", []string{"$.a[2:4]"}, "$.a[2].b", true},
		{"before a slice", []string{"$.a[2:4]"}, "$.a[1]", false},
		{"at the end of a slice", []string{"$.a[2:4]"}, "$.a[4]", false},
		{"the array of a slice", []string{"$.a[0:4]"}, "$.a", false},
		{"a member that looks like an element", []string{"$.a[0:4]"}, "$.a['0']", false},
		{"slice without an end", []string{"$.a[2:]"}, "$.a[999]", true},
		{"slice without a beginning", []string{"$.a[:2]"}, "$.a[0]", true},
		{"slice of everything", []string{"$[:]"}, "$[7]", true},
		{"slices that overlap", []string{"$.a[4:9]", "$.a[0:5]"}, "$.a[8]", true},
		{"between slices", []string{"$.a[0:2]", "$.a[3:5]"}, "$.a[2]", false},
		{"slices that begin alike", []string{"$.a[5:5]", "$.a[5:3]", "$.a[5:10]"}, "$.a[7]", true},
		{"an empty slice", []string{"$.a[5:5]"}, "$.a[5]", false},
		{"no path beside a path", []string{"a", "$.a"}, "$.a", true},
		{"the sentinel listed", []string{"$.no_evidence"}, "$.no_evidence", true},
		{"the sentinel in another spelling", []string{"$['no_evidence']"}, "$.no_evidence", true},
		{"the sentinel not listed", []string{"$"}, "$.no_evidence", false},
		{"other paths beside the sentinel", []string{"$.no_evidence"}, "$.a", false},
		{"below the sentinel", []string{"$.no_evidence"}, "$.no_evidence.a", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			refs, _ := evidence.ParseRefs(test.refs)
			if got := refs.Citable(path(t, test.path)); got != test.want {
				t.Errorf("got %t, want %t", got, test.want)
			}
		})
	}
}

func TestRefsCoversArray(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		refs   []string
		length int
		want   bool
	}{
		{"whole", []string{"$.a[0:3]"}, 3, true},
		{"more than whole", []string{"$.a[0:5000]"}, 3, true},
		{"in pieces", []string{"$.a[2:3]", "$.a[0:2]"}, 3, true},
		{"a gap", []string{"$.a[0:1]", "$.a[2:3]"}, 3, false},
		{"the end is missing", []string{"$.a[0:2]"}, 3, false},
		{"the beginning is missing", []string{"$.a[1:3]"}, 3, false},
		{"an empty array", []string{"$.a[0:0]"}, 0, true},
		{"another array", []string{"$.b[0:3]"}, 3, false},
		{"nothing", nil, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			refs, _ := evidence.ParseRefs(test.refs)
			if got := refs.CoversArray(path(t, "$.a"), test.length); got != test.want {
				t.Errorf("got %t, want %t", got, test.want)
			}
		})
	}
}

func TestParseRefsNamesTheFirstFault(t *testing.T) {
	t.Parallel()
	refs, err := evidence.ParseRefs([]string{"$.a", "b", "c", "$.no_evidence"})
	if err == nil || !strings.Contains(err.Error(), "evidence_refs[1]") {
		t.Errorf("got %v, want an error about evidence_refs[1]", err)
	}
	if !refs.NoEvidence() {
		t.Error("the sentinel after a fault is lost")
	}
}
