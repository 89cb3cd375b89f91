package trace_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/trace"
)

func TestVerifyHashes(t *testing.T) {
	t.Parallel()
	// SHA-256 of {"lines":["a é",1e400]}
	const hash = "30ff79d0f0eb94b6eda54f702e5be47e199ac31ece4284c86e5bf3af7db0d675"
	tests := []struct {
		name    string
		text    string
		checked int
		want    string
	}{
		{"no hash", document("", ""), 0, ""},
		{"right hash", document(`"output":`, `"output_sha256":"`+hash+`","output":`), 1, ""},
		{"right hash in capitals", document(`"output":`, `"output_sha256":"`+strings.ToUpper(hash)+`","output":`), 1, ""},
		{"wrong hash", document(`"output":`, `"output_sha256":"00","output":`), 0, `$.tool_invocations[0].output_sha256 of "i-1" is not the hash`},
		{"hash of nothing", document(`"output":`, `"output_sha256":"00","data":`), 0, "$.tool_invocations[0].output_sha256 cannot be compared"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			doc, err := trace.Decode([]byte(test.text), trace.Options{})
			if err != nil {
				t.Fatal(err)
			}
			checked, err := trace.VerifyHashes(doc)
			if checked != test.checked {
				t.Errorf("checked %d rows, want %d", checked, test.checked)
			}
			var rows *trace.RowsError
			switch {
			case test.want == "" && err == nil:
			case !errors.As(err, &rows) || test.want == "" || !strings.HasPrefix(err.Error(), test.want):
				t.Errorf("error is %v, want %q", err, test.want)
			}
		})
	}
}

func TestVerifyHashesOfCases(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("SUPERBIZ_CASES")
	if dir == "" {
		t.Skip("SUPERBIZ_CASES is not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "gate", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no traces in %s/gate (%v)", dir, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := trace.Decode(data, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := trace.VerifyHashes(doc); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}
