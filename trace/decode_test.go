package trace_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/boundtest"
	"github.com/superbizagent/superbizagent/trace"
)

// document returns a sound trace, with one piece of it replaced.
func document(old, replacement string) string {
	const sound = `{"trace_version":"diagnosis_trace_v1","session_id":"s-1","run_id":"r-1","run_mode":"bundle",
"question":{"text":"Why?","alert":{"labels":{"alertname":"Down"}}},
"tool_invocations":[{"invocation_id":"i-1","session_id":"s-1","seq":1,"tool_name":"logs_recent","arguments":{"service":"shop"},
"status":"succeeded","result_kind":"data","started_at":"2026-07-01T10:31:02.120Z","error":null,"output":{"lines":["a \u00e9", 1e400]},
"truncated":false,"retrieval_details":{"evidence_refs":["$.lines[0:1]"],"total":1}}],
"executor":{"kind":"model","attempts":[{"raw_output":"first"},{"raw_output":"{}","structured_output":{"a":1}}]}}`
	if old != "" && !strings.Contains(sound, old) {
		panic("the document does not hold " + old)
	}
	return strings.Replace(sound, old, replacement, 1)
}

func TestDecode(t *testing.T) {
	t.Parallel()
	got, err := trace.Decode([]byte(document("", "")), trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	row := got.ToolInvocations[0]
	facts := []string{
		got.TraceVersion, got.SessionID, got.RunID, string(got.RunMode), got.Question.Text, string(got.Question.Alert),
		string(got.Executor.Kind), *got.Executor.Attempts[1].RawOutput, string(got.Executor.Attempts[1].StructuredOutput),
		row.InvocationID, row.SessionID, string(row.Arguments), string(row.Output), row.StartedAt.String(),
		row.RetrievalDetails.EvidenceRefs[0], fmt.Sprint(*row.RetrievalDetails.Total, row.Error == nil),
	}
	want := []string{
		"diagnosis_trace_v1", "s-1", "r-1", "bundle", "Why?", `{"labels":{"alertname":"Down"}}`,
		"model", "{}", `{"a":1}`,
		"i-1", "s-1", `{"service":"shop"}`, `{"lines":["a \u00e9", 1e400]}`, "2026-07-01 10:31:02.12 +0000 UTC",
		"$.lines[0:1]", "1 true",
	}
	if diff := cmp.Diff(want, facts); diff != "" {
		t.Errorf("decoded trace (-want +got):\n%s", diff)
	}
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		text string
		want error
		says string
	}{
		{"nothing", "", trace.ErrNotJSON, "byte 0"},
		{"white space", " \n", trace.ErrNotJSON, ""},
		{"prose", "hello", trace.ErrNotJSON, "byte 0"},
		{"array", "[]", trace.ErrNotTrace, "not a JSON object"},
		{"broken array", "[1,", trace.ErrNotJSON, ""},
		{"truncated", document("", "")[:600], trace.ErrNotJSON, "600"},
		{"truncated outside a value", `{"trace_version":`, trace.ErrNotJSON, ""},
		{"deep beyond reading", strings.Repeat("[", 20000), trace.ErrNotJSON, "[0]… is broken at byte"},
		{"two documents", document("", "") + document("", ""), trace.ErrNotJSON, "something follows"},
		{"duplicate key", document(`"run_id":"r-1"`, `"session_id":"s-2"`), trace.ErrNotJSON, `duplicate`},
		{"duplicate key in an output", document(`"lines":`, `"lines":1,"lines":`), trace.ErrNotJSON, "$.tool_invocations[0].output.lines"},
		{"bad UTF-8", document("Why?", "\xff"), trace.ErrNotJSON, "$.question.text"},
		{"other version", document("trace_v1", "trace_v2"), trace.ErrVersion, `"diagnosis_trace_v2"`},
		{"version of another type", document(`"diagnosis_trace_v1"`, `1`), trace.ErrVersion, "trace_version is 1"},
		{"no version", document(`"trace_version":"diagnosis_trace_v1",`, ""), trace.ErrNotTrace, "missing"},
		{"another document", `{"name":"package","version":"1.0.0"}`, trace.ErrNotTrace, "missing"},
		{"no executor", document(`"executor"`, `"executed"`), trace.ErrNoAttempt, "at least one"},
		{"null executor", document(`"executor":{"kind":"model",`, `"executor":null,"x":{`), trace.ErrNoAttempt, "must be an object"},
		{"no attempts", document(`"attempts"`, `"tries"`), trace.ErrNoAttempt, "at least one"},
		{"attempts of another type", document(`"attempts":[`, `"attempts":{"a":[],"b":[]},"x":[`), trace.ErrNoAttempt, "must be an array"},
		{"attempt of another type", document(`{"raw_output":"first"}`, `"first"`), trace.ErrNoAttempt, "executor.attempts[0] must be an object"},
		{"raw output of another type", document(`"raw_output":"{}"`, `"raw_output":{}`), trace.ErrNoAttempt, "executor.attempts[1].raw_output must be text"},
		{"too many rows", strings.Replace(document("", ""), `"tool_invocations":[`, `"tool_invocations":[`+strings.Repeat(`{"invocation_id":"i"},`, 100_000), 1), trace.ErrTooLarge, "tool_invocations"},
		{"too many members", document(`"output":{`, `"output":{`+manyMembers(1_000_001)), trace.ErrTooLarge, "members"},
		{"too many members in each other", document(`"output":{`, `"output":{`+manyMembers(600_000)+`"in":{`+manyMembers(600_000)+`"x":0},`), trace.ErrTooLarge, "members"},
		{"too many attempts", document(`"attempts":[`, `"attempts":[`+strings.Repeat(`{},`, 100)), trace.ErrTooLarge, "attempts"},
		{"too many refs", document(`"evidence_refs":[`, `"evidence_refs":[`+strings.Repeat(`"",`, 2_000_000)), trace.ErrTooLarge, "evidence_refs"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := trace.Decode([]byte(test.text), trace.Options{})
			if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error is %v, want %v with %q", err, test.want, test.says)
			}
			if strings.Contains(err.Error(), "Go ") {
				t.Errorf("error %q speaks of Go types", err)
			}
			if got != nil {
				t.Error("a document that cannot be judged came back as a trace")
			}
		})
	}
}

