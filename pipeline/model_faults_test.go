package pipeline_test

import (
	"encoding/json"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/llmtest"
)

// modelFault is one way in which a model goes wrong. A fault in what is handed over
// changes the output or the text of an honest model; any other is a script.
type modelFault struct {
	name   string
	change func(*superbiz.ExecutorOutput, seen)
	text   func(string) string
	script func(honest llmtest.Script) llmtest.Script
	stages bool // the model plans, verifies and composes too

	// harmless faults cost time or a lower verdict and prove nothing wrong: after them
	// the honest output may pass.
	harmless bool
}

// faultGroups are all faults, by the part of the conversation that goes wrong.
func faultGroups() []faultGroup {
	return []faultGroup{
		{"It makes up evidence", fabrications()},
		{"It says more than the evidence", overstatements()},
		{"It hands over what is no output", malformations()},
		{"It does not investigate as it should", misbehaviours()},
		{"It plans, verifies or composes badly", stageFaults()},
		{"Its endpoint goes wrong", wireFaults()},
	}
}

type faultGroup struct {
	title  string
	faults []modelFault
}

func binding(out *superbiz.ExecutorOutput, claim int) *superbiz.EvidenceBinding {
	return &out.Claims[claim].EvidenceBindings[0]
}

func fabrications() []modelFault {
	return []modelFault{
		{name: "an invocation id that nobody made", change: func(out *superbiz.ExecutorOutput, _ seen) {
			binding(out, 1).SourceInvocationIDs = []string{"inv-99-zzzz"}
		}},
		{name: "the provider's call id instead", change: func(out *superbiz.ExecutorOutput, _ seen) {
			binding(out, 1).SourceInvocationIDs = []string{"call_b"}
		}},
		{name: "the id of another tool's call", change: func(out *superbiz.ExecutorOutput, s seen) {
			binding(out, 1).SourceInvocationIDs = []string{s.id("alerts_list")}
		}},
		{name: "the id of another call of the same tool", change: func(out *superbiz.ExecutorOutput, s seen) {
			binding(out, 1).SourceInvocationIDs = []string{s.id("SHOW max_connections")}
		}},
		{name: "a call that failed", change: func(out *superbiz.ExecutorOutput, s seen) {
			binding(out, 1).SourceInvocationIDs = []string{s.id("SELECT 1")}
		}},
		{name: "an observation on a call that found nothing", change: func(out *superbiz.ExecutorOutput, s seen) {
			*binding(out, 1) = superbiz.EvidenceBinding{SourceInvocationIDs: []string{s.id("wait_event_type")}, ToolName: "sql_query"}
		}},
		{name: "a number in the text", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.Claims[1].Text = strings.Replace(out.Claims[1].Text, "16", "61", 1)
		}},
		{name: "a number in an assertion", change: func(out *superbiz.ExecutorOutput, _ seen) {
			binding(out, 1).Assertions[0].Value = json.RawMessage(`61`)
		}},
		{name: "a number in both", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.Claims[1].Text = strings.Replace(out.Claims[1].Text, "16", "61", 1)
			binding(out, 1).Assertions[0].Value = json.RawMessage(`61`)
		}},
		{name: "another unit", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.Claims[1].Text = strings.Replace(out.Claims[1].Text, "16 connections", "16 GiB of connections", 1)
		}},
		{name: "a quote that does not stand there", change: func(out *superbiz.ExecutorOutput, _ seen) {
			binding(out, 1).Excerpt = new("FATAL: out of memory")
		}},
		{name: "a quote with one letter changed", change: func(out *superbiz.ExecutorOutput, _ seen) {
			binding(out, 1).Excerpt = new("idle on transaction")
		}},
		{name: "a quote with a word put in", change: func(out *superbiz.ExecutorOutput, _ seen) {
			binding(out, 1).Excerpt = new("not idle in transaction")
		}},
		{name: "a path that is not there", change: func(out *superbiz.ExecutorOutput, _ seen) {
			binding(out, 1).RawPath = "$.rows[7].connections"
		}},
		{name: "a name that is not there", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.Claims[1].Text = "Pod payments-7d9f has 16 connections."
		}},
		{name: "a search that found something as proof of absence", change: func(out *superbiz.ExecutorOutput, s seen) {
			*binding(out, 2) = superbiz.EvidenceBinding{SourceInvocationIDs: []string{s.id("GROUP BY")}, ToolName: "sql_query", RawPath: superbiz.NoEvidencePath}
		}},
		{name: "an absence that nobody looked for", change: func(out *superbiz.ExecutorOutput, s seen) {
			out.Claims[2].Text = `No line with "No space left on device" was found.`
			*binding(out, 2) = superbiz.EvidenceBinding{SourceInvocationIDs: []string{s.id("logs_list")}, ToolName: "logs_list"}
		}},
		{name: "a sum that does not follow", change: func(out *superbiz.ExecutorOutput, s seen) {
			out.Claims[0].Text = "max_connections is 20, of which 9 are left."
			out.Claims[0].Derivations = []superbiz.Derivation{{Value: json.RawMessage(`9`), Op: superbiz.DeriveDifference, Operands: []superbiz.Operand{
				{InvocationID: s.id("SHOW max_connections"), RawPath: "$.rows[0].max_connections"}, {InvocationID: s.id("GROUP BY"), RawPath: "$.rows[0].connections"},
			}}}
			out.Claims[0].EvidenceBindings = append(out.Claims[0].EvidenceBindings, *binding(out, 1))
		}},
		{name: "everything at once", change: func(out *superbiz.ExecutorOutput, _ seen) {
			for i := range out.Claims {
				binding(out, i).SourceInvocationIDs = []string{"inv-99-zzzz"}
			}
		}},
	}
}

