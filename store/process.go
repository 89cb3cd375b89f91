package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// Process is the process that writes to a store, and how it learns whether
// another one lives.
//
// A run says which process it is running in, so that after a crash it can be told
// from a run of a living neighbour on the same database. Where the neighbour can be
// looked up, that decides at once and alone: a process that sleeps is not dead.
// Where it cannot (another machine, another container, a system without /proc),
// its lease decides: a living store renews the leases of its runs three times
// before they end. So the runs of a container that was killed are found one lease
// later, by the next call of MarkInterrupted.
type Process struct {
	ID   string
	Look func(id string) Liveness
}

// Liveness is what one process can say of another. The zero value is unknown.
type Liveness int

// What can be said.
const (
	LivenessUnknown Liveness = iota
	Alive
	Gone
)

// ThisProcess returns the process that calls it.
func ThisProcess() Process {
	place, pid := thisPlace(), os.Getpid()
	return Process{
		ID:   fmt.Sprintf("%s pid=%d start=%s", place, pid, startOf(pid)),
		Look: func(id string) Liveness { return look(place, id) },
	}
}

// thisPlace names where a process id means something: a host since it was booted,
// and on Linux one name space of it.
func thisPlace() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		boot = nil
	}
	namespace, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		namespace = ""
	}
	return fmt.Sprintf("host=%q boot=%s ns=%s", host, strings.TrimSpace(string(boot)), namespace)
}

func look(place, id string) Liveness {
	facts, ok := strings.CutPrefix(id, place+" pid=")
	if !ok {
		return LivenessUnknown
	}
	text, start, _ := strings.Cut(facts, " start=")
	pid, err := strconv.Atoi(text)
	if err != nil || pid <= 0 {
		return LivenessUnknown
	}
	if start == "" {
		return lookByID(pid)
	}
	if startOf(pid) == start {
		return Alive
	}
	return Gone
}

// lookByID never says Alive: the id may have gone to another process.
func lookByID(pid int) Liveness {
	process, err := os.FindProcess(pid)
	if err != nil {
		return LivenessUnknown
	}
	if errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone) {
		return Gone
	}
	return LivenessUnknown
}

// startOf returns when a process started, in ticks since the boot, which with its
// id tells it from all others; "" when it is gone, a zombie, or there is no /proc.
// The line is that of proc(5): the name, in brackets, may hold anything.
func startOf(pid int) string {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ""
	}
	const state, start = 0, 19
	fields := strings.Fields(string(line[bytes.LastIndexByte(line, ')')+1:]))
	if len(fields) <= start || fields[state] == "Z" || fields[state] == "X" {
		return ""
	}
	return fields[start]
}