func TestDecodeBrokenRows(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		text string
		want string
	}{
		{"missing", document(`"tool_invocations"`, `"invocations"`), "$.tool_invocations is missing"},
		{"null", document(`"tool_invocations":[`, `"tool_invocations":null,"x":[`), "$.tool_invocations must be an array"},
		{"object", document(`"tool_invocations":[`, `"tool_invocations":{"a":[1]},"x":[`), "$.tool_invocations must be an array"},
		{"row is text", document(`"tool_invocations":[`, `"tool_invocations":["i-0",`), "$.tool_invocations[0] must be an object"},
		{"row is null", document(`"tool_invocations":[`, `"tool_invocations":[null,`), "$.tool_invocations[0] must be an object"},
		{"no id", document(`"invocation_id":"i-1"`, `"id":"i-1"`), "$.tool_invocations[0].invocation_id is missing"},
		{"blank id", document(`"i-1"`, `" "`), "$.tool_invocations[0].invocation_id is missing"},
		{"number for an id", document(`"i-1"`, `7`), "$.tool_invocations[0].invocation_id is a number"},
		{"text for a number", document(`"seq":1`, `"seq":"1"`), "$.tool_invocations[0].seq is a string"},
		{"text for a boolean", document(`"truncated":false`, `"truncated":"no"`), "$.tool_invocations[0].truncated is a string"},
		{"time that is none", document(`2026-07-01T10:31:02.120Z`, `yesterday`), "$.tool_invocations[0].started_at is a string that cannot be read"},
		{"details of another type", document(`{"evidence_refs":["$.lines[0:1]"],"total":1}`, `[]`), "$.tool_invocations[0].retrieval_details is an array"},
		{"refs of another type", document(`["$.lines[0:1]"]`, `"$"`), "$.tool_invocations[0].retrieval_details.evidence_refs is a string"},
		{"ref of another type", document(`["$.lines[0:1]"]`, `["$",0]`), "$.tool_invocations[0].retrieval_details.evidence_refs[1] is a number"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := trace.Decode([]byte(test.text), trace.Options{})
			var rows *trace.RowsError
			if !errors.As(err, &rows) || !strings.HasPrefix(err.Error(), test.want) {
				t.Fatalf("error is %v, want a RowsError %q", err, test.want)
			}
			if got == nil || len(got.ToolInvocations) > 0 || len(got.Executor.Attempts) != 2 {
				t.Errorf("got %+v, want the trace without rows", got)
			}
		})
	}
}

func TestDecodeRefusesBrokenRowsOfABrokenDocument(t *testing.T) {
	t.Parallel()
	text := strings.TrimSuffix(document(`"seq":1`, `"seq":"1"`), "}")
	if _, err := trace.Decode([]byte(text), trace.Options{}); !errors.Is(err, trace.ErrNotJSON) {
		t.Errorf("error is %v, want %v", err, trace.ErrNotJSON)
	}
}