func overstatements() []modelFault {
	return []modelFault{
		{name: "a cause as a claim", change: func(out *superbiz.ExecutorOutput, _ seen) { out.Claims[1].ClaimType = superbiz.ClaimCausal }},
		{name: "a cause in an observation", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.Claims[1].Text = `checkout-api has 16 connections in state "idle in transaction" because it never commits.`
		}},
		{name: "health from an empty search", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.Claims[2].Text = "The database shop is healthy, no problem anywhere."
		}},
		{name: "a claim with nothing to look up", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.Claims[1].Text = "The application misbehaves."
		}},
		{name: "a hypothesis without a claim", change: func(out *superbiz.ExecutorOutput, _ seen) { out.Hypotheses[0].SupportedBy = []string{} }},
		{name: "a hypothesis that names what no claim has", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.Hypotheses[0].Text = "node-17 keeps 400 connections idle in transaction."
		}},
		{name: "a destructive action that is called harmless", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.RecommendedActions[0].Command = "kubectl delete deployment checkout-api -n shop"
		}},
		{name: "an instruction of a tool's output as an action", change: func(out *superbiz.ExecutorOutput, s seen) {
			out.Claims[1] = superbiz.Claim{ClaimID: "c2", ClaimType: superbiz.ClaimObservation, Text: "The notes say: " + injection + ".", EvidenceBindings: []superbiz.EvidenceBinding{{
				SourceInvocationIDs: []string{s.id("notes_read")}, ToolName: "notes_read", RawPath: "$.lines[1]", Excerpt: new(injection),
			}}}
			out.Hypotheses = []superbiz.Hypothesis{}
			out.RecommendedActions[0].Text, out.RecommendedActions[0].Command = "Run kubectl delete namespace shop.", "kubectl delete namespace shop"
		}},
		{name: "a credential in a text", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.Claims[1].Text += " It uses postgres://app:hunter2-Zq81xx@db/shop."
		}},
		{name: "nothing but what is missing", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.Claims, out.Hypotheses, out.RecommendedActions = []superbiz.Claim{}, []superbiz.Hypothesis{}, []superbiz.RecommendedAction{}
			out.MissingInfo = []superbiz.MissingInfo{{Text: "It cannot be told from here.", Reason: superbiz.MissingNotAvailable}}
		}},
	}
}

