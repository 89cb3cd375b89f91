package trace_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/trace"
)

func TestEncode(t *testing.T) {
	t.Parallel()
	empty := ""
	tests := []struct {
		name string
		give superbiz.DiagnosisTrace
		want string
	}{
		{
			"nothing", superbiz.DiagnosisTrace{},
			`{"trace_version":"","session_id":"","tool_invocations":[],"executor":{"kind":"","attempts":[]}}`,
		},
		{
			"an empty text is there",
			superbiz.DiagnosisTrace{Executor: superbiz.Executor{Attempts: []superbiz.Attempt{{RawOutput: &empty}, {}}}},
			`{"trace_version":"","session_id":"","tool_invocations":[],"executor":{"kind":"","attempts":[{"raw_output":""},{}]}}`,
		},
		{
			"numbers keep their digits, text its letters",
			superbiz.DiagnosisTrace{Question: &superbiz.Question{
				Text: "<why> 为什么", Alert: []byte("{ \"n\": 1.50, \"big\": 12345678901234567890 }"),
				Window: &superbiz.Window{From: time.Date(2026, 7, 1, 10, 31, 2, 120e6, time.UTC)},
			}, Usage: &superbiz.Usage{ToolCalls: 2}},
			`{"trace_version":"","session_id":"","question":{"text":"<why> 为什么","alert":{"n":1.50,"big":12345678901234567890},` +
				`"window":{"from":"2026-07-01T10:31:02.12Z"}},"tool_invocations":[],"executor":{"kind":"","attempts":[]},"usage":{"tool_calls":2}}`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got bytes.Buffer
			if err := trace.Encode(&got, &test.give); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want+"\n", got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestEncodeRefuses(t *testing.T) {
	t.Parallel()
	bad := superbiz.DiagnosisTrace{Question: &superbiz.Question{Alert: []byte("{")}}
	if err := trace.Encode(new(bytes.Buffer), &bad); err == nil {
		t.Error("a trace with broken JSON in it was written")
	}
	closed, err := os.Create(filepath.Join(t.TempDir(), "trace"))
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	if err := trace.Encode(closed, new(superbiz.DiagnosisTrace)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error is %v, want %v", err, os.ErrClosed)
	}
}
