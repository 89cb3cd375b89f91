package migrations_test

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/store/migrations"
)

func TestNumbers(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(migrations.Files(), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != migrations.Latest {
		t.Errorf("there are %d migrations, Latest says %d", len(names), migrations.Latest)
	}
	for i, name := range names {
		if want := fmt.Sprintf("%05d_", i+1); !strings.HasPrefix(name, want) {
			t.Errorf("migration %d is called %s, want %s...", i+1, name, want)
		}
	}
}

// TestPortable looks for what SQLite takes and PostgreSQL does not, or the other
// way round.
func TestPortable(t *testing.T) {
	t.Parallel()
	foreign := regexp.MustCompile(`(?i)\b(autoincrement|without rowid|strict|blob|datetime|serial|jsonb?|timestamptz|uuid|pragma|now\(\)|strftime)\b`)
	comment := regexp.MustCompile(`--.*`)
	names, err := fs.Glob(migrations.Files(), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(migrations.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		if word := foreign.Find(comment.ReplaceAll(text, nil)); word != nil {
			t.Errorf("%s: %s is not for every database", name, word)
		}
		if !strings.Contains(string(text), "-- +goose Down") {
			t.Errorf("%s: there is no way back", name)
		}
	}
}
