// Command table measures the gate beside its peers and prints the figures as
// Markdown. Run it from the folder of the module; bench/run.sh does.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/superbizagent/superbizagent/bench"
)

const (
	schemaFile = "../docs/schemas/executor_evidence_v2.schema.json"
	ajvScript  = "ajv/ajv.mjs"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	var effort bench.Effort
	flag.IntVar(&effort.Rounds, "rounds", 9, "rounds of measurement; the median counts")
	flag.DurationVar(&effort.Round, "round", 200*time.Millisecond, "CPU time of a subject in a round")
	judge := flag.String("judge", "", "only judge this trace: how the program calls itself to measure memory")
	part := flag.String("part", "all", "documents, outputs, hostile or large")
	only := flag.String("only", "", "of the hostile documents only the one with this name")
	flag.Parse()
	if *judge != "" {
		return judgeFile(*judge)
	}
	parts := []struct {
		name  string
		print func() error
	}{
		{"documents", func() error { return documents(effort) }},
		{"outputs", func() error { return outputs(ctx, effort) }},
		{"large", func() error { return large(ctx) }},
		{"hostile", func() error { return hostile(ctx, *only) }},
	}
	for _, p := range parts {
		if *part != "all" && *part != p.name {
			continue
		}
		if err := p.print(); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

func millis(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case ms < 0.01:
		return fmt.Sprintf("%.4f ms", ms)
	case ms < 0.1:
		return fmt.Sprintf("%.3f ms", ms)
	case ms < 10:
		return fmt.Sprintf("%.2f ms", ms)
	default:
		return fmt.Sprintf("%.0f ms", ms)
	}
}

func ratio(a, b time.Duration) string { return fmt.Sprintf("%.2f", float64(a)/float64(b)) }
