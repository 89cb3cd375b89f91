package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	superbiz "github.com/superbizagent/superbizagent"
	"github.com/superbizagent/superbizagent/gatekeeper"
	"github.com/superbizagent/superbizagent/gatekeeper/rules"
	"github.com/superbizagent/superbizagent/trace"
)

// judgeFile reads a trace as the command line does, judges it and says how.
func judgeFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	decoded, err := trace.Read(file, trace.Options{})
	said := "not judged: " + firstWords(err)
	if err == nil {
		said = outcome(gatekeeper.New(rules.Catalogue()).Validate(gatekeeper.InputOf(decoded)))
	}
	peak, err := peakMemory()
	if err != nil {
		return err
	}
	fmt.Println(peak, said)
	return nil
}

func outcome(result superbiz.GatekeeperResult) string {
	return fmt.Sprintf("%s, %d findings", result.Status, len(result.Errors)+len(result.Warnings))
}

// firstWords returns an error up to its first colon.
func firstWords(err error) string {
	if err == nil {
		return ""
	}
	words, _, _ := strings.Cut(err.Error(), ":")
	return words
}

// peakMemory returns the most memory that this process has had resident, in bytes.
// What wait4 tells of a child is no use: Linux counts the memory of the parent in.
func peakMemory() (int64, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kibibytes int64
	if _, err := fmt.Sscan(rest, &kibibytes); err != nil {
		return 0, fmt.Errorf("read VmHWM: %w", err)
	}
	return kibibytes * 1024, nil
}

// process is what judging a trace took in a process of its own.
type process struct {
	wall, cpu time.Duration
	peak      int64 // bytes resident
	outcome   string
}

// alone judges a trace in a process of its own, for no longer than a limit.
func alone(ctx context.Context, data []byte, limit time.Duration) (process, error) {
	folder, err := os.MkdirTemp("", "superbiz-bench")
	if err != nil {
		return process{}, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "trace.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return process{}, err
	}
	program, err := os.Executable()
	if err != nil {
		return process{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "-judge", path)
	start := time.Now()
	out, err := cmd.Output()
	p := process{wall: time.Since(start), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		p.outcome = "stopped"
		return p, nil
	}
	if err != nil {
		return process{}, fmt.Errorf("judge in a process of its own: %w", err)
	}
	peak, said, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	p.outcome = said
	if p.peak, err = strconv.ParseInt(peak, 10, 64); err != nil {
		return process{}, fmt.Errorf("read what the process says: %w", err)
	}
	return p, nil
}
