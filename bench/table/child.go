package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
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
	if err != nil {
		fmt.Println("refused: it cannot be judged")
		return nil
	}
	result := gatekeeper.New(rules.Catalogue()).Validate(gatekeeper.InputOf(decoded))
	fmt.Println(outcome(result))
	return nil
}

func outcome(result superbiz.GatekeeperResult) string {
	return fmt.Sprintf("%s, %d findings", result.Status, len(result.Errors)+len(result.Warnings))
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
	p := process{wall: time.Since(start), outcome: strings.TrimSpace(string(out))}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		p.outcome = "stopped"
	} else if err != nil {
		return process{}, fmt.Errorf("judge in a process of its own: %w", err)
	}
	p.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		p.peak = usage.Maxrss * 1024 // Linux counts kibibytes
	}
	return p, nil
}