func TestDecodeLeavesOut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		text string
		want string // the note
	}{
		{"nothing", document("", ""), ""},
		{"unknown members", document(`"run_id"`, `"colour":{"a":[1]},"run_id"`), ""},
		{"null", document(`"run_mode":"bundle"`, `"run_mode":null,"plan":null,"usage":null`), ""},
		{"byte order mark", "\ufeff" + document("", ""), ""},
		{"session of another type", document(`"session_id":"s-1","run_id"`, `"session_id":1,"run_id"`), "$.session_id is a number, which it must not be"},
		{"question of another type", document(`{"text":"Why?",`, `{"text":["Why?"],`), "$.question.text is an array, which it must not be"},
		{"verdict of another type", document(`"run_id"`, `"verifier":"fine","run_id"`), "$.verifier is a string, which it must not be"},
		{"result of another type", document(`{"raw_output":"first"}`, `{"raw_output":"first","gatekeeper_result":true}`), "$.executor.attempts[0].gatekeeper_result is a boolean, which it must not be"},
		{"large plan", document(`"run_id"`, `"plan":{"steps":["`+strings.Repeat("x", 9<<20)+`"]},"run_id"`), "$.plan was left out: it is too large"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var notes []string
			_, err := trace.Decode([]byte(test.text), trace.Options{Note: func(path, reason string) {
				notes = append(notes, path+" "+reason)
			}})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(notes, "\n"); got != test.want {
				t.Errorf("notes are %q, want %q", got, test.want)
			}
		})
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	text := document("", "")
	size := int64(len(text))
	if _, err := trace.Read(strings.NewReader(text), trace.Options{MaxBytes: size}); err != nil {
		t.Errorf("a trace as large as may be: %v", err)
	}
	if _, err := trace.Read(strings.NewReader(text), trace.Options{MaxBytes: size - 1}); !errors.Is(err, trace.ErrTooLarge) {
		t.Errorf("a trace one byte too large: error is %v, want %v", err, trace.ErrTooLarge)
	}
	if _, err := trace.Decode([]byte(text), trace.Options{MaxBytes: size - 1}); !errors.Is(err, trace.ErrTooLarge) {
		t.Errorf("bytes one too many: error is %v, want %v", err, trace.ErrTooLarge)
	}
	broken := errors.New("the disk is gone")
	if _, err := trace.Read(failingReader{broken}, trace.Options{}); !errors.Is(err, broken) {
		t.Errorf("error is %v, want %v", err, broken)
	}
}

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// TestDecodeCases reads traces of other people's runs.
func TestDecodeCases(t *testing.T) {
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
		got, err := trace.Decode(data, trace.Options{Note: func(path, reason string) { t.Errorf("%s: %s %s", file, path, reason) }})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		var text bytes.Buffer
		if err := trace.Encode(&text, got); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		again, err := trace.Decode(text.Bytes(), trace.Options{})
		if err != nil {
			t.Errorf("%s, encoded and decoded: %v", file, err)
		} else if len(again.ToolInvocations) != len(got.ToolInvocations) {
			t.Errorf("%s: %d rows, encoded and decoded %d", file, len(got.ToolInvocations), len(again.ToolInvocations))
		}
	}
}

// decoding bounds what a trace takes to be read.
var decoding = boundtest.Bound{Base: 1 << 20, PerByte: 256}

func FuzzDecode(f *testing.F) {
	f.Add(document("", ""))
	f.Add(document(`"seq":1`, `"seq":"1"`))
	f.Add(document(`"run_id"`, `"plan":{"steps":[{"arguments":null}]},"run_id"`))
	f.Fuzz(func(t *testing.T, text string) {
		var got *superbiz.DiagnosisTrace
		var err error
		decoding.Hold(t, len(text), func() { got, err = trace.Decode([]byte(text), trace.Options{MaxBytes: 1 << 20}) })
		var rows *trace.RowsError
		if (got == nil) != (err != nil && !errors.As(err, &rows)) {
			t.Fatalf("got %v with error %v", got, err)
		}
		if got == nil {
			return
		}
		var encoded bytes.Buffer
		if err := trace.Encode(&encoded, got); err != nil {
			t.Fatalf("what was decoded cannot be encoded: %v", err)
		}
		again, err := trace.Decode(encoded.Bytes(), trace.Options{})
		if err != nil && rows == nil {
			t.Fatalf("what was encoded cannot be decoded: %v", err)
		}
		if again.TraceVersion != superbiz.TraceVersion {
			t.Fatalf("version is %q", again.TraceVersion)
		}
	})
}

// manyMembers returns members of an object, each with a comma behind it.
func manyMembers(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"k%d":0,`, i)
	}
	return b.String()
}

// TestDecodeManyMembers shows that it is the members of objects around one place that
// are bounded, and that colons in strings are none.
func TestDecodeManyMembers(t *testing.T) {
	t.Parallel()
	beside := `"a":{` + manyMembers(600_000) + `"x":0},"b":{` + manyMembers(600_000) + `"x":0},`
	colons := `"text":"` + strings.Repeat(`\":`, 1_000_001) + `",`
	for name, members := range map[string]string{"objects beside each other": beside, "colons": colons} {
		if _, err := trace.Decode([]byte(document(`"output":{`, `"output":{`+members)), trace.Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
