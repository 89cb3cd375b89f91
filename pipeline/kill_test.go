package pipeline_test

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor"
	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/store/sqlite"
	"github.com/superbizagent/superbizagent/tool"
)

const childVariable = "SUPERBIZ_PIPELINE_KILL_DB"

// stuck calls a tool that answers, twice, and then one that never does.
type stuck struct{}

func (stuck) Kind() superbiz.ExecutorKind { return superbiz.ExecutorAnalyst }

func (stuck) Execute(ctx context.Context, task executor.Task) (string, error) {
	for i := range 2 {
		if _, err := task.Tools.Call(ctx, "pool_status", json.RawMessage(fmt.Sprintf(`{"shard":%d}`, i))); err != nil {
			return "", err
		}
	}
	_, err := task.Tools.Call(ctx, "hang", json.RawMessage(`{}`))
	return "", err
}

// TestKilledChild is the process that the test below kills; it is no test of its own.
func TestKilledChild(t *testing.T) {
	path := os.Getenv(childVariable)
	if path == "" {
		return
	}
	db, err := sqlite.Open(t.Context(), path, store.Config{Now: time.Now, NewID: store.RandomIDs(rand.Reader), Process: store.ThisProcess()})
	if err != nil {
		t.Fatal(err)
	}
	c := config(t, db, stuck{})
	hang := tool.Tool{
		Name: "hang", Description: "Never answers.", Schema: json.RawMessage(`{"type":"object"}`),
		Source: "test", Class: superbiz.SourceObserved, Mode: superbiz.DataReplay,
		Call: func(ctx context.Context, _ json.RawMessage) (tool.Result, error) {
			fmt.Println("hanging")
			<-ctx.Done()
			return tool.Result{}, ctx.Err()
		},
	}
	if c.Tools, err = tool.NewRegistry(append(c.Tools.Tools(), hang)...); err != nil {
		t.Fatal(err)
	}
	_, err = diagnose(t, c)
	t.Fatalf("the diagnosis ended: %v", err)
}

func TestAKillInTheMiddleLosesNoFinishedCall(t *testing.T) {
	path := filepath.Join(t.TempDir(), "killed.db")
	child := exec.Command(os.Args[0], "-test.run=^TestKilledChild$")
	child.Env = append(os.Environ(), childVariable+"="+path)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), "hanging") {
		t.Log(lines.Text())
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // killed

	db, err := sqlite.Open(t.Context(), path, store.Config{Now: time.Now, NewID: store.RandomIDs(rand.Reader), Process: store.ThisProcess()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	ids, err := db.MarkInterrupted(t.Context())
	if err != nil || len(ids) != 1 {
		t.Fatalf("interrupted runs %v, %v; want one", ids, err)
	}
	run, err := db.Run(t.Context(), ids[0])
	if err != nil || run.Status != superbiz.RunInterrupted || run.Composer != nil {
		t.Errorf("run %+v, %v", run, err)
	}
	rows, err := db.Invocations(t.Context(), ids[0])
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v; want 3", len(rows), err)
	}
	for i, want := range []superbiz.InvocationStatus{superbiz.InvocationSucceeded, superbiz.InvocationSucceeded, superbiz.InvocationRunning} {
		if rows[i].Status != want {
			t.Errorf("row %d: status %s, want %s", i+1, rows[i].Status, want)
		}
	}
}
