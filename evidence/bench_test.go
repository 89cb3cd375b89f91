package evidence_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence"
)

// sizes are those of small, usual and large recorded outputs, in bytes.
var sizes = []struct {
	name  string
	bytes int
}{{"10KB", 10 << 10}, {"250KB", 250 << 10}, {"5MB", 5 << 20}}

// recorded makes an output of about size bytes: half objects as a cluster returns
// them, half log lines.
func recorded(size int) []byte {
	var b strings.Builder
	b.WriteString(`{"items":[`)
	for i := 0; b.Len() < size/2; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"metadata":{"name":"checkout-7d9f%d","namespace":"shop","labels":{"app":"checkout","tier":"web"}},`+
			`"status":{"phase":"Running","restartCount":%d,"ready":true,"startTime":"2026-07-01T10:%02d:00Z"},"weights":[0.5,%d,null]}`,
			i, i%17, i%60, i)
	}
	b.WriteString(`],"lines":[""`)
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `,"2026-07-01T10:%02d:%02dZ ERROR checkout: \"pool\" is full after %d ms (connection %d of 100)"`, i/60%60, i%60, i%997, i%100)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

func BenchmarkDecode(b *testing.B) {
	for _, size := range sizes {
		raw := recorded(size.bytes)
		b.Run(size.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := evidence.Decode(raw, evidence.MaxOutputDepth); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDecodeFloor is what the standard library needs for the same bytes.
func BenchmarkDecodeFloor(b *testing.B) {
	for _, size := range sizes {
		raw := recorded(size.bytes)
		b.Run(size.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				var value any
				if err := json.Unmarshal(raw, &value); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReadOutput parses an executor's text and reads a hundred claims.
func BenchmarkReadOutput(b *testing.B) {
	text := strings.Repeat(claimOfBench+",", 99) + claimOfBench
	for i := range 100 {
		text = strings.Replace(text, `"c"`, fmt.Sprintf(`"c%d"`, i), 1)
	}
	text = `{"answer_version":"executor_evidence_v2","claims":[` + text + `],"hypotheses":[],"recommended_actions":[],"missing_info":[]}`
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if out, faults := evidence.ReadOutput(evidence.Parse(text).Document); len(out.Claims) != 100 || len(faults) > 0 {
			b.Fatal(faults)
		}
	}
}

const claimOfBench = `{"claim_id":"c","claim_type":"observation","text":"Pod checkout-7d9f restarted 14 times.","evidence_bindings":[` +
	`{"source_invocation_ids":["inv-01"],"tool_name":"describe","raw_path":"$.pod","excerpt":"OOMKilled",` +
	`"assertions":[{"raw_path":"$.pod.restarts","op":"eq","value":14}]}]}`
