package gatekeeper_test

import (
	"encoding/json"
	"fmt"
	"strings"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/trace"
)

// recordedRun is a run of some agent as one document: what its tool returned, and
// what it then claimed. The claim cites a call that never happened.
const recordedRun = `{
  "trace_version": "diagnosis_trace_v1", "session_id": "s-1",
  "tool_invocations": [{
    "invocation_id": "inv-01", "session_id": "s-1", "tool_name": "kubernetes_describe",
    "status": "succeeded", "result_kind": "data", "data_mode": "live", "source_class": "observed",
    "output": {"containers": [{"name": "checkout", "restart_count": 14}]},
    "retrieval_details": {"evidence_refs": ["$"]}
  }],
  "executor": {"kind": "recorded", "attempts": [{"structured_output": {
    "answer_version": "executor_evidence_v2",
    "claims": [{
      "claim_id": "c1", "claim_type": "observation", "text": "Container checkout restarted 14 times.",
      "evidence_bindings": [{"source_invocation_ids": ["inv-02"], "tool_name": "kubernetes_describe"}]
    }],
    "hypotheses": [], "recommended_actions": [], "missing_info": []
  }}]}
}`

// Gate a trace that another agent recorded.
func Example() {
	run, err := trace.Decode([]byte(recordedRun), trace.Options{})
	if err != nil {
		fmt.Println(err) // not a trace: it cannot be judged
		return
	}
	gate := gatekeeper.New(rules.Catalogue())
	result := gate.Validate(gatekeeper.InputOf(run))
	fmt.Println(result.Status, result.FailedRules)
	for _, e := range result.Errors {
		fmt.Printf("%s: %s: %s\n", e.ClaimID, e.Target, e.Message)
	}
	// Output:
	// fail [evidence.invocation_ref]
	// c1: claims[0].evidence_bindings[0]: source_invocation_ids not found in current session: "inv-02"
}

// checkoutOutput is what an agent claims in the examples below: one assertion of it
// is false.
func checkoutOutput() superbiz.ExecutorOutput {
	assert := func(value string) []superbiz.Assertion {
		return []superbiz.Assertion{{RawPath: "$.containers[0].restart_count", Op: superbiz.OpEq, Value: json.RawMessage(value)}}
	}
	return superbiz.ExecutorOutput{
		AnswerVersion: superbiz.AnswerVersion,
		Claims: []superbiz.Claim{{
			ClaimID: "c1", ClaimType: superbiz.ClaimObservation, Text: "Container checkout restarted 14 times.",
			EvidenceBindings: []superbiz.EvidenceBinding{{
				SourceInvocationIDs: []string{"inv-01"}, ToolName: "kubernetes_describe", Assertions: assert("14"),
			}},
		}, {
			ClaimID: "c2", ClaimType: superbiz.ClaimObservation, Text: "Container checkout keeps restarting.",
			EvidenceBindings: []superbiz.EvidenceBinding{{
				SourceInvocationIDs: []string{"inv-01"}, ToolName: "kubernetes_describe", Assertions: assert("15"),
			}},
		}},
		Hypotheses: []superbiz.Hypothesis{}, RecommendedActions: []superbiz.RecommendedAction{}, MissingInfo: []superbiz.MissingInfo{},
	}
}

func checkoutRows() []superbiz.ToolInvocation {
	return []superbiz.ToolInvocation{{
		InvocationID: "inv-01", SessionID: "s-1", ToolName: "kubernetes_describe",
		Status: superbiz.InvocationSucceeded, ResultKind: superbiz.ResultData,
		DataMode: superbiz.DataLive, SourceClass: superbiz.SourceObserved,
		Output:           json.RawMessage(`{"containers": [{"name": "checkout", "restart_count": 14}]}`),
		RetrievalDetails: superbiz.RetrievalDetails{EvidenceRefs: []string{"$"}},
	}}
}

