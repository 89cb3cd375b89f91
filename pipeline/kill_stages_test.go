package pipeline_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/executor/model"
	"github.com/superbizagent/superbizagent/llm"
	"github.com/superbizagent/superbizagent/llm/llmtest"
	"github.com/superbizagent/superbizagent/pipeline"
	"github.com/superbizagent/superbizagent/store"
	"github.com/superbizagent/superbizagent/store/sqlite"
	"github.com/superbizagent/superbizagent/tool"
)

// inMemory plays a script without a server.
type inMemory struct{ script llmtest.Script }

func (inMemory) Name() string           { return "scripted-1" }
func (inMemory) Features() llm.Features { return llm.Features{Tools: true, ForcedTool: true} }

func (m inMemory) Chat(_ context.Context, request llm.Request) (llm.Reply, error) {
	turn := m.script(llmtest.Request{Request: request})
	finish := llm.FinishStop
	if len(turn.Calls) > 0 {
		finish = llm.FinishToolCalls
	}
	return llm.Reply{
		Message: llm.Message{Role: llm.RoleAssistant, Text: turn.Text, Calls: turn.Calls},
		Finish:  finish, Usage: llm.Usage{PromptTokens: 100, CompletionTokens: 20},
	}, nil
}

// learner fabricates, and hands over what is true when it is told so.
func learner() inMemory { return inMemory{fabrications()[0].play(true)} }

const (
	stagesVariable = "SUPERBIZ_PIPELINE_KILL_STAGE" // which event blocks, from 1
	stagesEvents   = 14                             // of a diagnosis with one repair
)

// logged makes every tool note in a file that it ran.
func logged(t *testing.T, tools []tool.Tool, path string) *tool.Registry {
	t.Helper()
	for i, one := range tools {
		tools[i].Call = func(ctx context.Context, arguments json.RawMessage) (tool.Result, error) {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				return tool.Result{}, err
			}
			_, err = fmt.Fprintln(f, one.Name)
			if err := f.Close(); err != nil {
				return tool.Result{}, err
			}
			if err != nil {
				return tool.Result{}, err
			}
			return one.Call(ctx, arguments)
		}
	}
	registry, err := tool.NewRegistry(tools...)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

func openAt(t *testing.T, folder string) *sqlite.Store {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(folder, "killed.db"), store.Config{Now: time.Now, NewID: store.RandomIDs(rand.Reader), Process: store.ThisProcess()})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// TestKilledStagesChild is the process that the test below kills; it is no test of its own.
func TestKilledStagesChild(t *testing.T) {
	folder, stage, found := strings.Cut(os.Getenv(stagesVariable), "|")
	if !found {
		return
	}
	block, err := strconv.Atoi(stage)
	if err != nil {
		t.Fatal(err)
	}
	c := modelConfig(t, openAt(t, folder), learner(), model.Limits{})
	c.Tools = logged(t, c.Tools.Tools(), filepath.Join(folder, "ran"))
	events := 0
	c.Progress = func(pipeline.Event) {
		if events++; events == block {
			fmt.Println("blocking")
			select {}
		}
	}
	p, err := pipeline.New(c)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Diagnose(t.Context(), ask())
	t.Fatalf("the diagnosis ended: %v", err)
}

// TestAKillBetweenAnyTwoStages kills the process at every event of a run. The next
// start marks the run; no call that ran is without its row, and asking again makes new
// rows.
func TestAKillBetweenAnyTwoStages(t *testing.T) {
	t.Parallel()
	for stage := 1; stage <= stagesEvents; stage++ {
		t.Run(strconv.Itoa(stage), func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			killAt(t, folder, stage)
			db := openAt(t, folder)
			t.Cleanup(func() { _ = db.Close() })
			marked, err := db.MarkInterrupted(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			sessions, err := db.ListSessions(t.Context(), store.Page{Limit: 2})
			if err != nil || len(sessions) != 1 {
				t.Fatalf("%d sessions, %v", len(sessions), err)
			}
			if answered := sessions[0].LastStatus == superbiz.RunCompleted; answered != (stage == stagesEvents) || answered == (len(marked) == 1) {
				t.Errorf("the run is %s, %d were marked", sessions[0].LastStatus, len(marked))
			}
			session := sessions[0].SessionID
			before := ranRows(t, db, session, folder)

			c := modelConfig(t, db, learner(), model.Limits{})
			c.Tools = logged(t, c.Tools.Tools(), filepath.Join(folder, "ran"))
			p, err := pipeline.New(c)
			if err != nil {
				t.Fatal(err)
			}
			again := ask()
			again.SessionID = session
			trace, err := p.Diagnose(t.Context(), again)
			if err != nil || trace.Verifier.Verdict != superbiz.VerdictPass {
				t.Fatalf("asked again: %v", err)
			}
			if after := ranRows(t, db, session, folder); after-before != trace.Usage.ToolCalls {
				t.Errorf("%d rows before, %d after, of %d calls", before, after, trace.Usage.ToolCalls)
			}
		})
	}
}

func killAt(t *testing.T, folder string, stage int) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestKilledStagesChild$")
	child.Env = append(os.Environ(), fmt.Sprintf("%s=%s|%d", stagesVariable, folder, stage))
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	blocked := false
	for lines := bufio.NewScanner(out); !blocked && lines.Scan(); {
		blocked = strings.Contains(lines.Text(), "blocking")
	}
	_ = child.Process.Kill()
	_ = child.Wait() // killed
	if !blocked {
		t.Fatal("the diagnosis ended before it could be killed")
	}
}

// ranRows returns how many rows of a session ran, each under an id of its own. The
// tools must have noted as many.
func ranRows(t *testing.T, db *sqlite.Store, session, folder string) int {
	t.Helper()
	ran := 0
	ids := map[string]bool{}
	err := db.EachInvocation(t.Context(), session, func(s store.StoredInvocation) error {
		if ids[s.Row.InvocationID] {
			t.Errorf("id %s is there twice", s.Row.InvocationID)
		}
		ids[s.Row.InvocationID] = true
		ran += s.Row.AttemptCount
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	noted, err := os.ReadFile(filepath.Join(folder, "ran"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if n := bytes.Count(noted, []byte("\n")); n != ran {
		t.Errorf("%d calls ran, %d rows say so", n, ran)
	}
	return ran
}
