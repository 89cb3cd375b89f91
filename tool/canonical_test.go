package tool_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/tool"
)

// outputs are spelt in ways that RFC 8785 wants, and in ways that it does not.
var outputs = []string{
	`null`, ` null`, `"a"`, `{"lines":["a","b"]}`, `{"lines":["a", "b"]}`, `{"a":1,"b":2}`, `{"b":1,"a":2}`, `{"a":1}` + "\n",
	`"\n\t\"\\\r\b\f"`, `"\/"`, `"\u000a"`, `"\u001f"`, `"\u00e9"`, `"é"`, `{"é":1,"z":2}`, `{"z":2,"é":1}`, `{"a\u0062":1,"b":2}`,
	`[0,-0,0.0,-0.0,1e2,1E400,100000000000000000000,9007199254740993,123456789012345,-12]`, `[0.5]`, `[-0.5]`, `[1.50]`, `[0.000001]`,
	`[0.0000001]`, `[123456.789012]`, `[1234567890.123456]`, `[0.00000100]`, `{"":1,"a":2}`, `{"a":{"b":1,"a":2}}`, `{"a":{},"b":[]}`,
	`{"password":"hunter22"}`, `"\ud83d\ude00"`, `{"😀":1,"\uffff":2}`, `{"a":[{"x":1,"y":2},{"y":1,"x":2}]}`, `[true,false,null]`,
}

func TestRecorderHashesAsTheAuditDoes(t *testing.T) {
	t.Parallel()
	for _, output := range outputs {
		checkHash(t, output)
	}
}

func FuzzRecorderHash(f *testing.F) {
	for _, output := range outputs {
		f.Add(output)
	}
	f.Fuzz(func(t *testing.T, output string) {
		if strings.TrimSpace(output) != "" {
			checkHash(t, output)
		}
	})
}

func checkHash(t *testing.T, output string) {
	t.Helper()
	recorder := newRecorder(t, &memory{}, nil, newTool("look", returns(tool.Data(json.RawMessage(output)), nil)))
	row := call(t, recorder, "look", `{}`)
	if row.Error != nil {
		return
	}
	want, err := evidence.HashOutput(row.Output)
	if err != nil || row.OutputSHA256 != want {
		t.Errorf("%s: got hash %s, want %s, %v", output, row.OutputSHA256, want, err)
	}
}
