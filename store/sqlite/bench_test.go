package sqlite_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store/sqlite"
)

// BenchmarkOpenExisting is what every command pays before it does anything.
func BenchmarkOpenExisting(b *testing.B) {
	path := filepath.Join(b.TempDir(), "superbiz.db")
	for b.Loop() {
		opened, err := sqlite.Open(b.Context(), path, config())
		if err != nil {
			b.Fatal(err)
		}
		if err := opened.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRun stores a whole diagnosis of 30 tool calls of 50 KB.
func BenchmarkRun(b *testing.B) {
	s, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "superbiz.db"), config())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	output := json.RawMessage(`["` + strings.Repeat("connection refused ", 50_000/19) + `"]`)
	for b.Loop() {
		run := begin(b, s)
		for seq := range 30 {
			call := row(run, fmt.Sprintf("inv-%02d", seq), seq)
			if err := s.StartInvocation(b.Context(), call); err != nil {
				b.Fatal(err)
			}
			call.Status, call.Output = superbiz.InvocationSucceeded, output
			if err := s.FinishInvocation(b.Context(), call); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := s.FinishRun(b.Context(), run.RunID, outcome()); err != nil {
			b.Fatal(err)
		}
	}
}
