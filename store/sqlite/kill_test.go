package sqlite_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/store"
)

const victimVariable = "SUPERBIZ_TEST_VICTIM"

// TestVictim is the process that TestKill kills: it diagnoses without end, and says
// of each tool call that it finished. Else it tests nothing.
func TestVictim(t *testing.T) {
	path := os.Getenv(victimVariable)
	if path == "" {
		return
	}
	s := open(t, path)
	run := begin(t, s)
	fmt.Fprintln(os.Stdout, "run", run.RunID)
	output := json.RawMessage(`{"lines":["` + strings.Repeat("connection refused ", 2000) + `"]}`)
	sum := sha256.Sum256(output) // written as RFC 8785 wants it
	for seq := 1; ; seq++ {
		call := row(run, fmt.Sprintf("inv-%02d", seq), seq)
		if err := s.StartInvocation(t.Context(), call); err != nil {
			t.Fatal(err)
		}
		call.Status, call.ResultKind = superbiz.InvocationSucceeded, superbiz.ResultData
		call.Output, call.OutputSHA256 = output, hex.EncodeToString(sum[:])
		if err := s.FinishInvocation(t.Context(), call); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(os.Stdout, "finished", call.InvocationID)
	}
}

// TestKill: kill -9 in the middle of a diagnosis leaves a database that opens, with
// every finished tool call in it, and the run marked as interrupted.
func TestKill(t *testing.T) {
	t.Parallel()
	for _, calls := range []int{1, 3, 20, 61} {
		t.Run(fmt.Sprintf("after %d calls", calls), func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "superbiz.db")
			runID, finished := killAfter(t, path, calls)

			s := open(t, path)
			marked, err := s.MarkInterrupted(t.Context())
			if err != nil || len(marked) != 1 || marked[0] != runID {
				t.Errorf("marked %v, %v; want %s", marked, err, runID)
			}
			trace, err := store.LoadTrace(t.Context(), s, runID)
			if err != nil {
				t.Fatal(err)
			}
			succeeded := map[string]bool{}
			for _, call := range trace.ToolInvocations {
				succeeded[call.InvocationID] = call.Status == superbiz.InvocationSucceeded
			}
			for _, id := range finished {
				if !succeeded[id] {
					t.Errorf("the finished call %s is lost", id)
				}
			}
			if running := len(trace.ToolInvocations) - len(finished); running < 0 || running > 2 {
				t.Errorf("got %d rows beside the %d that were said to be finished", running, len(finished))
			}
			report, err := store.Audit(t.Context(), s, "")
			if err != nil || report.Checked < len(finished) || len(report.Faults) > 0 {
				t.Errorf("audit: got %+v, %v", report, err)
			}
			loaded, err := s.Run(t.Context(), runID)
			if err != nil || loaded.Status != superbiz.RunInterrupted {
				t.Errorf("got a run that is %s, %v", loaded.Status, err)
			}
		})
	}
}

// killAfter starts the victim, kills it, and returns its run and the calls that it
// said were finished.
func killAfter(t *testing.T, path string, calls int) (runID string, finished []string) {
	t.Helper()
	victim := exec.Command(os.Args[0], "-test.run=^TestVictim$")
	victim.Env = append(os.Environ(), victimVariable+"="+path)
	out, err := victim.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		what, id, _ := strings.Cut(lines.Text(), " ")
		switch what {
		case "run":
			runID = id
		case "finished":
			finished = append(finished, id)
		default:
			t.Errorf("the victim says %q", lines.Text())
		}
		if len(finished) == calls {
			if err := victim.Process.Kill(); err != nil {
				t.Error(err)
			}
		}
	}
	if err := victim.Wait(); err == nil {
		t.Error("the victim ended by itself")
	}
	if len(finished) < calls {
		t.Fatalf("the victim finished %d calls, want %d", len(finished), calls)
	}
	return runID, finished
}
