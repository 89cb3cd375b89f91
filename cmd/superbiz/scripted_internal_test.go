package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/llmtest"
)

// scripted starts an endpoint whose model plays a part: scripted openai|anthropic
// honest|fabricating|stubborn|misplanning|down. The environment then names it.
func scripted(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: scripted protocol part")
	}
	parts := map[string]llmtest.Script{
		"honest":      investigate(func(bool) bool { return true }),
		"fabricating": investigate(func(repaired bool) bool { return repaired }),
		"stubborn":    investigate(func(bool) bool { return false }),
		"misplanning": misplan,
		"down":        llmtest.Always(llmtest.Turn{Fault: llmtest.FaultUnauthorized}),
	}
	script, ok := parts[args[1]]
	if !ok {
		ts.Fatalf("no part is called %s", args[1])
	}
	server := llmtest.NewServer(llmtest.Protocol(args[0]), script)
	ts.Defer(server.Close)
	ts.Setenv("SUPERBIZ_MODEL", "scripted-1")
	ts.Setenv("SUPERBIZ_MODEL_PROVIDER", args[0])
	ts.Setenv("SUPERBIZ_MODEL_BASE_URL", server.URL)
	ts.Setenv("SUPERBIZ_MODEL_KEY_ENV", "SCRIPTED_KEY")
	ts.Setenv("SUPERBIZ_MODEL_PRICES", "1, 2")
	ts.Setenv("SCRIPTED_KEY", llmtest.Key)
}

var queryID = regexp.MustCompile(`"invocation_id":"([^"]+)","tool_name":"sql_query"`)

// investigate looks at one setting of the database, and says what it is. It makes the
// id up where it is not honest. The planner and the verifier get what they ask for.
func investigate(honest func(repaired bool) bool) llmtest.Script {
	return func(request llmtest.Request) llmtest.Turn {
		said := ""
		for _, m := range request.Messages {
			said += m.Text + "\n"
		}
		switch {
		case strings.Contains(said, "You plan the first look"):
			return answer(request, `{"steps":[{"tool_name":"alerts_list","arguments":"{}","purpose":"what is alerting"}]}`)
		case strings.Contains(said, "You check claims"):
			return answer(request, `{"checks":[{"claim_id":"c1","contradicted":false,"label":"supported","reason":"it stands there"}]}`)
		}
		found := queryID.FindStringSubmatch(said)
		if found == nil {
			return llmtest.Turn{Calls: []llm.ToolCall{{ID: "call_1", Name: "sql_query", Arguments: `{"database":"postgres","query":"SHOW max_connections"}`}}}
		}
		id := found[1]
		if !honest(strings.Contains(said, `"claims_that_passed"`)) {
			id = "inv-99-zzzz"
		}
		return llmtest.Turn{Calls: []llm.ToolCall{{ID: "call_2", Name: "submit_evidence", Arguments: fmt.Sprintf(
			`{"answer_version":"executor_evidence_v2","claims":[{"claim_id":"c1","claim_type":"observation","text":"max_connections is 20.",
			"evidence_bindings":[{"source_invocation_ids":[%q],"tool_name":"sql_query","raw_path":"$.rows[0].max_connections",
			"assertions":[{"raw_path":"$.rows[0].max_connections","op":"eq","value":"20"}]}]}],
			"hypotheses":[],"recommended_actions":[],"missing_info":[]}`, id)}}}
	}
}

// misplan plans what the run has no tool for, and is honest beside.
func misplan(request llmtest.Request) llmtest.Turn {
	if strings.Contains(request.Messages[0].Text, "You plan the first look") {
		return answer(request, `{"steps":[{"tool_name":"kubectl_exec","arguments":"{}","purpose":"restart it"}]}`)
	}
	return investigate(func(bool) bool { return true })(request)
}

// answer hands over an object the way the request asks for it.
func answer(request llmtest.Request, object string) llmtest.Turn {
	if request.ForcedTool != "" {
		return llmtest.Turn{Calls: []llm.ToolCall{{ID: "call_1", Name: request.ForcedTool, Arguments: object}}}
	}
	return llmtest.Turn{Text: object}
}