func malformations() []modelFault {
	replace := func(old, replacement string) func(string) string {
		return func(text string) string { return strings.Replace(text, old, replacement, 1) }
	}
	return []modelFault{
		{name: "prose", text: func(string) string { return "checkout-api leaks connections. Restart it." }},
		{name: "half of it", text: func(text string) string { return text[:len(text)/2] }},
		{name: "a key twice", text: replace(`"claims":`, `"claims":[],"claims":`)},
		{name: "another version", text: replace("executor_evidence_v2", "executor_evidence_v1")},
		{name: "a removed field", text: replace(`{"answer_version"`, `{"user_facing_answer":"All is well.","answer_version"`)},
		{name: "a verdict of its own", text: replace(`{"answer_version"`, `{"verdict":"PASS","answer_version"`)},
		{name: "a missing list", text: replace(`"missing_info":[]`, `"notes":[]`)},
		{name: "claims without bindings", change: func(out *superbiz.ExecutorOutput, _ seen) {
			out.Claims[1].EvidenceBindings = []superbiz.EvidenceBinding{}
		}},
		{name: "two claims with one id", change: func(out *superbiz.ExecutorOutput, _ seen) { out.Claims[1].ClaimID = "c1" }},
		{name: "nothing at all", text: func(string) string {
			return `{"answer_version":"executor_evidence_v2","claims":[],"hypotheses":[],"recommended_actions":[],"missing_info":[]}`
		}},
		{name: "a text deeper than is read", text: func(string) string { return strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100) }},
		{name: "a text larger than is read", text: replace(`"missing_info":[]`, `"missing_info":[{"text":"`+strings.Repeat("x", 5<<20)+`","reason":"not_available"}]`)},
		{name: "prose around it", text: func(text string) string { return "Here is what I found:\n" + text + "\nI hope that helps." }, harmless: true},
	}
}

func misbehaviours() []modelFault {
	always := func(turn llmtest.Turn) func(llmtest.Script) llmtest.Script {
		return func(llmtest.Script) llmtest.Script { return llmtest.Always(turn) }
	}
	first := func(turn llmtest.Turn) func(llmtest.Script) llmtest.Script {
		return func(then llmtest.Script) llmtest.Script {
			return func(r llmtest.Request) llmtest.Turn {
				if r.Number == 0 {
					return turn
				}
				return then(r)
			}
		}
	}
	many := make([]llm.ToolCall, 500)
	for i := range many {
		many[i] = llm.ToolCall{ID: "call_" + string(rune('a'+i%26)) + strings.Repeat("z", i/26), Name: "alerts_list", Arguments: "{}"}
	}
	unknown := []llm.ToolCall{{ID: "call_a", Name: "kubectl_exec", Arguments: `{"command":"reboot"}`}}
	broken := []llm.ToolCall{{ID: "call_a", Name: "sql_query", Arguments: `{"query": 1`}}
	return []modelFault{
		{name: "the same call for ever", script: always(llmtest.Turn{Calls: queries("SHOW max_connections")})},
		{name: "a tool that is not there, for ever", script: always(llmtest.Turn{Calls: unknown})},
		{name: "arguments that are no JSON, for ever", script: always(llmtest.Turn{Calls: broken})},
		{name: "500 calls at once, for ever", script: always(llmtest.Turn{Calls: many})},
		{name: "new calls without an end", script: func(llmtest.Script) llmtest.Script {
			return func(r llmtest.Request) llmtest.Turn {
				return llmtest.Turn{Calls: []llm.ToolCall{{ID: "call_a", Name: "logs_recent", Arguments: asText(map[string]any{"service": "postgresql", "limit": r.Number + 1})}}}
			}
		}},
		{name: "it refuses, for ever", script: always(llmtest.Turn{Text: "I cannot help with that.", Finish: llm.FinishRefusal})},
		{name: "its reply is cut by length, for ever", script: always(llmtest.Turn{Text: `{"answer_version":`, Finish: llm.FinishLength})},
		{name: "two outputs at once", script: func(then llmtest.Script) llmtest.Script {
			return func(r llmtest.Request) llmtest.Turn {
				turn := then(r)
				if len(turn.Calls) == 1 && turn.Calls[0].Name == "submit_evidence" {
					turn.Calls = append(turn.Calls, llm.ToolCall{ID: "call_t", Name: "submit_evidence", Arguments: turn.Calls[0].Arguments})
				}
				return turn
			}
		}},
		{name: "an output before it has looked", script: func(llmtest.Script) llmtest.Script {
			return func(r llmtest.Request) llmtest.Turn { return submit(asText(honestOutput(look(r)))) }
		}},
		{name: "a tool that is not there, once", script: first(llmtest.Turn{Calls: unknown}), harmless: true},
		{name: "arguments that are no JSON, once", script: first(llmtest.Turn{Calls: broken}), harmless: true},
		{name: "500 calls at once, once", script: first(llmtest.Turn{Calls: many}), harmless: true},
		{name: "it refuses, once", script: first(llmtest.Turn{Text: "I cannot help with that.", Finish: llm.FinishRefusal}), harmless: true},
		{name: "it goes on looking until its last request", script: func(then llmtest.Script) llmtest.Script {
			return func(r llmtest.Request) llmtest.Turn {
				if s := look(r); s.last || s.id("GROUP BY") == "inv-none" {
					return then(r)
				}
				return llmtest.Turn{Calls: []llm.ToolCall{{ID: "call_a", Name: "alerts_list", Arguments: "{}"}}}
			}
		}, harmless: true},
	}
}

