package main

import (
	"context"
	"fmt"
	"time"

	"github.com/superbizagent/superbizagent/bench/session"
)

// limit is how long one hostile document is waited for.
const limit = 60 * time.Second

// large prints time and memory of the largest honest trace.
func large(ctx context.Context) error {
	sizes := session.Sizes()
	shape := sizes[len(sizes)-1]
	p, err := alone(ctx, session.Generate(shape), limit)
	if err != nil {
		return err
	}
	fmt.Printf("%s in a process of its own: %s; %s on the wall, %s of CPU, %d MB resident at most.\n\n",
		shape.Name, p.outcome, millis(p.wall), millis(p.cpu), p.peak/1_000_000)
	return nil
}

// hostile prints how the cost of documents grows that are made to be dear.
func hostile(ctx context.Context, only string) error {
	sizes := []int{1_000_000, 4_000_000, 11_000_000, 50_000_000}
	fmt.Println("| document | 1 MB | 4 MB | 11 MB | 50 MB | most resident | outcome at 50 MB |")
	fmt.Println("|---|--:|--:|--:|--:|--:|---|")
	for _, h := range session.Hostiles() {
		if only != "" && only != h.Name {
			continue
		}
		fmt.Printf("| %s |", h.Name)
		var last process
		var peak int64
		for _, size := range sizes {
			p, err := alone(ctx, h.Make(size), limit)
			if err != nil {
				return fmt.Errorf("%s: %w", h.Name, err)
			}
			fmt.Printf(" %s |", millis(p.cpu))
			last, peak = p, max(peak, p.peak)
		}
		fmt.Printf(" %d MB | %s |\n", peak/1_000_000, last.outcome)
	}
	fmt.Println()
	return nil
}
