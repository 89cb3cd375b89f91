package bundle_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/superbizagent/superbizagent/boundtest"
	"github.com/superbizagent/superbizagent/tool"
	"github.com/superbizagent/superbizagent/tool/bundle"
)

// small keeps hostile inputs cheap.
func small() bundle.Limits { return bundle.Limits{Files: 100, File: 1 << 20, Total: 2 << 20} }

// exercise calls every tool of what a stranger's bytes became.
func exercise(t *testing.T, opened *bundle.Bundle) {
	t.Helper()
	if _, err := tool.NewRegistry(opened.Tools()...); err != nil {
		t.Fatalf("its tools are not sound: %v", err)
	}
	caller := newCaller(t, opened)
	for _, each := range opened.Tools() {
		caller.call(t, each.Name, `{}`)
		caller.call(t, each.Name, `{"service":"x","metric":"a","name":"x.md","kind":"pods"}`)
		for _, example := range each.Examples {
			caller.call(t, each.Name, string(example))
		}
	}
}

// opening bounds what the file of a bundle takes to be read.
var opening = boundtest.Bound{Base: 1 << 20, PerByte: 1 << 10}

// fuzzPart fuzzes one file of a bundle that is sound but for it.
func fuzzPart(f *testing.F, name string, use func(*testing.T, caller), seeds ...string) {
	f.Helper()
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var opened *bundle.Bundle
		var err error
		opening.Hold(t, len(text), func() {
			opened, err = bundle.OpenFS(fstest.MapFS{"incident.json": file(incident), name: file(text)}, small())
		})
		if err != nil {
			return
		}
		exercise(t, opened)
		if use != nil {
			use(t, newCaller(t, opened))
		}
	})
}

func FuzzMetricsCSV(f *testing.F) {
	fuzzPart(f, "metrics/a.csv", func(t *testing.T, c caller) {
		t.Helper()
		c.call(t, "metrics_query", `{"metric":"a","max_points":1}`)
	}, "timestamp,metric,b,value\n2026-05-06T21:40:00Z,a,x,1\n1778103600,a,,NaN\n", "value,timestamp\n1e3,1778103600.5\n", "timestamp,value\n\"2026-05-06 21:40:00\",+Inf\n")
}

func FuzzMetricsOpenMetrics(f *testing.F) {
	fuzzPart(f, "metrics/a.om", func(t *testing.T, c caller) {
		t.Helper()
		c.call(t, "metrics_query", `{"metric":"a","labels":{"b":"c"}}`)
	}, "# TYPE a gauge\na{b=\"c\\\"\\n\"} 1 1778103600 # {x=\"y\"} 1\n# EOF\n", "a +Inf 1778103600000\n", "a{} 0x1 1\n")
}

func FuzzLogs(f *testing.F) {
	fuzzPart(f, "logs/x.log", func(t *testing.T, c caller) {
		t.Helper()
		c.call(t, "logs_errors", `{"service":"x"}`)
		c.call(t, "logs_search", `{"service":"x","pattern":"a","level":"warning","from":"2026-05-06T21:40:00Z"}`)
	}, "2026-05-06 21:39:00.123 UTC [1] FATAL:  x\n\tat y\n", `{"ts":1778103600.5,"level":50}`+"\n", "E0506 21:39:00.1 x\n", "[06/May/2026:21:39:00 +0000] x", "a | 2026/05/06 21:39:00 x", "\xff\x00\n")
}

func FuzzRecordings(f *testing.F) {
	fuzzPart(f, "recordings.jsonl", nil,
		`{"tool_name":"kubernetes_get","arguments":{"kind":"Pod","wide":false},"status":"succeeded","result_kind":"data","output":"NAME\nx\n"}`+"\n",
		`{"tool_name":"t","arguments":{"a":1,"b":[null]},"status":"failed","output":"no","error":"x"}`,
		`{"tool_name":"t","status":"succeeded","result_kind":"empty","output":[]}`)
}

func FuzzAlerts(f *testing.F) {
	fuzzPart(f, "alerts.json", nil, `[{"labels":{"alertname":"x"},"status":{"state":"active"}}]`, `[null,{}]`)
}

func FuzzKubernetes(f *testing.F) {
	fuzzPart(f, "kubernetes/shop/pods.json", func(t *testing.T, c caller) {
		t.Helper()
		c.call(t, "kubernetes_get", `{"kind":"pods","output":"yaml","selector":"a=b"}`)
	}, podList, `{"items":[{"a":1e400,"b":12345678901234567890}]}`)
}

func FuzzInvocations(f *testing.F) {
	f.Add(`{"invocation_id":"a","session_id":"s","tool_name":"t","status":"succeeded","result_kind":"data","output":{"a":1}}`)
	f.Fuzz(func(t *testing.T, text string) {
		opened, err := bundle.OpenFS(fstest.MapFS{"incident.json": file(incident), "executor_output.txt": file("x"), "invocations.jsonl": file(text)}, small())
		if err != nil {
			return
		}
		if _, _, ok, err := opened.Recorded(); !ok || err != nil {
			t.Fatalf("it was sound when it was opened: %v, %v", ok, err)
		}
	})
}

func FuzzArchive(f *testing.F) {
	seeds := entries(fstest.MapFS{"incident.json": file(incident), "logs/x.log": file("x")}, "")
	for _, path := range []string{tarball(f, seeds...), zipfile(f, seeds...)} {
		packed, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(packed)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, packed []byte) {
		path := filepath.Join(dir, "b")
		if err := os.WriteFile(path, packed, 0o600); err != nil {
			t.Fatal(err)
		}
		var opened *bundle.Bundle
		var err error
		unpacking := boundtest.Bound{Base: 16 << 20, PerByte: 1 << 10} // of what is packed, and 2 MiB are unpacked at most
		unpacking.Hold(t, len(packed), func() { opened, err = bundle.Open(path, small()) })
		if err == nil {
			exercise(t, opened)
		}
	})
}