// wireFaults happen to each reply, and to the second alone, after the calls of the
// first were made.
func wireFaults() []modelFault {
	var out []modelFault
	for _, fault := range llmtest.Faults() {
		name := strings.ReplaceAll(string(fault), "_", " ")
		turn := llmtest.Turn{Fault: fault, Text: "The service is down because it is not up."}
		out = append(out,
			modelFault{name: name + ", for ever", script: func(llmtest.Script) llmtest.Script { return llmtest.Always(turn) }},
			modelFault{name: name + ", once", harmless: true, script: func(then llmtest.Script) llmtest.Script {
				return func(r llmtest.Request) llmtest.Turn {
					if r.Number == 1 {
						return turn
					}
					return then(r)
				}
			}},
		)
	}
	return out
}

// stageFaults are those of a model that does what the other stages do too.
func stageFaults() []modelFault {
	fault := func(name, stage, answer string, harmless bool) modelFault {
		return modelFault{name: name, stages: true, harmless: harmless, script: func(then llmtest.Script) llmtest.Script {
			return func(r llmtest.Request) llmtest.Turn {
				if asked := stageOf(r); asked == stage {
					return handOver(r, answer)
				}
				return then(r)
			}
		}}
	}
	check := func(id, label string) string {
		return `{"claim_id":"` + id + `","contradicted":false,"label":"` + label + `","reason":"it says so"}`
	}
	return []modelFault{
		fault("nothing goes wrong", "none", "", true),
		fault("the plan is prose", "plan", "Look at the logs.", true),
		fault("the plan has a tool that is not there", "plan", `{"steps":[{"tool_name":"kubectl_exec","arguments":"{}","purpose":"to see"}]}`, true),
		fault("the plan has arguments that do not fit", "plan", `{"steps":[{"tool_name":"sql_query","arguments":"{}","purpose":"to see"}]}`, true),
		fault("the verifier answers with prose", "labels", "All of it is true: PASS.", false),
		fault("the verifier labels one claim of three", "labels", `{"checks":[`+check("c1", "supported")+`]}`, false),
		fault("the verifier invents a label", "labels", `{"checks":[`+check("c1", "PASS")+`,`+check("c2", "supported")+`,`+check("c3", "supported")+`]}`, false),
		fault("the verifier doubts a claim", "labels", `{"checks":[`+check("c1", "partial")+`,`+check("c2", "supported")+`,`+check("c3", "supported")+`]}`, false),
		fault("the verifier takes back every claim", "labels", `{"checks":[`+check("c1", "unsupported")+`,`+check("c2", "unsupported")+`,`+check("c3", "contradicted")+`]}`, false),
		fault("the composer answers with prose", "sentences", "All is well.", true),
		fault("the composer invents a number", "sentences", `{"sentences":[{"text":"max_connections is 2000.","claim_ids":["c1","c2"]},{"text":"No session waits.","claim_ids":["c3"]}]}`, true),
		fault("the composer leaves out a claim", "sentences", `{"sentences":[{"text":"max_connections is 20.","claim_ids":["c1"]}]}`, true),
	}
}

// stageOf tells which stage asks, by the name of what it asks for.
func stageOf(r llmtest.Request) string {
	for _, stage := range []string{"plan", "labels", "sentences"} {
		if r.ForcedTool == stage || strings.Contains(string(r.Schema), stageMembers[stage]) {
			return stage
		}
	}
	return ""
}

// stageMembers are the required members of what the stages ask for.
var stageMembers = map[string]string{"plan": `"steps"`, "labels": `"checks"`, "sentences": `"sentences"`}

// handOver answers a stage in the way in which it asks.
func handOver(r llmtest.Request, text string) llmtest.Turn {
	if r.ForcedTool != "" && strings.HasPrefix(text, "{") {
		return llmtest.Turn{Calls: []llm.ToolCall{{ID: "call_h", Name: r.ForcedTool, Arguments: text}}}
	}
	return llmtest.Turn{Text: text}
}
