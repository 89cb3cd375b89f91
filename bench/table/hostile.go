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
func hostile(ctx context.Context) error {
	sizes := []int{500_000, 2_000_000, 8_000_000, 50_000_000}
	fmt.Println("| document | 0.5 MB | 2 MB | 8 MB | 50 MB | resident at 50 MB | outcome at 50 MB |")
	fmt.Println("|---|--:|--:|--:|--:|--:|---|")
	for _, h := range session.Hostiles() {
		fmt.Printf("| %s |", h.Name)
		var last process
		for _, size := range sizes {
			p, err := alone(ctx, h.Make(size), limit)
			if err != nil {
				return fmt.Errorf("%s: %w", h.Name, err)
			}
			fmt.Printf(" %s |", millis(p.cpu))
			last = p
		}
		fmt.Printf(" %d MB | %s |\n", last.peak/1_000_000, last.outcome)
	}
	fmt.Println()
	return nil
}
