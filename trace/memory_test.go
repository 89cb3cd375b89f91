package trace_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/trace"
)

// TestDecodeKeepsOutputs proves that outputs are not copied: a session of many large
// ones costs little more than its bytes. It runs alone, since it counts what the
// whole process allocates.
func TestDecodeKeepsOutputs(t *testing.T) {
	row := `{"invocation_id":"i","output":{"lines":["` + strings.Repeat("a line of a log ", 64<<10) + `"]}},`
	data := []byte(document(`"tool_invocations":[`, `"tool_invocations":[`+strings.Repeat(row, 8)))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	doc, err := trace.Decode(data, trace.Options{})
	runtime.ReadMemStats(&after)
	if err != nil || len(doc.ToolInvocations) != 9 {
		t.Fatalf("%d rows, %v", len(doc.ToolInvocations), err)
	}
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(len(data)/10); got > most {
		t.Errorf("decoding %d bytes allocated %d, want at most %d", len(data), got, most)
	}
}
