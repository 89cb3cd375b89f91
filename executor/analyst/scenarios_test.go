package analyst_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/tool/bundle"
)

var update = flag.Bool("update", false, "write the golden outputs anew")

// scenario returns the investigation of a demo scenario; the question is its own
// where none is given.
func scenario(t *testing.T, name, question string) setting {
	t.Helper()
	opened, err := bundle.Open(filepath.Join("..", "..", "scenarios", name), bundle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	scope, err := json.Marshal(opened.Incident.Scope)
	if err != nil {
		t.Fatal(err)
	}
	if question == "" {
		question = opened.Incident.Question
	}
	window := opened.Incident.Window()
	return setting{question: superbiz.Question{Text: question, Scope: scope, Window: &window}, tools: opened.Tools()}
}

const (
	exhausted = "postgres-connections-exhausted"
	noFault   = "postgres-no-disk-full"
	limited   = "kubernetes-memory-limit"
)

func TestScenarios(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, scenario, question string
		verdict                  superbiz.Verdict
		want                     []string // in the claims
		cause                    superbiz.Cause
	}{
		{
			name: "exhausted", scenario: exhausted, verdict: superbiz.VerdictPass,
			want: []string{
				"PostgresConnectionsExhausted", "max_connections is 20", "superuser_reserved_connections is 3", "rose to 17",
				"16 connections of checkout-api", "63 lines of the log of postgresql", "first at 2026-11-30T20:02:19Z", "last at 2026-11-30T20:03:00Z", "2.4.0",
			},
			cause: superbiz.Cause{Code: "db_connection_exhaustion", Object: "app/postgresql"},
		},
		{
			name: "exhausted_zh", scenario: exhausted, question: "orders-api 无法连接 PostgreSQL 数据库，原因是什么？", verdict: superbiz.VerdictPass,
			want:  []string{"max_connections 为 20", "升至 17", "checkout-api 有 16 个连接", "postgresql 的日志中有 63 行"},
			cause: superbiz.Cause{Code: "db_connection_exhaustion", Object: "app/postgresql"},
		},
		{
			name: "memory_limit", scenario: limited, verdict: superbiz.VerdictPass,
			want: []string{
				"KubeDeploymentRolloutStuck", "OOMKilled and exit code 137", "restarted 6 times",
				"Revision 12, replica set checkout-7c9d8f6b5d, limits the memory of container checkout to 256Mi", "to 512Mi", "container_memory_working_set_bytes (container checkout, pod checkout-6b7f9d54c8-",
			},
			cause: superbiz.Cause{Code: "oom_killed", Object: "app/checkout"},
		},
		{
			name: "memory_limit_zh", scenario: limited, question: "checkout 发布新版本后 Pod 为什么反复重启？", verdict: superbiz.VerdictPass,
			want:  []string{"OOMKilled，退出码（exitCode）137", "内存限制为 256Mi", "内存限制为 512Mi"},
			cause: superbiz.Cause{Code: "oom_killed", Object: "app/checkout"},
		},
		{
			name: "no_disk_full", scenario: noFault, verdict: superbiz.VerdictPass,
			want: []string{"no space left on device", "terminated by signal", "77.1 GiB", "30.6 %", "The list of alerts was empty, and the log of postgresql has no line"},
		},
		{
			name: "no_disk_full_zh", scenario: noFault, question: "PostgreSQL 服务器的磁盘是不是写满了，或者服务器崩溃了？", verdict: superbiz.VerdictPass,
			want: []string{"没有匹配", "告警列表为空", "30.6 %"},
		},
		{
			name: "disk_full_beside_a_fault", scenario: exhausted, question: "Is the disk full?", verdict: superbiz.VerdictPass,
			want:  []string{"No line of the log of postgresql", "16 connections of checkout-api"},
			cause: superbiz.Cause{Code: "db_connection_exhaustion", Object: "app/postgresql"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			made := investigate(t, scenario(t, test.scenario, test.question))
			mustPass(t, made)
			mustBe(t, made, test.verdict)
			for _, want := range test.want {
				if !strings.Contains(texts(made), want) {
					t.Errorf("no claim says %q:\n%s", want, texts(made))
				}
			}
			if got := likelyCause(made.output); got != test.cause {
				t.Errorf("got cause %v, want %v", got, test.cause)
			}
			golden(t, test.name, made.text)
		})
	}
}

func likelyCause(output superbiz.ExecutorOutput) superbiz.Cause {
	for _, h := range output.Hypotheses {
		if h.Status == superbiz.HypothesisSupported && h.Cause != nil {
			return *h.Cause
		}
	}
	return superbiz.Cause{}
}

// golden holds a text to what was looked at and found good.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".json")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: run go test ./executor/analyst -update", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs; if that is right, run go test ./executor/analyst -update\n%s", path, diff)
	}
}

// TestSameBytes holds that ids are all that differs between two runs.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	plain := func(seed byte) string {
		s := scenario(t, exhausted, "")
		s.seed = seed
		made := investigate(t, s)
		text := made.text
		for i, row := range made.rows {
			text = strings.ReplaceAll(text, row.InvocationID, "inv-"+string(rune('A'+i)))
		}
		return text
	}
	if diff := cmp.Diff(plain(1), plain(2)); diff != "" {
		t.Error(diff)
	}
}
