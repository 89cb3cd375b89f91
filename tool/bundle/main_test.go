package bundle_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"go.uber.org/goleak"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/evidence"
	"github.com/superbizagent/superbizagent/tool"
	"github.com/superbizagent/superbizagent/tool/bundle"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const incident = `{"bundle_version":"incident_bundle_v1","title":"t","question":"q?","started_at":"2026-05-06T21:30:00Z","ended_at":"2026-05-06T21:50:00Z",
"scope":{"cluster":"prod","namespace":"shop","service":"orders"}}`

const podList = `{"kind":"PodList","items":[
{"apiVersion":"v1","kind":"Pod","metadata":{"name":"checkout-7d9f8c6b5-x2k4z","namespace":"shop","labels":{"app":"checkout","tier":"web"}},"status":{"startTime":"2026-05-06T20:00:00Z","observedGeneration":1234567890123}},
{"apiVersion":"v1","kind":"Pod","metadata":{"name":"db-0","namespace":"shop","labels":{"app":"db"}},"status":{"phase":"Running"}}]}`

const eventList = `{"kind":"EventList","items":[
{"kind":"Event","metadata":{"name":"e1","namespace":"shop"},"involvedObject":{"kind":"Pod","name":"db-0"},"reason":"BackOff","count":7},
{"kind":"Event","metadata":{"name":"e2","namespace":"shop"},"involvedObject":{"kind":"Node","name":"n1"},"reason":"Ready"}]}`

// parts is a bundle with something of everything.
func parts() fstest.MapFS {
	return fstest.MapFS{
		"incident.json": file(incident),
		"README.md":     file("not a part"),
		"recordings.jsonl": file(`{"tool_name":"kubernetes_get","arguments":{"kind":"pods","namespace":"shop","wide":true},"status":"succeeded","result_kind":"data","output":"NAME   READY\ndb-0   1/1\n"}

{"tool_name":"kubernetes_get","arguments":{"kind":"nodes"},"status":"succeeded","result_kind":"data","output":"NAME   STATUS\nn1     Ready\nn2     Ready\n"}
{"tool_name":"kubernetes_get","arguments":{"kind":"jobs","namespace":"shop"},"status":"succeeded","result_kind":"empty","output":"No resources found in shop namespace."}
{"tool_name":"check_connectivity","arguments":{"service":"db","port":5432,"namespace":"shop"},"status":"succeeded","result_kind":"data","output":"Connection Failed"}
{"tool_name":"check_connectivity","arguments":{"service":"mq","port":5672,"namespace":"shop"},"status":"failed","result_kind":"error","output":"exec: forbidden","error":"forbidden"}
{"tool_name":"check_connectivity","arguments":{"service":"old","port":1},"status":"timeout","output":null}
{"tool_name":"check_connectivity","arguments":{"service":"closed","port":1},"status":"denied","output":null}
{"tool_name":"cluster_config","arguments":{},"status":"succeeded","result_kind":"data","output":{"node_count":4}}
{"tool_name":"runbook_search","arguments":{"query":"x"},"status":"succeeded","result_kind":"data","output":[{"title":"a"},{"title":"b"}],"truncated":true}
`),
		"alerts.json": file(`[{"labels":{"alertname":"High","service":"orders"},"status":{"state":"active"},"annotations":{"summary":"s"}},
{"labels":{"alertname":"Low"},"status":{"state":"suppressed"}}]`),
		"metrics/connections.csv": file("timestamp,metric,job,state,value\n" +
			"2026-05-06T21:40:00Z,pg_connections,db,idle,3\n2026-05-06T21:41:00Z,pg_connections,db,idle,20.50\n2026-05-06T21:42:00Z,pg_connections,db,idle,NaN\n" +
			"2026-05-06T21:43:00Z,pg_connections,db,idle,1e1\n2026-05-06T21:40:00Z,pg_connections,db,,1\n"),
		"metrics/up.om": file("# TYPE up gauge\nup{job=\"db\",note=\"a\\\"b\\n\"} 1 1778103600\nup{job=\"db\",note=\"a\\\"b\\n\"} 0 1778103660.500 # {trace=\"x\"} 1\n# EOF\n"),
		"logs/orders.log": file("2026-05-06 21:39:00.123 UTC [1] LOG:  started\n2026-05-06 21:40:00.000 UTC [2] FATAL:  too many clients\n\tat stack\n" +
			"2026-05-06 21:41:00.000 UTC [2] FATAL:  too many clients\n2026-05-06 21:42:00.000 UTC [2] LOG:  recovered\n"),
		"logs/api.log":                     file(`{"time":"2026-05-06T21:40:01Z","level":"ERROR","msg":"no"}` + "\n" + `{"time":"2026-05-06T21:40:02Z","level":"INFO","msg":"an error in words"}` + "\n"),
		"logs/plain.log":                   file("started\nall is well\n"),
		"docs/db.md":                       file("# Too many clients\n\nLook at pg_stat_activity.\n"),
		"docs/.hidden.md":                  file("x"),
		"kubernetes/nodes.json":            file(`{"kind":"NodeList","items":[{"kind":"Node","metadata":{"name":"n1"}}]}`),
		"kubernetes/shop/pods.json":        file(podList),
		"kubernetes/shop/events.json":      file(eventList),
		"kubernetes/shop/db-0/logs.txt":    file("==== START logs for container pg of pod shop/db-0 ====\n2026-05-06T21:40:00Z ERROR x\n==== END logs for container pg of pod shop/db-0 ====\n==== START logs for container side of pod shop/db-0 ====\n2026-05-06T21:41:00Z ok\n==== END logs for container side of pod shop/db-0 ====\n"),
		"executor_output.txt":              file("not JSON"),
		"invocations.jsonl":                file(`{"invocation_id":"inv-01-aaaa","session_id":"s-x","run_id":"r","seq":1,"tool_name":"t","arguments":{},"status":"succeeded","result_kind":"data","data_mode":"live","source_class":"observed","output":1,"retrieval_details":{"evidence_refs":["$"]}}` + "\n"),
		"kubernetes/shop/cronjobs.json":    file(`{"kind":"List","items":[]}`),
		"kubernetes/kube-system/pods.json": file(`{"kind":"PodList","items":[{"kind":"Pod","metadata":{"name":"dns","namespace":"kube-system"}}]}`),
	}
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text), Mode: 0o644} }

