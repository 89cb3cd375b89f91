package analyst_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/executor/analyst"
	"github.com/superbizagent/superbizagent/tool"
)

// fake returns a tool that answers any call with a result.
func fake(name string, answer func(arguments map[string]any) (tool.Result, error)) tool.Tool {
	class := superbiz.SourceObserved
	if name == "alerts_list" {
		class = superbiz.SourceAlert
	}
	return tool.Tool{
		Name: name, Description: "a fake", Schema: json.RawMessage(`{"type":"object"}`), Source: "fake", Class: class, Mode: superbiz.DataBundle,
		Call: func(_ context.Context, text json.RawMessage) (tool.Result, error) {
			var arguments map[string]any
			if err := json.Unmarshal(text, &arguments); err != nil {
				return tool.Result{}, err
			}
			return answer(arguments)
		},
	}
}

// says returns a fake that always says the same.
func says(name, output string) tool.Tool {
	return fake(name, func(map[string]any) (tool.Result, error) { return tool.Data(json.RawMessage(output)), nil })
}

func prints(name, text string) tool.Tool {
	return fake(name, func(map[string]any) (tool.Result, error) { return tool.Text(text), nil })
}

func nothing(name string) tool.Tool {
	return fake(name, func(map[string]any) (tool.Result, error) { return tool.Empty(json.RawMessage(`{}`)), nil })
}

func fails(name string, code tool.Code) tool.Tool {
	return fake(name, func(map[string]any) (tool.Result, error) { return tool.Result{}, tool.Fail(code, "no") })
}

var inShop = json.RawMessage(`{"namespace":"shop"}`)

const crashing = `{"items":[{"metadata":{"name":"checkout-7d9f8c6b5-x2k4z","namespace":"shop"},"status":{"phase":"Running","containerStatuses":[
{"name":"server","restartCount":14,"state":{"waiting":{"reason":"CrashLoopBackOff"}},"lastState":{"terminated":{"reason":"OOMKilled","exitCode":137}}}]}}]}`

const described = `{"objects":[{"metadata":{"name":"checkout-7d9f8c6b5-x2k4z"},"status":{"containerStatuses":[{"lastState":{"terminated":{"reason":"OOMKilled","exitCode":137}}}]}}]}`

func TestWhatIsSeen(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		question string
		tools    []tool.Tool
		claims   []string
		missing  []string
		cause    superbiz.Cause
		verdict  superbiz.Verdict
	}{
		{
			name: "a container that needs too much memory", question: "Why does checkout fail?",
			tools:   []tool.Tool{says("kubernetes_get", crashing), says("kubernetes_describe", described)},
			claims:  []string{"Container server of pod checkout-7d9f8c6b5-x2k4z is waiting with reason CrashLoopBackOff; terminated with reason OOMKilled and exit code 137; it restarted 14 times."},
			cause:   superbiz.Cause{Code: "oom_killed", Object: "app/checkout"},
			verdict: superbiz.VerdictPass,
		},
		{
			name: "an image that is not there", question: "Why does checkout not start?",
			tools: []tool.Tool{
				prints("kubernetes_get", "NAME                       READY   STATUS             RESTARTS   AGE\ncheckout-7d9f8c6b5-x2k4z   0/1     ImagePullBackOff   0          31s\ndb-0                       1/1     Running            0          8d"),
				prints("kubernetes_describe", "Name:  checkout-7d9f8c6b5-x2k4z\nEvents:\n  Warning  Failed  17s  kubelet  Failed to pull image \"shop/checkout:v9\": rpc error: shop/checkout:v9: not found"),
			},
			claims:  []string{`Pod checkout-7d9f8c6b5-x2k4z has STATUS ImagePullBackOff and READY "0/1".`},
			cause:   superbiz.Cause{Code: "incorrect_image_reference", Object: "app/checkout"},
			verdict: superbiz.VerdictPass,
		},
		{
			name: "a suspicion that nothing can show", question: "Is the CPU busy?",
			tools:   []tool.Tool{nothing("alerts_list"), says("logs_list", `{"logs":[{"service":"db","lines":3,"errors":0}]}`)},
			missing: []string{"No log and no metric was recorded that would show CPU overload."},
			verdict: superbiz.VerdictLowConfid,
		},
		{
			name: "a question about nothing that is known", question: "How many orders came from Berlin?",
			tools:   []tool.Tool{nothing("alerts_list"), says("logs_list", `{"logs":[{"service":"db","lines":3,"errors":0}]}`)},
			missing: []string{"nothing that the tools of this run can look at"},
			verdict: superbiz.VerdictLowConfid,
		},
		{
			name: "a service that is not there", question: "Why is payments-api slow?",
			tools:   []tool.Tool{says("alerts_list", `{"alerts":[{"labels":{"alertname":"Other"},"status":{"state":"active"}}]}`), says("logs_list", `{"logs":[{"service":"db","lines":3,"errors":0}]}`)},
			missing: []string{"payments-api"},
			verdict: superbiz.VerdictLowConfid,
		},
		{
			name: "tools that fail", question: "Why does checkout fail?",
			tools:   []tool.Tool{fails("alerts_list", tool.CodeNotReachable), fails("kubernetes_get", tool.CodeNotRecorded)},
			missing: []string{"alerts_list: the call did not succeed (not reachable)", "kubernetes_get (deployments, pods): not part of what was saved"},
			verdict: superbiz.VerdictLowConfid,
		},
		{
			name: "no tool at all", question: "Why?",
			missing: []string{"What could be looked at shows no"},
			verdict: superbiz.VerdictLowConfid,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			made := investigate(t, setting{question: superbiz.Question{Text: test.question, Scope: inShop}, tools: test.tools})
			mustPass(t, made, "evidence.coverage", "evidence.utilization")
			mustBe(t, made, test.verdict)
			for _, want := range test.claims {
				if !strings.Contains(texts(made), want) {
					t.Errorf("no claim says %q:\n%s", want, texts(made))
				}
			}
			if len(test.claims) == 0 && len(made.output.Claims) > 0 {
				t.Errorf("got claims:\n%s", texts(made))
			}
			missing, err := json.Marshal(made.output.MissingInfo)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range test.missing {
				if !strings.Contains(string(missing), want) {
					t.Errorf("got missing_info %s, want %q in it", missing, want)
				}
			}
			if got := likelyCause(made.output); got != test.cause {
				t.Errorf("got cause %v, want %v", got, test.cause)
			}
		})
	}
}

