package store_test

import (
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/superbizagent/superbizagent/store"
)

// neighbour starts a process of this test binary that waits until its standard
// input ends, and returns what it calls itself.
func neighbour(t *testing.T) (id string, command *exec.Cmd, end io.Closer) {
	t.Helper()
	command = exec.Command(os.Args[0], "-test.run=^TestNeighbour$")
	command.Env = append(os.Environ(), "SUPERBIZ_TEST_NEIGHBOUR=1")
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 4096)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(line[:n])), command, in
}

// TestNeighbour is the process that neighbour starts; else it tests nothing.
func TestNeighbour(t *testing.T) {
	if os.Getenv("SUPERBIZ_TEST_NEIGHBOUR") == "" {
		return
	}
	if _, err := os.Stdout.WriteString(store.ThisProcess().ID + "\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		t.Fatal(err)
	}
}

func TestThisProcess(t *testing.T) {
	t.Parallel()
	this := store.ThisProcess()
	if got := store.ThisProcess().ID; got != this.ID {
		t.Errorf("the process is called %q and %q", got, this.ID)
	}
	id, command, end := neighbour(t)
	alive := store.LivenessUnknown
	if runtime.GOOS == "linux" {
		alive = store.Alive
		if got := this.Look(this.ID); got != alive {
			t.Errorf("looked at itself: got %v, want %v", got, alive)
		}
	}
	if got := this.Look(id); got != alive {
		t.Errorf("looked at a living process: got %v, want %v", got, alive)
	}
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	end.Close()
	_ = command.Wait() // it was killed
	if got := this.Look(id); got != store.Gone {
		t.Errorf("looked at a killed process: got %v, want %v", got, store.Gone)
	}
}

func TestLookAtStrangers(t *testing.T) {
	t.Parallel()
	this := store.ThisProcess()
	place, facts, _ := strings.Cut(this.ID, " pid=")
	pid, _, _ := strings.Cut(facts, " ")
	tests := []struct {
		name string
		id   string
		want store.Liveness
	}{
		{"nothing", "", store.LivenessUnknown},
		{"another host", `host="elsewhere" boot= ns= pid=` + facts, store.LivenessUnknown},
		{"no process id", place + " pid=x start=1", store.LivenessUnknown},
		{"all processes", place + " pid=-1 start=", store.LivenessUnknown},
		{"an id that has gone to another process", place + " pid=" + pid + " start=1", store.Gone},
		{"an id that may have gone to another process", place + " pid=" + pid + " start=", store.LivenessUnknown},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := this.Look(test.id); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestLookAtAZombie: a process that was killed and not yet waited for.
func TestLookAtAZombie(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		return // elsewhere its lease decides
	}
	id, command, end := neighbour(t)
	defer func() { _ = command.Wait() }()
	defer end.Close()
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	this := store.ThisProcess()
	for range 1000 {
		if this.Look(id) == store.Gone {
			return
		}
		runtime.Gosched()
	}
	t.Error("a zombie counts as alive")
}