// Gate what an agent in Go holds in its own variables.
func ExampleGate_Validate() {
	output, err := json.Marshal(checkoutOutput())
	if err != nil {
		fmt.Println(err)
		return
	}
	gate := gatekeeper.New(rules.Catalogue())
	result := gate.Validate(gatekeeper.Input{
		SessionID:   "s-1",
		Attempt:     superbiz.Attempt{StructuredOutput: output},
		Invocations: checkoutRows(),
	})
	fmt.Println(result.Status, result.CheckedBindings)
	for _, e := range result.Errors {
		fmt.Println(e.ClaimID, e.RuleID)
		fmt.Println(e.Message)
	}
	// Output:
	// fail 2
	// c2 evidence.assertion
	// "$.containers[0].restart_count eq 15" does not hold: the value is 14
}

// Add a rule of one's own to the catalogue, under a version of one's own.
func ExampleNewCatalogue() {
	short := &gatekeeper.Rule{
		ID:              "house.short_claims",
		Description:     "a claim must fit on a pager",
		DefaultSeverity: superbiz.SeverityWarn,
		Reads:           gatekeeper.Claims,
		Params:          []gatekeeper.Param{{Name: "max_words", Doc: "the most words of a claim", Default: 4, Min: 1, Max: 100}},
		Run: func(p *gatekeeper.Pass) error {
			for i := range p.Output.Claims {
				c := &p.Output.Claims[i]
				if n := len(strings.Fields(c.Text)); float64(n) > p.Param("max_words") {
					p.Claimf(c, "text", "has %d words", n)
				}
			}
			return nil
		},
	}
	catalogue, err := gatekeeper.NewCatalogue("house-rules-v1", append(rules.All(), short)...)
	if err != nil {
		fmt.Println(err)
		return
	}
	output, err := json.Marshal(checkoutOutput())
	if err != nil {
		fmt.Println(err)
		return
	}
	result := gatekeeper.New(catalogue).Validate(gatekeeper.Input{
		SessionID: "s-1", Attempt: superbiz.Attempt{StructuredOutput: output}, Invocations: checkoutRows(),
	})
	for _, w := range result.Warnings {
		fmt.Println(w.RuleID, w.Target, w.Message)
	}
	// Output:
	// house.short_claims claims[0].text has 5 words
}

// Read a result: what a claim is refused for, which rules ran, and how to fix it.
func ExamplePass() {
	gate := gatekeeper.New(rules.Catalogue())
	prose := "The pool is full; restart it."
	result := gate.Validate(gatekeeper.Input{
		SessionID: "s-1", Attempt: superbiz.Attempt{RawOutput: &prose}, Invocations: checkoutRows(),
	})
	byRule := map[string]*gatekeeper.Rule{}
	for _, r := range gate.Catalogue().Rules() {
		byRule[r.ID] = r
	}
	for _, e := range result.Errors {
		_, page, _ := strings.Cut(byRule[e.RuleID].Doc, "## How to fix\n\n")
		advice, _, _ := strings.Cut(page, ".")
		fmt.Println(e.Message)
		fmt.Println(advice)
	}
	for _, r := range result.Rules[:3] {
		fmt.Println(r.ID, r.Outcome)
	}
	// Output:
	// parse_status is invalid: the text holds no JSON object
	// Each finding says which field is wrong and what it must be
	// schema.executor_v2 fail
	// evidence.invocation_ref not_run
	// evidence.tool_outcome not_run
}

// Configure the catalogue with the text of a YAML file.
func ExampleCatalogue_Configure() {
	cfg, err := gatekeeper.ParseConfig([]byte(`
rules:
  evidence.utilization:
    severity: low_confid
    params: {min_share: 0.5}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	catalogue, err := rules.Catalogue().Configure(cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	base, digest, _ := strings.Cut(catalogue.Version(), "+")
	fmt.Println(base, len(digest))
	_, err = rules.Catalogue().Configure(gatekeeper.Config{Rules: map[string]gatekeeper.RuleConfig{"evidence.utilisation": {}}})
	fmt.Println(err)
	// Output:
	// gatekeeper-rules-v1 12
	// rules: there is no rule "evidence.utilisation"; did you mean "evidence.utilization"?
}