// TestSpentBudget holds that what is known is handed over when no call is left.
func TestSpentBudget(t *testing.T) {
	t.Parallel()
	s := scenario(t, exhausted, "")
	s.budget = tool.Budget{Calls: 5, Wall: time.Hour}
	made := investigate(t, s)
	mustPass(t, made, "evidence.utilization")
	if !strings.Contains(texts(made), "PostgresConnectionsExhausted") || !strings.Contains(made.text, "budget of tool calls was spent") {
		t.Errorf("got %s", made.text)
	}
}

// TestHostileNames holds that a stranger's word never reaches a command.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	s := scenario(t, exhausted, "")
	for i, each := range s.tools {
		if each.Name == "sql_query" {
			call := each.Call
			s.tools[i].Call = func(ctx context.Context, arguments json.RawMessage) (tool.Result, error) {
				result, err := call(ctx, arguments)
				result.Output = json.RawMessage(strings.ReplaceAll(string(result.Output), `"checkout-api"`, `"x'; DROP TABLE orders; -- $(reboot)"`))
				return result, err
			}
		}
	}
	made := investigate(t, s)
	for _, action := range made.output.RecommendedActions {
		if strings.Contains(action.Command+action.Text, "DROP") {
			t.Errorf("got action %s %s", action.Text, action.Command)
		}
	}
}

func TestAskedAgain(t *testing.T) {
	t.Parallel()
	text, err := analyst.New().Execute(t.Context(), executor.Task{Attempt: 2, Previous: "before"})
	if err != nil || text != "before" {
		t.Errorf("got %q, %v", text, err)
	}
}

// FuzzExecute holds that whatever tools return, the analyst returns a sound shape.
func FuzzExecute(f *testing.F) {
	for _, seed := range []string{crashing, described, `{"lines":["NAME READY","a 0/1"]}`, `{"alerts":[{"labels":{"alertname":"A"}}]}`, `{"series":[{"metric":"up","points":[]}]}`, `[]`} {
		f.Add(seed, "Why is the disk of db full?")
	}
	f.Fuzz(func(t *testing.T, output, question string) {
		if !json.Valid([]byte(output)) {
			t.Skip("tools return JSON")
		}
		var all []tool.Tool
		for _, name := range []string{"alerts_list", "logs_list", "logs_errors", "logs_search", "metrics_list", "metrics_query", "sql_query", "kubernetes_get", "kubernetes_describe", "kubernetes_events"} {
			all = append(all, says(name, output))
		}
		made := investigate(t, setting{question: superbiz.Question{Text: question, Scope: inShop}, tools: all})
		for _, finding := range gate(made).Errors {
			switch finding.RuleID {
			case "evidence.values", "evidence.entities", "output.secret":
				// A stranger's text may be read as something that it is not.
			default:
				t.Errorf("%s at %s: %s", finding.RuleID, finding.Target, finding.Message)
			}
		}
	})
}
