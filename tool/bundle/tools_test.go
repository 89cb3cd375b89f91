package bundle_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
)

func TestTools(t *testing.T) {
	t.Parallel()
	var got []string
	classes := map[string]superbiz.SourceClass{}
	for _, each := range open(t, parts()).Tools() {
		got = append(got, each.Name)
		classes[each.Name] = each.Class
	}
	want := []string{
		"alerts_list", "check_connectivity", "cluster_config", "document_get", "documents_list", "kubernetes_describe", "kubernetes_events",
		"kubernetes_get", "kubernetes_yaml", "logs_errors", "logs_list", "logs_recent", "logs_search", "metrics_list", "metrics_query", "runbook_search",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for name, class := range map[string]superbiz.SourceClass{
		"alerts_list": superbiz.SourceAlert, "document_get": superbiz.SourceKnowledge, "runbook_search": superbiz.SourceKnowledge, "logs_search": superbiz.SourceObserved,
	} {
		if classes[name] != class {
			t.Errorf("%s: got class %s, want %s", name, classes[name], class)
		}
	}
}

func TestToolsOfABareBundle(t *testing.T) {
	t.Parallel()
	fsys := parts()
	for name := range fsys {
		if name != "incident.json" {
			delete(fsys, name)
		}
	}
	if got := open(t, fsys).Tools(); len(got) != 0 {
		t.Errorf("got %d tools, want none: what was not saved has none", len(got))
	}
}

func TestCalls(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		tool      string
		arguments string
		output    string
		refs      string
		scope     string
		total     int64
	}{
		{"alerts", "alerts_list", `{}`, `{"alerts":[{"labels":{"alertname":"High","service":"orders"},"status":{"state":"active"},"annotations":{"summary":"s"}},{"labels":{"alertname":"Low"},"status":{"state":"suppressed"}}]}`, "$.alerts[0:2]", `{"cluster":"prod"}`, 2},
		{"alerts chosen", "alerts_list", `{"alertname":"low","state":"suppressed"}`, `{"alerts":[{"labels":{"alertname":"Low"},"status":{"state":"suppressed"}}]}`, "$.alerts[0:1]", `{"cluster":"prod"}`, 1},
		{"no alert", "alerts_list", `{"labels":{"service":"none"}}`, `{"alerts":[]}`, "$.no_evidence", `{"cluster":"prod"}`, 0},
		{
			"metrics", "metrics_list", `{}`, `{"metrics":[{"metric":"pg_connections","series":2,"samples":5,"labels":{"job":["db"],"state":["idle"]},"from":"2026-05-06T21:40:00Z","to":"2026-05-06T21:43:00Z"},` +
				`{"metric":"up","series":1,"samples":2,"labels":{"job":["db"],"note":["a\"b\n"]},"from":"2026-05-06T21:40:00Z","to":"2026-05-06T21:41:00.5Z"}]}`, "$.metrics[0:2]", `{"cluster":"prod"}`, 2,
		},
		{
			"a metric", "metrics_query", `{"metric":"pg_connections","labels":{"state":"idle"}}`,
			`{"series":[{"metric":"pg_connections","labels":{"job":"db","state":"idle"},"count":4,"first":{"at":"2026-05-06T21:40:00Z","value":3},"last":{"at":"2026-05-06T21:43:00Z","value":1e1},` +
				`"min":{"at":"2026-05-06T21:40:00Z","value":3},"max":{"at":"2026-05-06T21:41:00Z","value":20.50},` +
				`"points":[["2026-05-06T21:40:00Z",3],["2026-05-06T21:41:00Z",20.50],["2026-05-06T21:42:00Z","NaN"],["2026-05-06T21:43:00Z",1e1]]}]}`,
			"$.series[0:1]", `{"cluster":"prod","state":"idle"}`, 1,
		},
		{
			"a metric in a window", "metrics_query", `{"metric":"pg_connections","from":"2026-05-06T21:42:30Z","to":"2026-05-07T00:00:00Z"}`,
			`{"series":[{"metric":"pg_connections","labels":{"job":"db","state":"idle"},"count":1,"first":{"at":"2026-05-06T21:43:00Z","value":1e1},"last":{"at":"2026-05-06T21:43:00Z","value":1e1},` +
				`"min":{"at":"2026-05-06T21:43:00Z","value":1e1},"max":{"at":"2026-05-06T21:43:00Z","value":1e1},"points":[["2026-05-06T21:43:00Z",1e1]]}]}`,
			"$.series[0:1]", `{"cluster":"prod"}`, 1,
		},
		{"a metric that says nothing then", "metrics_query", `{"metric":"up","from":"2026-05-06T21:45:00Z"}`, `{"series":[]}`, "$.no_evidence", `{"cluster":"prod"}`, 0},
		{
			"logs", "logs_list", `{}`, `{"logs":[{"service":"api","lines":2,"errors":1,"from":"2026-05-06T21:40:01Z","to":"2026-05-06T21:40:02Z"},` +
				`{"service":"db-0","namespace":"shop","container":"pg","lines":1,"errors":1,"from":"2026-05-06T21:40:00Z","to":"2026-05-06T21:40:00Z"},` +
				`{"service":"db-0","namespace":"shop","container":"side","lines":1,"errors":0,"from":"2026-05-06T21:41:00Z","to":"2026-05-06T21:41:00Z"},` +
				`{"service":"orders","lines":5,"errors":3,"from":"2026-05-06T21:39:00.123Z","to":"2026-05-06T21:42:00Z"},{"service":"plain","lines":2,"errors":0}]}`, "$.logs[0:5]", `{"cluster":"prod"}`, 5,
		},
		{
			"log errors", "logs_errors", `{"service":"orders"}`,
			`{"lines":["2026-05-06 21:40:00.000 UTC [2] FATAL:  too many clients","\tat stack","2026-05-06 21:41:00.000 UTC [2] FATAL:  too many clients"],"count":3,"first_at":"2026-05-06T21:40:00Z","last_at":"2026-05-06T21:41:00Z"}`,
			"$.lines[0:3] $.count $.first_at $.last_at", `{"cluster":"prod","service":"orders"}`, 3,
		},
		{
			"latest lines", "logs_recent", `{"service":"orders","limit":1}`,
			`{"lines":["2026-05-06 21:42:00.000 UTC [2] LOG:  recovered"],"count":5,"first_at":"2026-05-06T21:39:00.123Z","last_at":"2026-05-06T21:42:00Z"}`,
			"$.lines[0:1] $.count $.first_at $.last_at", `{"cluster":"prod","service":"orders"}`, 5,
		},
		{
			"searched lines", "logs_search", `{"service":"orders","pattern":"TOO MANY","from":"2026-05-06T21:40:30Z"}`,
			`{"lines":["2026-05-06 21:41:00.000 UTC [2] FATAL:  too many clients"],"count":1,"first_at":"2026-05-06T21:41:00Z","last_at":"2026-05-06T21:41:00Z"}`,
			"$.lines[0:1] $.count $.first_at $.last_at", `{"cluster":"prod","service":"orders"}`, 1,
		},
		{"lines by level", "logs_search", `{"service":"api","level":"warning"}`, `{"lines":["{\"time\":\"2026-05-06T21:40:01Z\",\"level\":\"ERROR\",\"msg\":\"no\"}"],"count":1,"first_at":"2026-05-06T21:40:01Z","last_at":"2026-05-06T21:40:01Z"}`, "$.lines[0:1] $.count $.first_at $.last_at", `{"cluster":"prod","service":"api"}`, 1},
		{"lines by expression", "logs_search", `{"service":"plain","regexp":"^all .* well$"}`, `{"lines":["all is well"],"count":1}`, "$.lines[0:1] $.count", `{"cluster":"prod","service":"plain"}`, 1},
		{"no line", "logs_search", `{"service":"orders","pattern":"no space left"}`, `{"lines":[]}`, "$.no_evidence", `{"cluster":"prod","service":"orders"}`, 0},
		{"lines of a pod by its workload", "logs_recent", `{"service":"db"}`, `{"lines":["2026-05-06T21:40:00Z ERROR x","2026-05-06T21:41:00Z ok"],"count":2,"first_at":"2026-05-06T21:40:00Z","last_at":"2026-05-06T21:41:00Z"}`, "$.lines[0:2] $.count $.first_at $.last_at", `{"cluster":"prod","namespace":"shop","service":"db"}`, 2},
		{"documents", "documents_list", `{"query":"CLIENTS look"}`, `{"documents":[{"name":"db.md","title":"Too many clients","lines":3}]}`, "$.documents[0:1]", ``, 1},
		{"no document", "documents_list", `{"query":"disk"}`, `{"documents":[]}`, "$.no_evidence", ``, 0},
		{"a document", "document_get", `{"name":"docs/db.md"}`, `{"lines":["# Too many clients","","Look at pg_stat_activity."]}`, "$.lines[0:3]", `{"document":"db.md"}`, 3},
		{"objects by label", "kubernetes_get", `{"kind":"po","selector":"app=db,tier!=web,app"}`, `{"items":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"db-0","namespace":"shop","labels":{"app":"db"}},"status":{"phase":"Running"}}]}`, "$.items[0:1]", `{"cluster":"prod","kind":"pods","namespace":"shop","selector":"app=db,tier!=web,app"}`, 1},
		{"an object that is not there", "kubernetes_get", `{"kind":"Pod","name":"nobody"}`, `{"items":[]}`, "$.no_evidence", `{"cluster":"prod","kind":"pods","name":"nobody","namespace":"shop"}`, 0},
		{"no object of a kind", "kubernetes_get", `{"kind":"cronjob"}`, `{"items":[]}`, "$.no_evidence", `{"cluster":"prod","kind":"cronjobs","namespace":"shop"}`, 0},
		{"another namespace", "kubernetes_get", `{"kind":"pods","namespace":"kube-system"}`, `{"items":[{"kind":"Pod","metadata":{"name":"dns","namespace":"kube-system"}}]}`, "$.items[0:1]", `{"cluster":"prod","kind":"pods","namespace":"kube-system"}`, 1},
		{"described", "kubernetes_describe", `{"kind":"pod","name":"db-0"}`, `{"objects":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"db-0","namespace":"shop","labels":{"app":"db"}},"status":{"phase":"Running"}}],"events":[{"kind":"Event","metadata":{"name":"e1","namespace":"shop"},"involvedObject":{"kind":"Pod","name":"db-0"},"reason":"BackOff","count":7}]}`, "$.objects[0:1] $.events", `{"cluster":"prod","kind":"pods","name":"db-0","namespace":"shop"}`, 1},
		{"manifest", "kubernetes_yaml", `{"name":"checkout-7d9f8c6b5-x2k4z"}`, `{"lines":["apiVersion: v1","kind: Pod","metadata:","    labels:","        app: checkout","        tier: web","    name: checkout-7d9f8c6b5-x2k4z","    namespace: shop","status:","    observedGeneration: 1234567890123","    startTime: \"2026-05-06T20:00:00Z\""]}`, "$.lines[0:11]", `{"cluster":"prod","kind":"pods","name":"checkout-7d9f8c6b5-x2k4z","namespace":"shop"}`, 1},
		{"no manifest", "kubernetes_yaml", `{"name":"nobody"}`, `{"lines":[]}`, "$.no_evidence", `{"cluster":"prod","name":"nobody","namespace":"shop"}`, 0},
		{"events of a pod", "kubernetes_events", `{"kind":"Pod","name":"db-0"}`, `{"events":[{"kind":"Event","metadata":{"name":"e1","namespace":"shop"},"involvedObject":{"kind":"Pod","name":"db-0"},"reason":"BackOff","count":7}]}`, "$.events[0:1]", `{"cluster":"prod","kind":"pods","name":"db-0","namespace":"shop"}`, 1},
		{"recorded text", "check_connectivity", `{"port":5432,"service":"db","namespace":"shop"}`, `{"lines":["Connection Failed"]}`, "$.lines[0:1]", `{"cluster":"prod","namespace":"shop","service":"db"}`, -1},
		{"recorded, in the default namespace", "check_connectivity", `{"port":5432.0,"service":" db "}`, `{"lines":["Connection Failed"]}`, "$.lines[0:1]", `{"cluster":"prod","namespace":"shop","service":"db"}`, -1},
		{"recorded JSON", "cluster_config", ``, `{"node_count":4}`, "$", `{"cluster":"prod"}`, -1},
		{"a recorded table", "kubernetes_get", `{"kind":"Pods","output":"wide"}`, `{"lines":["NAME   READY","db-0   1/1"]}`, "$.lines[0:2]", `{"cluster":"prod","kind":"pods","namespace":"shop"}`, 1},
		{"a recorded table of a cluster-wide kind", "kubernetes_get", `{"kind":"Node","namespace":"any","wide":false}`, `{"lines":["NAME   STATUS","n1     Ready","n2     Ready"]}`, "$.lines[0:3]", `{"cluster":"prod","kind":"nodes"}`, 2},
		{"recorded emptiness", "kubernetes_get", `{"kind":"job"}`, `{"lines":["No resources found in shop namespace."]}`, "$.no_evidence", `{"cluster":"prod","kind":"jobs","namespace":"shop"}`, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			row := newCaller(t, open(t, parts())).call(t, test.tool, test.arguments)
			if row.Status != superbiz.InvocationSucceeded {
				t.Fatalf("got %s: %s", row.Status, errorOf(row))
			}
			if diff := cmp.Diff(test.output, string(row.Output)); diff != "" {
				t.Error(diff)
			}
			if got := strings.Join(row.RetrievalDetails.EvidenceRefs, " "); got != test.refs {
				t.Errorf("got refs %s, want %s", got, test.refs)
			}
			if got := string(row.RetrievalDetails.Scope); got != test.scope {
				t.Errorf("got scope %s, want %s", got, test.scope)
			}
			if got := total(row); got != test.total {
				t.Errorf("got total %d, want %d", got, test.total)
			}
		})
	}
}