func open(t *testing.T, fsys fstest.MapFS) *bundle.Bundle {
	t.Helper()
	opened, err := bundle.OpenFS(fsys, bundle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

type nowhere struct{}

func (nowhere) StartInvocation(context.Context, superbiz.ToolInvocation) error  { return nil }
func (nowhere) FinishInvocation(context.Context, superbiz.ToolInvocation) error { return nil }

// caller calls the tools of a bundle as a run does, and checks each row.
type caller struct {
	recorder *tool.Recorder
}

func newCaller(t *testing.T, opened *bundle.Bundle) caller {
	t.Helper()
	registry, err := tool.NewRegistry(opened.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	recorder, err := tool.NewRecorder(tool.Config{
		Registry: registry, Sink: nowhere{}, Policy: tool.AllowAll, SessionID: "s", RunID: "r", Mode: superbiz.DataBundle,
		Now: time.Now, Random: rand.NewChaCha8([32]byte{}), Budget: tool.Budget{Calls: 1 << 20, Wall: time.Hour},
	})
	if err != nil {
		t.Fatal(err)
	}
	return caller{recorder}
}

func (c caller) call(t *testing.T, name, arguments string) superbiz.ToolInvocation {
	t.Helper()
	row, err := c.recorder.Call(t.Context(), name, json.RawMessage(arguments))
	if err != nil {
		t.Fatal(err)
	}
	checkRow(t, row)
	return row
}

// checkRow holds what is true of every row of a bundle.
func checkRow(t *testing.T, row superbiz.ToolInvocation) {
	t.Helper()
	where := row.ToolName + " " + string(row.Arguments)
	if row.DataMode != superbiz.DataBundle || row.ToolSource != bundle.ToolSource {
		t.Errorf("%s: got mode %s, source %s", where, row.DataMode, row.ToolSource)
	}
	refs := row.RetrievalDetails.EvidenceRefs
	switch {
	case row.Status != superbiz.InvocationSucceeded:
		if len(refs) > 0 {
			t.Errorf("%s: a call that failed may be cited at %q", where, refs)
		}
	case row.ResultKind == superbiz.ResultEmpty:
		if len(refs) != 1 || refs[0] != superbiz.NoEvidencePath || total(row) != 0 {
			t.Errorf("%s: an empty result has refs %q and total %d", where, refs, total(row))
		}
	case len(refs) == 0:
		t.Errorf("%s: data without refs", where)
	default:
		checkRefs(t, where, row)
	}
}

func checkRefs(t *testing.T, where string, row superbiz.ToolInvocation) {
	t.Helper()
	if _, err := evidence.ParseRefs(row.RetrievalDetails.EvidenceRefs); err != nil {
		t.Errorf("%s: %v", where, err)
	}
	source := evidence.NewSource(&row)
	for _, ref := range row.RetrievalDetails.EvidenceRefs {
		base, _, slice := strings.Cut(ref, "[0:")
		path, err := evidence.ParsePath(base)
		if err != nil {
			t.Errorf("%s: ref %s: %v", where, ref, err)
			continue
		}
		document, err := source.Output()
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		node := path.Resolve(document.Root())
		if !node.Valid() || slice && ref != tool.Slice(base, node.Len()) {
			t.Errorf("%s: ref %s does not fit the output", where, ref)
		}
	}
}

func total(row superbiz.ToolInvocation) int64 {
	if row.RetrievalDetails.Total == nil {
		return -1
	}
	return *row.RetrievalDetails.Total
}

func errorOf(row superbiz.ToolInvocation) string {
	if row.Error == nil {
		return ""
	}
	return *row.Error
}
