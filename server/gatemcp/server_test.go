package gatemcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/server/gatemcp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// sound is a trace with one claim that its row bears out.
const sound = `{"trace_version":"diagnosis_trace_v1","session_id":"s-1","tool_invocations":[{"invocation_id":"inv-1","session_id":"s-1",
"tool_name":"kubernetes_describe","arguments":{"name":"checkout"},"status":"succeeded","result_kind":"data","data_mode":"bundle","source_class":"observed",
"output":{"restart_count":14},"output_sha256":"00","retrieval_details":{"evidence_refs":["$"]}}],
"executor":{"attempts":[{"structured_output":{"answer_version":"executor_evidence_v2","claims":[{"claim_id":"c1","claim_type":"observation",
"text":"checkout restarted 14 times.","evidence_bindings":[{"source_invocation_ids":["inv-1"],"tool_name":"kubernetes_describe",
"raw_path":"$.restart_count","assertions":[{"raw_path":"$.restart_count","op":"eq","value":14}]}]}],
"hypotheses":[],"recommended_actions":[],"missing_info":[]}}]}}`

// connect starts a server and returns a client's session with it.
func connect(t *testing.T) *mcp.ClientSession {
	t.Helper()
	server, err := gatemcp.New(gatemcp.Config{Catalogue: rules.Catalogue(), Version: "v0"})
	if err != nil {
		t.Fatal(err)
	}
	requests, send := io.Pipe()
	receive, responses := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- server.Serve(context.Background(), requests, responses)
		responses.Close()
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "v0"}, nil)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: receive, Writer: send}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		if err := <-served; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	return session
}

// call calls a tool and returns its text.
func call(t *testing.T, session *mcp.ClientSession, tool, arguments string) (text string, result *mcp.CallToolResult) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range result.Content {
		if c, ok := c.(*mcp.TextContent); ok {
			text += c.Text
		}
	}
	return text, result
}

func TestTools(t *testing.T) {
	t.Parallel()
	session := connect(t)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s is not marked as read-only", tool.Name)
		}
	}
	if got, want := strings.Join(names, " "), "explain_rule gate_trace list_rules"; got != want {
		t.Errorf("tools are %q, want %q", got, want)
	}
}

func TestGateTrace(t *testing.T) {
	t.Parallel()
	session := connect(t)
	quoted, err := json.Marshal(sound)
	if err != nil {
		t.Fatal(err)
	}
	fabricated := strings.Replace(sound, `"source_invocation_ids":["inv-1"]`, `"source_invocation_ids":["inv-9"]`, 1)
	tests := []struct {
		name      string
		arguments string
		status    superbiz.GateStatus // "" when it is refused
		says      string
	}{
		{"an object", `{"trace":` + sound + `}`, superbiz.GatePass, "pass  trace"},
		{"its text", `{"trace":` + string(quoted) + `}`, superbiz.GatePass, "pass  trace"},
		{"a fabricated reference", `{"trace":` + fabricated + `}`, superbiz.GateFail, "says: checkout restarted 14 times."},
		{"advice", `{"trace":` + fabricated + `}`, superbiz.GateFail, "fix: "},
		{"hashes", `{"verify_hashes":true,"trace":` + sound + `}`, superbiz.GateFail, "not the hash of its output"},
		{"broken rows", `{"trace":` + strings.Replace(sound, `"restart_count":14},`, `"restart_count":14},"seq":"1",`, 1) + `}`, superbiz.GateFail, "$.tool_invocations[0].seq is a string"},
		{"no attempt", `{"trace":{"trace_version":"diagnosis_trace_v1"}}`, "", "cannot be judged: no attempt"},
		{"broken text", `{"trace":"{"}`, "", "cannot be judged: not JSON"},
		{"another type", `{"trace":[1]}`, "", "trace must be a diagnosis_trace_v1"},
		{"nothing", `{}`, "", "trace must be a diagnosis_trace_v1"},
		{"misspelt option", `{"verify_hash":true,"trace":` + sound + `}`, "", `gate_trace: there is no argument "verify_hash"; the tool's schema says which there are`},
		{"option of another type", `{"verify_hashes":"yes","trace":` + sound + `}`, "", `gate_trace: argument "verify_hashes" is of the wrong type`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text, result := call(t, session, "gate_trace", test.arguments)
			if !strings.Contains(text, test.says) {
				t.Errorf("the text is %q, want %q in it", text, test.says)
			}
			if result.IsError != (test.status == "") {
				t.Fatalf("isError is %v for %q", result.IsError, text)
			}
			if got := statusOf(t, result); got != test.status {
				t.Errorf("status is %q, want %q", got, test.status)
			}
		})
	}
}

func statusOf(t *testing.T, result *mcp.CallToolResult) superbiz.GateStatus {
	t.Helper()
	raw, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	var out struct {
		Result superbiz.GatekeeperResult `json:"gatekeeper_result"`
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out.Result.Status
}

func TestExplainRule(t *testing.T) {
	t.Parallel()
	session := connect(t)
	if text, result := call(t, session, "explain_rule", `{"id":"evidence.raw_path"}`); result.IsError || !strings.Contains(text, "## How to fix") {
		t.Errorf("the page is %q", text)
	}
	if text, result := call(t, session, "explain_rule", `{"id":"evidence.rawpath"}`); !result.IsError || !strings.Contains(text, `did you mean "evidence.raw_path"?`) {
		t.Errorf("a misspelt id is answered with %q", text)
	}
}

func TestListRules(t *testing.T) {
	t.Parallel()
	text, result := call(t, connect(t), "list_rules", `{}`)
	if !strings.HasPrefix(text, rules.Version+"\n") || !strings.Contains(text, "\nevidence.raw_path (reject): ") {
		t.Errorf("the list is %q", text)
	}
	raw, err := json.Marshal(result.StructuredContent)
	if err != nil || !strings.Contains(string(raw), `"version":"`+rules.Version+`"`) {
		t.Errorf("the catalogue is %s (%v)", raw, err)
	}
}

// TestHostileStreams ends each stream that is no client's, in time.
func TestHostileStreams(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		in    io.Reader
		fails bool
	}{
		{"nothing", strings.NewReader(""), false},
		{"prose", strings.NewReader("hello\n"), true},
		{"an endless message", io.MultiReader(strings.NewReader(`{"jsonrpc":"`), endless{}), true},
		{"a broken stream", io.MultiReader(failing{}), true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server, err := gatemcp.New(gatemcp.Config{Catalogue: rules.Catalogue(), Version: "v0"})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			err = server.Serve(ctx, test.in, io.Discard)
			if ctx.Err() != nil || (err != nil) != test.fails {
				t.Errorf("the server ended with %v (%v)", err, ctx.Err())
			}
		})
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the pipe is broken") }

func TestConfig(t *testing.T) {
	t.Parallel()
	if _, err := gatemcp.New(gatemcp.Config{Version: "v0"}); err == nil {
		t.Error("a server without a catalogue was made")
	}
}