func TestCallsThatFail(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, tool, arguments, want string
	}{
		{"metric that was not saved", "metrics_query", `{"metric":"cpu"}`, `not_recorded: no metric "cpu" was saved; saved were pg_connections, up`},
		{"label that was not saved", "metrics_query", `{"metric":"up","labels":{"job":"web"}}`, `not_recorded: no series of "up" with job="web" was saved; saved values of job: db`},
		{"time that was not saved", "metrics_query", `{"metric":"up","to":"2026-05-06T20:00:00Z"}`, `not_recorded: nothing was saved of that time: the incident was saved from 2026-05-06T21:30:00Z to 2026-05-06T21:50:00Z`},
		{"no time", "metrics_query", `{"metric":"up","from":"yesterday"}`, `bad_arguments: from is "yesterday": write an RFC 3339 time`},
		{"a window turned round", "logs_recent", `{"service":"orders","from":"2026-05-06T21:41:00Z","to":"2026-05-06T21:40:00Z"}`, `bad_arguments: to (2026-05-06T21:40:00Z) is before from`},
		{"log that was not saved", "logs_recent", `{"service":"web"}`, `not_recorded: no log of "web" was saved; saved were those of api, db-0, orders, plain`},
		{"log of another namespace", "logs_recent", `{"service":"db-0","namespace":"other"}`, `not_recorded: no log of "db-0"`},
		{"window of a log without times", "logs_recent", `{"service":"plain","from":"2026-05-06T21:41:00Z"}`, `not_supported: the lines of this log have no times`},
		{"broken expression", "logs_search", `{"service":"plain","regexp":"("}`, `bad_arguments: regexp is no RE2 expression`},
		{"missing argument", "logs_search", `{}`, `bad_arguments: logs_search: missing property 'service'`},
		{"document that was not saved", "document_get", `{"name":"x.md"}`, `not_recorded: no document "x.md" was saved; saved were db.md`},
		{"kind that was not saved", "kubernetes_describe", `{"kind":"ingress","name":"x"}`, `not_recorded: no objects of kind "ingresses" were saved; saved were cronjobs, events, nodes, pods`},
		{"namespace that was not saved", "kubernetes_describe", `{"kind":"pod","name":"x","namespace":"other"}`, `not_recorded: the pods of namespace "other" were not saved; saved were those of kube-system, shop`},
		{"selector", "kubernetes_get", `{"kind":"pod","selector":"app in (a)"}`, `bad_arguments: selector "app in (a)": only`},
		{"call that was not recorded", "check_connectivity", `{"service":"db","port":1}`, `not_recorded: nobody made this call of check_connectivity when the incident was saved, so it says nothing about the system; 4 other calls of it were saved, such as {"service":"db","port":5432,"namespace":"shop"}, {`},
		{"recorded failure", "check_connectivity", `{"service":"mq","port":5672}`, `source_failed: the recorded call failed: forbidden`},
		{"recorded timeout", "check_connectivity", `{"service":"old","port":1}`, `timeout: the recorded call failed`},
		{"recorded denial", "check_connectivity", `{"service":"closed","port":1}`, `not_permitted: the recorded call failed`},
		{"neither recorded nor derived", "kubernetes_get", `{"kind":"secrets"}`, `not_recorded: no objects of kind "secrets"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			row := newCaller(t, open(t, parts())).call(t, test.tool, test.arguments)
			if row.Status == superbiz.InvocationSucceeded || row.ResultKind != superbiz.ResultError {
				t.Errorf("got %s, %s: %s", row.Status, row.ResultKind, row.Output)
			}
			if got := errorOf(row); !strings.HasPrefix(got, test.want) {
				t.Errorf("got error\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestAFailureKeepsItsOutput(t *testing.T) {
	t.Parallel()
	row := newCaller(t, open(t, parts())).call(t, "check_connectivity", `{"service":"mq","port":5672}`)
	if got := string(row.Output); got != `{"lines":["exec: forbidden"]}` {
		t.Errorf("got %s", got)
	}
}

func TestWindowsAreHonest(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, tool, arguments, from, to string }{
		{"none asked", "logs_recent", `{"service":"orders"}`, "2026-05-06T21:30:00Z", "2026-05-06T21:50:00Z"},
		{"within", "logs_recent", `{"service":"orders","from":"2026-05-06T23:40:00+02:00","to":"2026-05-06T21:41:00Z"}`, "2026-05-06T21:40:00Z", "2026-05-06T21:41:00Z"},
		{"beyond what was saved", "metrics_query", `{"metric":"up","from":"2026-05-06T00:00:00Z","to":"2026-05-08T00:00:00Z"}`, "2026-05-06T21:30:00Z", "2026-05-06T21:50:00Z"},
		{"nothing found", "logs_search", `{"service":"orders","pattern":"zzz"}`, "2026-05-06T21:30:00Z", "2026-05-06T21:50:00Z"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			row := newCaller(t, open(t, parts())).call(t, test.tool, test.arguments)
			window := row.RetrievalDetails.Window
			if window == nil {
				t.Fatalf("no window: %s", errorOf(row))
			}
			if got := window.From.Format("2006-01-02T15:04:05Z07:00"); got != test.from {
				t.Errorf("got from %s, want %s", got, test.from)
			}
			if got := window.To.Format("2006-01-02T15:04:05Z07:00"); got != test.to {
				t.Errorf("got to %s, want %s", got, test.to)
			}
		})
	}
}

func TestTruncationIsTold(t *testing.T) {
	t.Parallel()
	tests := []struct {
		tool, arguments string
		want            bool
	}{
		{"logs_recent", `{"service":"orders","limit":5}`, false},
		{"logs_recent", `{"service":"orders","limit":4}`, true},
		{"metrics_query", `{"metric":"up","max_points":2}`, false},
		{"metrics_query", `{"metric":"up","max_points":1}`, true},
		{"runbook_search", `{"query":"x"}`, true},
	}
	for _, test := range tests {
		if got := newCaller(t, open(t, parts())).call(t, test.tool, test.arguments).Truncated; got != test.want {
			t.Errorf("%s %s: got %v, want %v", test.tool, test.arguments, got, test.want)
		}
	}
}

func TestExamplesHaveAnswers(t *testing.T) {
	t.Parallel()
	opened := open(t, parts())
	caller := newCaller(t, opened)
	tried := 0
	for _, each := range opened.Tools() {
		for _, example := range each.Examples {
			tried++
			if row := caller.call(t, each.Name, string(example)); strings.HasPrefix(errorOf(row), "not_recorded") || strings.HasPrefix(errorOf(row), "bad_arguments") {
				t.Errorf("%s %s: %s", each.Name, example, errorOf(row))
			}
		}
	}
	if tried != 9 {
		t.Errorf("got %d examples, want 9", tried)
	}
}

func TestRecordedTwice(t *testing.T) {
	t.Parallel()
	fsys := parts()
	line := func(status, kind, output string) string {
		return `{"tool_name":"probe","arguments":{"a":1},"status":"` + status + `","result_kind":"` + kind + `","output":"` + output + `"}` + "\n"
	}
	fsys["recordings.jsonl"] = file(line("succeeded", "data", "one") + line("succeeded", "data", "two") + line("failed", "error", "three"))
	if got := string(newCaller(t, open(t, fsys)).call(t, "probe", `{"a":1}`).Output); got != `{"lines":["two"]}` {
		t.Errorf("got %s, want the last that succeeded", got)
	}
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	text, rows, ok, err := open(t, parts()).Recorded()
	if err != nil || !ok || text != "not JSON" || len(rows) != 1 || rows[0].InvocationID != "inv-01-aaaa" || string(rows[0].Output) != "1" {
		t.Errorf("got %q, %+v, %v, %v", text, rows, ok, err)
	}
	without := parts()
	delete(without, "executor_output.txt")
	if _, _, ok, err := open(t, without).Recorded(); ok || err != nil {
		t.Errorf("got %v, %v of a bundle without", ok, err)
	}
}

func TestIncident(t *testing.T) {
	t.Parallel()
	got := open(t, parts()).Incident
	if got.Question != "q?" || got.Scope.Service != "orders" || got.Window().From.IsZero() || !slices.Contains([]string{"prod"}, got.Scope.Cluster) {
		t.Errorf("got %+v", got)
	}
}
