package sqlite_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/superbizagent/superbizagent/store"
)

// TestOldRowsLoad opens databases as older versions wrote them: schema_N.sql is the
// dump of one whose schema was N, schema_N.json what was in it. They are written when a
// schema is released and never again: what is stored keeps its names for ever.
func TestOldRowsLoad(t *testing.T) {
	t.Parallel()
	dumps, err := filepath.Glob("testdata/schema_*.sql")
	if err != nil || len(dumps) == 0 {
		t.Fatalf("there are no old databases in testdata: %v", err)
	}
	for _, dump := range dumps {
		t.Run(filepath.Base(dump), func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "superbiz.db")
			execute(t, path, read(t, dump))
			s := open(t, path)
			var got []store.WholeSession
			list, err := s.ListSessions(t.Context(), store.Page{})
			if err != nil {
				t.Fatal(err)
			}
			for _, summary := range list {
				whole, err := store.LoadSession(t.Context(), s, summary.SessionID)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, whole)
			}
			want := read(t, strings.TrimSuffix(dump, "sql")+"json")
			if diff := cmp.Diff(want, asJSON(t, got)); diff != "" {
				t.Errorf("got + where - was wanted:\n%s", diff)
			}
			report, err := store.Audit(t.Context(), s, "")
			if err != nil || report.Checked == 0 || len(report.Faults) > 0 {
				t.Errorf("audit: got %+v, %v", report, err)
			}
		})
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// asJSON is compared as text, so that a name that changed is seen. Bytes that are not
// UTF-8 are U+FFFD in it.
func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}
